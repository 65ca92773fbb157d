/**
 * The time of live races, which passes evenly when the clock of the machine is set. Set back, delayed live races would wait for the old time;
 * set forward, their recorders would seem silent. `elapsed`: a monotonic clock, in ms.
 */
export function createSteadyTime(clock: () => Date, elapsed: () => number) {
  let ahead = clock().getTime() - elapsed();
  return {
    /** In ms since 1970. */
    now: () => elapsed() + ahead,
    /** Goes to the time of the machine where that is ahead: nothing runs that would take the step for a silence. */
    catchUp: () => {
      ahead = Math.max(ahead, clock().getTime() - elapsed());
    },
  };
}
