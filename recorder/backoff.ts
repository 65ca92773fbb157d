/**
 * The longest wait between two tries to connect, in ms. It is short: a race has one recorder, and all of its viewers wait
 * for it.
 */
const maxConnectWait = 1_500;
/** The longest wait after the server has answered and refused, in ms. */
const maxRefusalWait = 20_000;
const minWait = 500;

/** How long to wait before the next try, with full jitter, in ms. `refusals` are those since the server last took data. */
export function waitBefore(failures: number, refusals: number): number {
  const connectWait = Math.min(maxConnectWait, minWait * 2 ** failures);
  const refusalWait = refusals === 0 ? 0 : Math.min(maxRefusalWait, minWait * 2 ** refusals);
  return Math.random() * Math.max(connectWait, refusalWait);
}
