import { type CallbackActorLogic, type EventObject, fromCallback, fromPromise, type PromiseActorLogic } from 'xstate';

/** A promise actor that the app provides; until then it fails with its name. */
export function promised<Output, Input>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`the actor ${name} is not provided`)));
}

/** A callback actor that the app provides, which reports events until it is stopped; until then it fails with its name. */
export function listening<Input = undefined>(name: string): CallbackActorLogic<EventObject, Input> {
  return fromCallback<EventObject, Input>(() => {
    throw new Error(`the actor ${name} is not provided`);
  });
}
