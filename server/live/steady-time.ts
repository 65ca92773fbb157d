/** The time of live sessions. */
export interface SteadyTime {
  /** In ms since 1970. */
  readonly now: () => number;
  /** Goes to the time of the machine where that is ahead: nothing runs that would take the step for a silence. */
  readonly catchUp: () => void;
}

/**
 * A time that passes evenly, whatever is done to the clock of the machine: set back, what live sessions hold back would
 * wait until the clock is again where it was; set forward, their recorders would seem to have been silent. `elapsed`: a
 * clock that nobody sets, in ms.
 */
export function createSteadyTime(clock: () => Date, elapsed: () => number): SteadyTime {
  let ahead = clock().getTime() - elapsed();
  return {
    now: () => elapsed() + ahead,
    catchUp: () => {
      ahead = Math.max(ahead, clock().getTime() - elapsed());
    },
  };
}
