import type { Entry, SignUp, Wish } from '../entities/entry.ts';
import { maxRosterDrivers, type RosterDriver } from '../entities/roster.ts';
import { normalizeName } from '../entities/scoring.ts';
import { rosterDriverOf } from './roster.ts';

/** Whether users can enter, at a time in ms since 1970. */
export function isSignUpOpen(signUp: Pick<SignUp, 'opensAt' | 'closesAt'> | null | undefined, now: number): boolean {
  if (signUp == null) return false;
  const { opensAt, closesAt } = signUp;
  return (opensAt === null || Date.parse(opensAt) <= now) && (closesAt === null || now < Date.parse(closesAt));
}

const lastSeat = (driver: RosterDriver) => driver.changes.at(-1) ?? driver;

/** How many regular drivers a season can still take; null without a limit. */
export function freePlaces(signUp: Pick<SignUp, 'places'> | null, roster: readonly RosterDriver[]): number | null {
  if (signUp === null || signUp.places === null) return null;
  const taken = roster.filter((driver) => !lastSeat(driver).isReserve).length;
  return Math.max(0, signUp.places - taken);
}

type Queued = Pick<Entry, 'id' | 'state' | 'enteredAt'> & { readonly wish: Pick<Wish, 'isReserve'> };

/**
 * The entries that wait for a decision: those with a place, and those on the waiting list, whose first moves up once a place is
 * free. Who entered first is first. A reserve needs no place.
 */
export function waitingList<Each extends Queued>(
  entries: readonly Each[],
  free: number | null,
): { readonly withPlace: readonly Each[]; readonly waiting: readonly Each[] } {
  const open = entries
    .filter(({ state }) => state === 'applied')
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const regular = open.filter(({ wish }) => !wish.isReserve);
  const waiting = free === null ? [] : regular.slice(free);
  return { withPlace: open.filter((entry) => !waiting.includes(entry)), waiting };
}

const orderOf = ({ enteredAt, id }: Queued) => `${new Date(enteredAt).toISOString()} ${id}`;

/** The regular driver of a roster who has a race number. */
export function holderOf(roster: readonly RosterDriver[], number: number | null): RosterDriver | null {
  return roster.find((driver) => number !== null && driver.number === number && !lastSeat(driver).isReserve) ?? null;
}

/** The roster with the driver of an entry, or why they cannot be put on it. */
export type Seating =
  | { readonly roster: readonly RosterDriver[]; readonly driverId: string; readonly refusal?: undefined }
  | { readonly refusal: string };

interface SeatingInput {
  readonly roster: readonly RosterDriver[];
  /** The drivers who have an account. */
  readonly accounts: ReadonlySet<string>;
  readonly signUp: Pick<SignUp, 'places'> | null;
  readonly wish: Wish;
  /** The id for a new driver. */
  readonly id: string;
}

/** Gives an entry its seat. A driver of that name who has no account is who has entered; otherwise a new one is added. */
export function seatEntry({ roster, accounts, signUp, wish, id }: SeatingInput): Seating {
  const name = normalizeName(wish.name);
  const namesake = rosterDriverOf(roster, name);
  if (namesake !== null)
    return accounts.has(namesake.id)
      ? { refusal: `${namesake.name} is another driver of this season.` }
      : { roster, driverId: namesake.id };
  const { number, team, isReserve } = wish;
  if (!isReserve && freePlaces(signUp, roster) === 0)
    return { refusal: 'All places are taken. With more places, or once somebody leaves, it can be accepted.' };
  if (roster.length >= maxRosterDrivers) return { refusal: `A roster has at most ${maxRosterDrivers} drivers.` };
  const holder = isReserve ? null : holderOf(roster, number);
  if (holder !== null) return { refusal: `${holder.name} has number ${number}. Only one regular driver can have it.` };
  return { roster: [...roster, { id, name, number, team, isReserve, changes: [] }], driverId: id };
}

/**
 * A roster after one of its drivers has left. One who has raced stays on it with what was raced, and has no seat in the
 * events ahead.
 */
export function withoutDriver(
  roster: readonly RosterDriver[],
  driverId: string,
  { hasRaced, ahead }: { readonly hasRaced: boolean; readonly ahead: readonly string[] },
): RosterDriver[] {
  if (!hasRaced) return roster.filter(({ id }) => id !== driverId);
  const [next] = ahead;
  return roster.map((driver) => {
    if (driver.id !== driverId || next === undefined) return driver;
    const before = driver.changes.filter(({ eventId }) => !ahead.includes(eventId)).slice(-19);
    return { ...driver, changes: [...before, { eventId: next, team: null, isReserve: true }] };
  });
}
