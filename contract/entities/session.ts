// A session and everything in it, in one file: each part is a field of the next.
import * as v from 'valibot';
import { longestName } from '../constants.ts';
import {
  ResultStatusNumber,
  SafetyCarStatusNumber,
  Scoring,
  SessionStatusNumber,
  SessionTypeNumber,
  TemperatureChangeNumber,
  TrackNumber,
  TyreCompoundNumber,
  WeatherNumber,
} from '../enumerations.ts';
import { PenaltyTypeNumber, WarningTypeNumber } from '../penalties.ts';
import { PageKey } from '../values/page-key.ts';
import {
  CarIndex,
  Celsius,
  Delta,
  LapMetres,
  LapMilliseconds,
  LinkIdentifier,
  Milliseconds,
  Percent,
  Position,
  RaceMilliseconds,
  Seconds,
} from '../values/recorded-values.ts';
import { line } from '../values/text-values.ts';
import { Instant, LapNumber, real, Uuid, whole } from '../values/values.ts';
import { Completeness } from './completeness.ts';
import { RaceControlEntries } from './race-control.ts';
import { Ruling } from './ruling.ts';
import { SeasonLeague } from './season-league.ts';
import { SharingTeams, TeamColour } from './team-colour.ts';

/** A lap; times in ms, null where the game gave none. Laps are listed in order, lap 1 first. */
export const LapTime = v.object({
  lapTime: v.nullable(Milliseconds),
  sector1Time: v.nullable(Milliseconds),
  sector2Time: v.nullable(Milliseconds),
  sector3Time: v.nullable(Milliseconds),
  invalidLap: v.boolean(),
});

/** A set of tyres and the last lap on it. Stints are listed in order. */
export const TyreStint = v.object({ tyreCompound: TyreCompoundNumber, endLap: LapNumber });

/** A pit stop: its lap, and the time in the pit lane in ms. In a live document one without that time is under way. */
export const PitStop = v.object({ lapNum: LapNumber, pitLaneTime: v.nullable(Milliseconds) });

/** A penalty; penaltyTime in s, penaltyIssuedTime in ms since the start of the session. */
export const Penalty = v.object({
  penaltyType: PenaltyTypeNumber,
  penaltyTime: v.nullable(whole(0, 3_600)),
  infringementType: v.nullable(whole(0, 255)),
  otherVehicleIdx: v.nullable(CarIndex),
  lapNum: v.nullable(LapNumber),
  penaltyIssuedTime: v.nullable(Milliseconds),
});

/** A warning; warningTime in ms since the start of the session. */
export const Warning = v.object({
  warningType: WarningTypeNumber,
  lapNum: v.nullable(LapNumber),
  warningTime: v.nullable(Milliseconds),
});

/** An overtake; overtakingTime in ms since the start of the session. */
export const Overtake = v.object({
  overtakingDriverIdx: CarIndex,
  overtakenDriverIdx: CarIndex,
  lapNum: v.nullable(LapNumber),
  overtakingTime: v.nullable(Milliseconds),
  utcTime: v.nullable(Instant),
});

/** Forecast or recorded weather; timeOffSet in minutes from now, or since the start of the session. */
export const WeatherSample = v.object({
  sessionTypeMode: SessionTypeNumber,
  timeOffSet: whole(0, 10_080),
  forecastedWeatherCondition: WeatherNumber,
  trackTemperatureCelsius: v.nullable(Celsius),
  trackTemperatureChange: v.nullable(TemperatureChangeNumber),
  airTemperatureCelsius: v.nullable(Celsius),
  airTemperatureChange: v.nullable(TemperatureChangeNumber),
  rainPercentage: v.nullable(Percent),
});

const coordinate = real(-100_000, 100_000);

/** A position in m or a velocity in m/s, in the axes of the game's world. */
export const Vector = v.object({ x: coordinate, y: coordinate, z: coordinate });

