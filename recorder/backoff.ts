/** A server that restarts is back within this time, in ms: it is tried at a short interval for so long. */
const restartTime = 30_000;
/** Two intervals of tries, in ms. Also the longer one is short: a race has one recorder, and all of its viewers wait for it. */
const intervals = { restart: 500, away: 1_500 } as const;
/** The wait after the first refusal and the longest one, in ms. */
const refusalWaits = { first: 1_000, longest: 20_000 } as const;
/** How long the first try to connect may take, and any, in ms: what nobody answers was sent before the server was back. */
const connectTimes = { first: 1_000, longest: 5_000 } as const;

/**
 * How long to wait before the next try, in ms: a random part of the interval, and at least half of it. `away` in ms: for how
 * long the server could not be used. `refusals`: how often it has answered and refused since it last took data.
 */
export function waitBefore(away: number, refusals: number): number {
  const interval = away < restartTime ? intervals.restart : intervals.away;
  const refusalWait = refusals === 0 ? 0 : Math.min(refusalWaits.longest, refusalWaits.first * 2 ** (refusals - 1));
  return Math.max(interval, refusalWait) * (0.5 + Math.random() / 2);
}

/** How long a try to connect may take, in ms, after so many that nobody answered: the network may be a slow one. */
export function connectTimeout(unanswered: number): number {
  return Math.min(connectTimes.longest, connectTimes.first * 2 ** unanswered);
}
