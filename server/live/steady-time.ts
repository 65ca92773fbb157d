/** The time of live sessions. */
export interface SteadyTime {
  /** In ms since 1970. */
  readonly now: () => number;
  /** Goes to the time of the machine where that is ahead: nothing runs that would take the step for a silence. */
  readonly catchUp: () => void;
}

/**
 * A time that passes evenly when the clock of the machine is set. Set back, delayed sessions would wait for the old time;
 * set forward, their recorders would seem silent. `elapsed`: a monotonic clock, in ms.
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
