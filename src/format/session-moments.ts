import type { Ruling } from '#contract/entities/ruling';
import type { Session } from '#contract/entities/session';
import { toDocument } from '#contract/live/to-document';
import { createEventFeed, type LiveEvent } from '#contract/race/live-feed';
import { lapStartsOf } from '#contract/race/replay/driven-cars';
import { hasReplay, momentHref } from '#contract/race/replay/moment';

/** The address at which an event of the feed is watched; undefined where the session cannot be watched again. */
export type MomentOf = (event: LiveEvent) => string | undefined;

/** An event is shown from so long before it, in ms. */
export const leadIn = 4_000;

/** The addresses of the moments of a session's events. */
export function momentsOf(session: Session): MomentOf {
  if (!hasReplay(session)) return () => undefined;
  return (event) => momentHref({ at: event.at - leadIn, cars: carsOf(event) });
}

/** The same by the keys that events have in the feed, as `penalty 3 0`. */
export function momentsByKey(session: Session): (key: string) => string | undefined {
  if (!hasReplay(session)) return () => undefined;
  const hrefOf = momentsOf(session);
  const hrefs = new Map(createEventFeed()(toDocument(session)).map((event) => [event.key, hrefOf(event)]));
  return (key) => hrefs.get(key);
}

/** The address at which the moment of a ruling is watched, within its session; undefined for a ruling without one. */
export function momentOfRuling(ruling: Ruling): string | undefined {
  if (ruling.at === undefined) return undefined;
  return momentHref({ at: ruling.at - leadIn, cars: 'carIndex' in ruling ? [ruling.carIndex] : [] });
}

/** The address at which the first of some cars begins a lap; undefined where that was not recorded. */
export function lapMomentsOf(session: Session): (lap: number, ...cars: [number, ...number[]]) => string | undefined {
  if (!hasReplay(session)) return () => undefined;
  const starts = lapStartsOf(session);
  return (lap, ...cars) => {
    const at = starts.get(cars[0])?.[lap - 1];
    return at === undefined ? undefined : momentHref({ at, cars });
  };
}

function carsOf(event: LiveEvent): number[] {
  const other = 'other' in event ? event.other : null;
  return [...('car' in event ? [event.car] : []), ...(other === null ? [] : [other])];
}