/** A driver in a session. Every field that ends in `Idx` refers to `carIndex`, the game's car index. */
export const Driver = v.object({
  carIndex: CarIndex,
  name: line(100),
  carNumber: v.nullable(whole(0, 999)),
  team: v.nullable(line(100)),
  lapTimes: v.pipe(v.array(LapTime), v.maxLength(1_000)),
  pitStops: v.pipe(v.array(PitStop), v.maxLength(500)),
  tyres: v.pipe(v.array(TyreStint), v.maxLength(500)),
  position: v.nullable(Position),
  bestLapTimeMs: v.nullable(LapMilliseconds),
  totalRaceTime: v.nullable(Milliseconds),
  totalPenaltiesSeconds: v.nullable(whole(0, 36_000)),
  startingPosition: v.nullable(Position),
  finishingPosition: v.nullable(Position),
  numberOfLaps: v.nullable(LapNumber),
  /** How many laps behind the winner, of a typed result that has no number of laps. */
  lapsBehind: v.nullish(LapNumber),
  penalties: v.pipe(v.array(Penalty), v.maxLength(1_000)),
  totalWarnings: v.nullable(whole(0, 1_000)),
  totalCornerCutWarnings: v.nullable(whole(0, 1_000)),
  warnings: v.pipe(v.array(Warning), v.maxLength(1_000)),
  currentLapTime: v.nullable(Milliseconds),
  currentSector1Time: v.nullable(Milliseconds),
  currentSector2Time: v.nullable(Milliseconds),
  currentSector3Time: v.nullable(Milliseconds),
  lastSector1Time: v.nullable(Milliseconds),
  lastSector2Time: v.nullable(Milliseconds),
  lastSector3Time: v.nullable(Milliseconds),
  bestSector1Time: v.nullable(Milliseconds),
  bestSector2Time: v.nullable(Milliseconds),
  bestSector3Time: v.nullable(Milliseconds),
  deltaToCarAhead: v.nullable(Delta),
  deltaToLeader: v.nullable(Delta),
  currentLapNumber: v.nullable(LapNumber),
  resultStatus: ResultStatusNumber,
  currentTyreCompound: v.nullable(TyreCompoundNumber),
  currentTyreAgeLaps: v.nullable(LapNumber),
  livePosition: v.nullable(Vector),
  velocity: v.nullable(Vector),
  lapDistance: v.nullable(LapMetres),
});

/** The time that counts in a race. Absent for other sessions, without a time, and for those who are out. */
const counted = { timeWithPenalties: v.optional(RaceMilliseconds) };

/** A car in the classification of a session, which lists them in order. */
export const ClassifiedCar = v.object({ carIndex: CarIndex, position: v.nullable(Position), ...counted });

/** One of the first three of a session; lists of sessions show them. */
export const PodiumPlace = v.object({
  carIndex: CarIndex,
  name: line(100),
  team: v.nullable(line(100)),
  totalRaceTime: v.nullable(Milliseconds),
  totalPenaltiesSeconds: v.nullable(whole(0, 36_000)),
  bestLapTimeMs: v.nullable(LapMilliseconds),
  numberOfLaps: v.nullable(LapNumber),
  /** Only of a retirement that the season classifies. */
  resultStatus: v.optional(ResultStatusNumber),
  ...counted,
});

const Classification = v.optional(v.pipe(v.array(ClassifiedCar), v.maxLength(64)));

/** The game's session UID, an unsigned 64-bit number, as a decimal string. */
export const InternalSessionId = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9]\d{0,19})$/, 'must be the game’s session UID as a decimal number'),
  v.check((uid) => /^\d{1,20}$/.test(uid) && BigInt(uid) < 2n ** 64n, 'must fit in 64 bits'),
);

/** `<userId>.<weekendLinkIdentifier>`; the game's identifier alone is not unique. */
export const WeekendId = v.pipe(
  v.string(),
  v.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.\d{1,10}$/, 'must be <userId>.<weekendLinkIdentifier>'),
);

