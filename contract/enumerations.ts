import * as v from 'valibot';

/** The penalties that are served in the pit lane, as the game numbers them; all types are in penalties.ts. */
export const PitLanePenalty = { DriveThrough: 0, StopGo: 1 } as const;

/** How the session is going or ended for a driver. */
export const ResultStatus = {
  Invalid: 0,
  Inactive: 1,
  Active: 2,
  Finished: 3,
  DidNotFinish: 4,
  Disqualified: 5,
  NotClassified: 6,
  Retired: 7,
} as const;

/** The type of a session. Sprints are races too: the one that is shorter than the longest of its event. */
export const SessionType = {
  Unknown: 0,
  P1: 1,
  P2: 2,
  P3: 3,
  ShortPractice: 4,
  Q1: 5,
  Q2: 6,
  Q3: 7,
  ShortQualifying: 8,
  OneShotQualifying: 9,
  Race: 10,
  Race2: 11,
  Race3: 12,
  TimeTrial: 13,
  SprintShootout1: 14,
  SprintShootout2: 15,
  SprintShootout3: 16,
  ShortSprintShootout: 17,
  OneShotSprintShootout: 18,
} as const;

/** How far a session is; there is no 1. */
export const SessionStatus = { Unknown: 0, InProgress: 2, Finished: 3 } as const;

/** A track, by the game’s number; Unknown is any that is not in the list. */
export const Track = {
  Unknown: -1,
  Melbourne: 0,
  PaulRicard: 1,
  Shanghai: 2,
  Sakhir: 3,
  Catalunya: 4,
  Monaco: 5,
  Montreal: 6,
  Silverstone: 7,
  Hockenheim: 8,
  Hungaroring: 9,
  Spa: 10,
  Monza: 11,
  Singapore: 12,
  Suzuka: 13,
  AbuDhabi: 14,
  Texas: 15,
  Brazil: 16,
  Austria: 17,
  Sochi: 18,
  Mexico: 19,
  Baku: 20,
  SakhirShort: 21,
  SilverstoneShort: 22,
  TexasShort: 23,
  SuzukaShort: 24,
  Hanoi: 25,
  Zandvoort: 26,
  Imola: 27,
  Portimao: 28,
  Jeddah: 29,
  Miami: 30,
  LasVegas: 31,
  Losail: 32,
  SilverstoneReverse: 39,
  AustriaReverse: 40,
  ZandvoortReverse: 41,
  Madrid: 42,
} as const;

/** The weather; Unknown is any that is not in the list. */
export const Weather = {
  Unknown: -1,
  Clear: 0,
  LightCloud: 1,
  Overcast: 2,
  LightRain: 3,
  HeavyRain: 4,
  Storm: 5,
} as const;

/** The safety car. */
export const SafetyCarStatus = { None: 0, Full: 1, Virtual: 2, FormationLap: 3 } as const;

/** A tyre compound as it is marked on the tyre. */
export const TyreCompound = { Unknown: 0, Intermediate: 7, Wet: 8, Soft: 16, Medium: 17, Hard: 18 } as const;

/** How a temperature changes. */
export const TemperatureChange = { Up: 0, Down: 1, None: 2 } as const;

/** How a session of an event scores. */
export const scorings = ['race', 'sprint', 'none'] as const;

type Numbers = Record<string, number>;
export type NumberOf<Enumeration extends Numbers> = Enumeration[keyof Enumeration];

/**
 * A schema of the numbers of an enumeration. `fallback` is the number that a live session has instead of one that is not in
 * the list; without one the value is left out.
 */
export function oneOf<const Enumeration extends Numbers>(enumeration: Enumeration, fallback = enumeration.Unknown) {
  return v.pipe(v.picklist(Object.values(enumeration) as NumberOf<Enumeration>[]), v.metadata({ fallback }));
}

export const ResultStatusNumber = oneOf(ResultStatus, ResultStatus.Invalid);
export const SessionTypeNumber = oneOf(SessionType);
export const SessionStatusNumber = oneOf(SessionStatus);
export const TrackNumber = oneOf(Track);
export const WeatherNumber = oneOf(Weather);
export const SafetyCarStatusNumber = oneOf(SafetyCarStatus);
export const TyreCompoundNumber = oneOf(TyreCompound);
export const TemperatureChangeNumber = oneOf(TemperatureChange);
export const Scoring = v.picklist(scorings);

export type ResultStatus = v.InferOutput<typeof ResultStatusNumber>;
export type SessionType = v.InferOutput<typeof SessionTypeNumber>;
export type SessionStatus = v.InferOutput<typeof SessionStatusNumber>;
export type Track = v.InferOutput<typeof TrackNumber>;
export type Weather = v.InferOutput<typeof WeatherNumber>;
export type SafetyCarStatus = v.InferOutput<typeof SafetyCarStatusNumber>;
export type TyreCompound = v.InferOutput<typeof TyreCompoundNumber>;
export type Scoring = v.InferOutput<typeof Scoring>;

/** The name of a number in an enumeration; undefined when it has none. */
export function nameOf<Enumeration extends Numbers>(
  enumeration: Enumeration,
  number: number,
): (keyof Enumeration & string) | undefined {
  return Object.keys(enumeration).find((name) => enumeration[name] === number);
}

const raceTypes: ReadonlySet<SessionType> = new Set([SessionType.Race, SessionType.Race2, SessionType.Race3]);

/** Whether a session is a race of any length, sprints included. */
export function isRace(sessionType: SessionType): boolean {
  return raceTypes.has(sessionType);
}
