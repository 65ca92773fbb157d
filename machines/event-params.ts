/** The parameters of an action or a guard: the event that it is for. */
export function eventOf<Event>({ event }: { event: Event }): Event {
  return event;
}

/** The same for an actor that has failed. */
export function errorOf({ event }: { event: { error: unknown } }): { error: unknown } {
  return { error: event.error };
}
