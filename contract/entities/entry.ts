import * as v from 'valibot';
import { longestNote } from '../values/text-limits.ts';
import { text } from '../values/text-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';
import { entryStates } from './entry-moves.ts';
import { maxRosterDrivers, RosterDriver } from './roster.ts';

/** When users can enter a season, and how many. */
export const signUpFields = {
  /** From when on users can enter; null: at once. */
  opensAt: v.nullable(Instant),
  /** Until when; null: until it is closed. */
  closesAt: v.nullable(Instant),
  /** How many regular drivers the season has room for; null: as many as its roster. */
  places: v.nullable(whole(1, maxRosterDrivers)),
  /** Whether entries are accepted by themselves while there is a place. */
  isAutomatic: v.boolean(),
};

/** How many places are free; null without a limit. */
const free = v.nullable(whole(0, maxRosterDrivers));

/** The sign-up of a season, as everybody sees it. */
export const SeasonSignUp = v.object({ ...signUpFields, free });

/** A season of a league whose sign-up is open, or will be. */
export const LeagueSignUp = v.object({
  /** The season. */
  seasonId: Uuid,
  /** The name of the season. */
  seasonName: v.string(),
  opensAt: signUpFields.opensAt,
  closesAt: signUpFields.closesAt,
  free,
});

/** The seat that a user would like. */
export const Wish = v.object({
  /** The name to race under. */
  name: RosterDriver.entries.name,
  /** The race number; null for any. */
  number: RosterDriver.entries.number,
  /** The team; null for any. */
  team: RosterDriver.entries.team,
  /** Whether as a reserve, who needs no place. */
  isReserve: v.boolean(),
  /** A word to those who run the season; null for none. */
  note: v.nullable(text(longestNote)),
});

/** An entry: a user would like a seat of a season. The user sees it, and who manages the season. */
export const Entry = v.object({
  /** The id of the entry. */
  id: Uuid,
  /** The season. */
  seasonId: Uuid,
  /** The user who has entered. */
  userId: Uuid,
  /** The name of that user; null without one. */
  username: v.nullable(v.string()),
  /** The seat that they would like. */
  wish: Wish,
  /** What has become of it. */
  state: v.picklist(entryStates),
  /** When they entered: who entered first is first on the waiting list. */
  enteredAt: Instant,
  /** The driver of the roster that they are; null until it is accepted. */
  driverId: v.nullable(Uuid),
  /** The position on the waiting list, from 1; null for who has a place. */
  waiting: v.nullable(whole(1, 10_000)),
});

export type SeasonSignUp = v.InferOutput<typeof SeasonSignUp>;
export type SignUp = Omit<SeasonSignUp, 'free'>;
export type LeagueSignUp = v.InferOutput<typeof LeagueSignUp>;
export type Wish = v.InferOutput<typeof Wish>;
export type Entry = v.InferOutput<typeof Entry>;
