import type { SeasonEvent } from '../entities/season.ts';

type DatedEvent = Readonly<Pick<SeasonEvent, 'id' | 'startsAt'>>;

/**
 * The ids of a season's events in order, after some of them were added or got another date. While the other dates rise,
 * these events are sorted in by date; once the owner has ordered the events otherwise, all of them stay in place.
 */
export function orderByDate(events: readonly DatedEvent[], changedIds: ReadonlySet<string>): string[] {
  const present = new Map(events.map(({ id }, index) => [id, index]));
  const isMoving = ({ id, startsAt }: DatedEvent) => startsAt !== null && changedIds.has(id);
  const ordered = events.filter((event) => !isMoving(event));
  const times = ordered.flatMap(({ startsAt }) => (startsAt === null ? [] : [Date.parse(startsAt)]));
  if (times.some((time, index) => time < (times[index - 1] ?? time))) return events.map(({ id }) => id);
  for (const event of events.filter(isMoving)) {
    const time = timeOf(event);
    const earlier = ordered.findLastIndex((other) => timeOf(other) <= time);
    const later = ordered.findIndex((other) => timeOf(other) > time);
    const next = ordered.findIndex(({ id }) => (present.get(id) ?? 0) > (present.get(event.id) ?? 0));
    const unplaced = next < 0 ? ordered.length : next;
    ordered.splice(earlier >= 0 ? earlier + 1 : later >= 0 ? later : unplaced, 0, event);
  }
  return ordered.map(({ id }) => id);
}

/** NaN without a date: no comparison holds. */
function timeOf({ startsAt }: DatedEvent): number {
  return startsAt === null ? Number.NaN : Date.parse(startsAt);
}
