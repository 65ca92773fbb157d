import { SafetyCarStatus, SessionType, Track, TyreCompound, Weather } from '#contract/enumerations';

/** Maps the game's numbers to those of the contract. */

const sinceFormat2024: readonly SessionType[] = [
  SessionType.SprintShootout1,
  SessionType.SprintShootout2,
  SessionType.SprintShootout3,
  SessionType.ShortSprintShootout,
  SessionType.OneShotSprintShootout,
  SessionType.Race,
  SessionType.Race2,
  SessionType.Race3,
  SessionType.TimeTrial,
];

const upTo = (last: number, values: Readonly<Record<string, number>>) =>
  new Set(Object.values(values).filter((value) => value <= last));
const sharedTypes = upTo(SessionType.OneShotQualifying, SessionType);
const typesOf2023 = upTo(SessionType.TimeTrial, SessionType);

/** A session type. From format 2024 on, sprint shootouts are numbered before races. */
export function sessionTypeOf(number: number, format: number): SessionType {
  const known = format >= 2024 ? sharedTypes : typesOf2023;
  if (known.has(number)) return number as SessionType;
  return format >= 2024 ? (sinceFormat2024[number - 10] ?? SessionType.Unknown) : SessionType.Unknown;
}

const tracks = new Set<number>(Object.values(Track));

/** A track; -1 for one that is not in the list. */
export function trackOf(number: number): Track {
  return tracks.has(number) ? (number as Track) : Track.Unknown;
}

const weathers = new Set<number>(Object.values(Weather));

/** A weather, or null for one that is not in the list. */
export function weatherOf(number: number): Weather | null {
  return weathers.has(number) ? (number as Weather) : null;
}

const safetyCars = new Set<number>(Object.values(SafetyCarStatus));

export function safetyCarOf(number: number): SafetyCarStatus | null {
  return safetyCars.has(number) ? (number as SafetyCarStatus) : null;
}

const { Soft, Medium, Hard, Intermediate, Wet, Unknown } = TyreCompound;
const compounds: ReadonlyMap<number, TyreCompound> = new Map([
  ...[Soft, Medium, Hard, Intermediate, Wet].map((compound) => [compound, compound] as const),
  // Formula 2: wet, super soft, soft, medium, hard.
  [15, Wet],
  [19, Soft],
  [20, Soft],
  [21, Medium],
  [22, Hard],
]);

/** A visual compound; 0 for one that is not in the list, such as those of classic cars. */
export function compoundOf(visual: number): TyreCompound {
  return compounds.get(visual) ?? Unknown;
}

/** Milliseconds of a time that the game splits into whole minutes and the rest; null for 0: there is no time. */
export function timeOf(milliseconds: number, minutes = 0): number | null {
  return milliseconds + minutes * 60_000 || null;
}

/** The largest gap that is believed, in minutes: the game wraps negative ones of cars in the garage. */
const maxGapMinutes = 60;
/** Format 2023 has no minutes in its gaps, which stop at this number of ms. */
const largestPart = 65_535;

/** A gap in ms; null for 0, which also stands for an unknown one. */
export function gapOf(milliseconds: number, minutes: number | undefined): number | null {
  if ((minutes ?? 0) >= maxGapMinutes || (minutes === undefined && milliseconds === largestPart)) return null;
  return timeOf(milliseconds, minutes);
}

/** Null where the game writes 255 for none. */
export function optional(byte: number): number | null {
  return byte === 255 ? null : byte;
}

const cornerCutting: ReadonlySet<number> = new Set([7, 8, 9, 25, 26, 27, 28, 29]);

/** Whether an infringement is one of leaving the track. */
export function isCornerCutting(infringement: number): boolean {
  return cornerCutting.has(infringement);
}
