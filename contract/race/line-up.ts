import { type EventAnswer, type LineUp, type LineUpChange, usualAnswerHours } from '../entities/line-up.ts';
import type { Season } from '../entities/season.ts';
import { rosterAt } from './roster.ts';

type Answer = Pick<EventAnswer, 'driverId' | 'value' | 'answeredAt'>;

/** Until when the drivers of an event answer; null for one without a time. */
export function answersUntilOf(
  { answerHours }: { readonly answerHours?: number | null | undefined },
  { startsAt }: { readonly startsAt: string | null },
): string | null {
  if (startsAt === null) return null;
  return new Date(Date.parse(startsAt) - (answerHours ?? usualAnswerHours) * 60 * 60_000).toISOString();
}

/** The drivers with a race ban: as long as no ruling bans, those whom the admins mark. */
export function bansIn(changes: readonly LineUpChange[]): string[] {
  return changes.filter(({ isBanned }) => isBanned === true).map(({ driverId }) => driverId);
}

/**
 * Who drives in an event: the drivers whom an admin has seated, the regular drivers who did not say no, and in each seat that
 * is free then a reserve who said yes, in the order of their answers and then of the roster. The seat that became free first
 * is given first, so that a reserve stays where they are when another seat becomes free.
 */
export function lineUpOf(
  { roster, events }: Pick<Season, 'roster'> & { readonly events: readonly { readonly id: string }[] },
  event: { readonly id: string },
  answers: readonly Answer[],
  bans: readonly string[],
  changes: readonly LineUpChange[],
): Pick<LineUp, 'seats' | 'reserves' | 'open'> {
  const eventIds = events.map(({ id }) => id);
  const drivers = rosterAt(roster ?? [], eventIds, event.id);
  const driverOf = new Map(drivers.map((driver) => [driver.id, driver]));
  const answerOf = new Map(answers.map((answer) => [answer.driverId, answer]));
  const banned = new Set(bans);
  // By seat, the driver whom an admin gave it to.
  const given = new Map<string, string>();
  const decided = new Set<string>();
  for (const { driverId, seatId } of changes) {
    if (decided.has(driverId) || banned.has(driverId) || !driverOf.has(driverId)) continue;
    const seat = seatId === null ? null : driverOf.get(seatId);
    // A seat that is not there any more, or that another driver has.
    if (seat === undefined || (seat !== null && (given.has(seat.id) || (seat.isReserve && seatId !== driverId))))
      continue;
    decided.add(driverId);
    if (seat !== null) given.set(seat.id, driverId);
  }
  const isFree = (driverId: string) => !banned.has(driverId) && !decided.has(driverId);
  const places = drivers
    .filter((driver) => !driver.isReserve || given.has(driver.id))
    .map((seat) => {
      const own = isFree(seat.id) && answerOf.get(seat.id)?.value !== 'out' ? seat.id : undefined;
      return { seat, driver: driverOf.get(given.get(seat.id) ?? own ?? '') };
    });
  const waiting = drivers
    .filter(({ id, isReserve }) => isReserve && isFree(id) && answerOf.get(id)?.value === 'in')
    .sort(byTime(({ id }) => answerOf.get(id)?.answeredAt));
  const free = places.filter(({ driver }) => driver === undefined).sort(byTime(({ seat }) => freedAt(seat.id)));
  const promoted = new Map(free.flatMap(({ seat }, index) => (waiting[index] ? [[seat.id, waiting[index]]] : [])));
  function freedAt(seatId: string): string | undefined {
    return isFree(seatId) ? answerOf.get(seatId)?.answeredAt : undefined;
  }
  const filled = places.map(({ seat, driver }) => ({ seat, driver: driver ?? promoted.get(seat.id) }));
  return {
    seats: filled.flatMap(({ seat, driver }) => {
      if (driver === undefined) return [];
      const { id: driverId, name, number, isReserve } = driver;
      return [{ seatId: seat.id, driverId, name, number: number ?? seat.number, team: seat.team, isReserve }];
    }),
    reserves: waiting.slice(promoted.size).map(({ id: driverId, name, number }) => ({ driverId, name, number })),
    open: filled.flatMap(({ seat: { id: seatId, name, number, team }, driver }) =>
      driver === undefined ? [{ seatId, name, number, team }] : [],
    ),
  };
}

/** Those without a time first; others by it. Sorting keeps the order of equals. */
function byTime<Item>(timeOf: (item: Item) => string | undefined) {
  return (one: Item, other: Item) => (timeOf(one) ?? '').localeCompare(timeOf(other) ?? '');
}

/** The drivers who have a seat in one line-up and had none in the one before. */
export function promotedIn(before: Pick<LineUp, 'seats'>, after: Pick<LineUp, 'seats'>): LineUp['seats'] {
  const had = new Set(before.seats.map(({ driverId }) => driverId));
  return after.seats.filter(({ driverId }) => !had.has(driverId));
}