const recorded = {
  internalSessionId: InternalSessionId,
  trackId: TrackNumber,
  sessionType: SessionTypeNumber,
  numberOfLaps: v.nullable(LapNumber),
  sessionStartTime: Instant,
  sessionEndTime: v.nullable(Instant),
  gameVersion: v.nullable(line(40)),
  isMultiplayer: v.boolean(),
  seasonLinkIdentifier: v.nullable(LinkIdentifier),
  weekendLinkIdentifier: v.nullable(LinkIdentifier),
  sessionLinkIdentifier: v.nullable(LinkIdentifier),
  startTrackTemp: v.nullable(Celsius),
  startAirTemp: v.nullable(Celsius),
  startWeather: v.nullable(WeatherNumber),
  sessionStatus: SessionStatusNumber,
};

/** The round before or after that of a session, and its last session that gives points, when there is one. */
export const NearbyRound = v.object({
  eventId: Uuid,
  round: whole(1, 1_000),
  name: v.nullable(line(longestName)),
  track: TrackNumber,
  sessionId: v.nullable(Uuid),
});

/**
 * An event of a season that holds a session. Only seasons of the owner of the session, and those that they are a confirmed
 * driver of, are named: anybody can attach a public session to a season.
 */
export const SessionEvent = v.object({
  seasonId: Uuid,
  seasonName: line(longestName),
  /** The oldest league of the owner of the season that contains it. */
  league: v.nullish(SeasonLeague),
  eventId: Uuid,
  name: v.nullable(line(longestName)),
  /** Counts from 1 in the season. */
  round: whole(1, 1_000),
  scoring: Scoring,
  /**
   * How many places of the session have points there; 0 for none. Only with the details of a session, and only where that is not
   * the number of the default rules.
   */
  pointsPlaces: v.optional(whole(0, 64)),
  /** The teams of the season, which share out its colours; only where the names of the teams do not say them. */
  teams: v.optional(SharingTeams),
  /** Teams whose colours the owner of the season has chosen; absent without any. */
  teamColours: v.optional(v.array(TeamColour)),
  /**
   * The share of the winner’s laps from which the season classifies a car that retired, such as 0.9; only where it classifies
   * one of the session by that.
   */
  classifiedFrom: v.optional(real(0.5, 1)),
  /** The first three by the rules and rulings of the season, with the time that those add; only where that is not the podium of the session. */
  podium: v.optional(v.pipe(v.array(PodiumPlace), v.maxLength(3))),
  /** The result by the rules and rulings of the season. Only with the details of a session, and only where they may change it. */
  classification: Classification,
  /**
   * Whether the latest official standings of the season have this result. Absent where the season has never published any,
   * and where the session has no result in its standings.
   */
  isOfficial: v.optional(v.boolean()),
  /** True where the stewards of the season ruled that the session does not count: it keeps its result. */
  isExcluded: v.optional(v.boolean()),
  /** The rulings on the session that count, in the order in which they apply. Only with the details of a session. */
  rulings: v.optional(v.array(Ruling)),
  /** Only with the details of a session. */
  previous: v.nullish(NearbyRound),
  next: v.nullish(NearbyRound),
});

const given = {
  id: Uuid,
  sessionId: Uuid,
  userId: Uuid,
  userName: v.nullable(v.string()),
  weekendId: v.nullable(WeekendId),
  podium: v.pipe(v.array(PodiumPlace), v.maxLength(3)),
  /** True where not everybody may see it; absent where everybody may. */
  isPrivate: v.nullish(v.boolean()),
  /** Whether those who have the key of the live race that it was may see it. Only for private ones. */
  hasKey: v.nullish(v.boolean()),
  /** The events that hold it, of the newest season first; in lists and in details, not within a season. */
  events: v.nullish(v.array(SessionEvent)),
};

/**
 * Where the result of a session comes from: the game's classification, or the timing of its recorder, where the game sent
 * none.
 */
const ResultSource = v.picklist(['classification', 'timing']);

