import { type CallbackActorLogic, type EventObject, fromCallback, fromPromise, type PromiseActorLogic } from 'xstate';

/** An actor that a machine needs and the app provides: declared by type, and failing by name until it is provided. */
export function promised<Output, Input>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`the actor ${name} was not provided`)));
}

/** The same for one that tells of the world outside until it is stopped. */
export function listening<Input = undefined>(name: string): CallbackActorLogic<EventObject, Input> {
  return fromCallback<EventObject, Input>(() => {
    throw new Error(`the actor ${name} was not provided`);
  });
}
