import { type EventObject, fromCallback } from 'xstate';

/** A callback actor that can only send the events of its machine; `run` returns its clean-up. */
export function typedCallback<Event extends EventObject>(run: (send: (event: Event) => void) => () => void) {
  return fromCallback<EventObject, undefined>(({ sendBack }) => run(sendBack));
}