const detailed = {
  drivers: v.pipe(
    v.array(Driver),
    v.maxLength(64),
    v.check(
      (drivers) => new Set(drivers.map((driver) => driver.carIndex)).size === drivers.length,
      'each driver must have a carIndex of its own',
    ),
  ),
  sessionTimeLeft: v.nullable(Seconds),
  sessionDuration: v.nullable(Seconds),
  safetyCarStatus: v.nullable(SafetyCarStatusNumber),
  weatherForecastSamples: v.pipe(v.array(WeatherSample), v.maxLength(64)),
  timeOfDay: v.nullable(whole(0, 1_439)),
  trackTemp: v.nullable(Celsius),
  airTemp: v.nullable(Celsius),
  numberOfSafetyCars: v.nullable(whole(0, 255)),
  numberOfVirtualSafetyCars: v.nullable(whole(0, 255)),
  numberOfRedFlags: v.nullable(whole(0, 255)),
  trackLength: v.nullable(whole(0, 100_000)),
  overtakes: v.pipe(v.array(Overtake), v.maxLength(10_000)),
  weatherHistory: v.pipe(v.array(WeatherSample), v.maxLength(2_000)),
  /** Absent from sessions that no recorder made. */
  completeness: v.nullish(Completeness),
  /** Absent from sessions without a result, and from those that no recorder made. */
  resultSource: v.nullish(ResultSource),
  /** Events noted while the session was live; absent if it was never published. */
  raceControl: v.optional(RaceControlEntries),
};

/** Fields that the server adds to a session with its details. */
const derived = {
  /** The result of the game, in order. Absent from sessions that older servers have answered. */
  classification: Classification,
};

const summary = v.object({ ...given, ...recorded });
const session = v.object({ ...given, ...recorded, ...detailed, ...derived });
type SummarySchema = typeof summary;
type SessionSchema = typeof session;
/** Interfaces, so that declarations of what holds a session name its schema instead of writing it out. */
export interface NamedSummarySchema extends SummarySchema {}
export interface NamedSessionSchema extends SessionSchema {}

/** A session in a list. */
export const SessionSummary: NamedSummarySchema = summary;

/** A session with its drivers, overtakes and weather. */
export const Session: NamedSessionSchema = session;

/** A page of the sessions of a user. */
export const SessionPage = v.object({
  totalPages: whole(0, 1e9),
  sessions: v.array(SessionSummary),
  next: v.nullish(PageKey),
});

/** A page of the caller's own sessions. */
export const OwnSessions = v.object({
  totalElements: whole(0, 1e9),
  sessions: v.array(
    v.object({
      ...SessionSummary.entries,
      /** Since when another version of it can be restored, the newest; absent when there is none. */
      otherVersionAt: v.optional(Instant),
    }),
  ),
  next: v.nullish(PageKey),
});

export type LapTime = v.InferOutput<typeof LapTime>;
export type TyreStint = v.InferOutput<typeof TyreStint>;
export type PitStop = v.InferOutput<typeof PitStop>;
export type Penalty = v.InferOutput<typeof Penalty>;
export type Warning = v.InferOutput<typeof Warning>;
export type ResultSource = v.InferOutput<typeof ResultSource>;
export type Overtake = v.InferOutput<typeof Overtake>;
export type WeatherSample = v.InferOutput<typeof WeatherSample>;
export type Driver = v.InferOutput<typeof Driver>;
export type ClassifiedCar = v.InferOutput<typeof ClassifiedCar>;
export type PodiumPlace = v.InferOutput<typeof PodiumPlace>;
export type NearbyRound = v.InferOutput<typeof NearbyRound>;
export type SessionEvent = v.InferOutput<typeof SessionEvent>;
export type SessionSummary = v.InferOutput<typeof SessionSummary>;
export type Session = v.InferOutput<typeof Session>;
export type SessionPage = v.InferOutput<typeof SessionPage>;
export type OwnSessions = v.InferOutput<typeof OwnSessions>;
