/**
 * A time that never goes back, in ms since 1970: when the clock of the machine is set back, it goes on from where it was.
 * Otherwise what live sessions hold back would wait until the clock is again where it was.
 */
export function createForwardTime(now: () => Date): () => number {
  let last = Number.NEGATIVE_INFINITY;
  let ahead = 0;
  return () => {
    const time = now().getTime();
    if (time + ahead < last) ahead = last - time;
    last = time + ahead;
    return last;
  };
}
