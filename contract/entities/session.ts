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
  SessionMilliseconds,
} from '../values/recorded-values.ts';
import { line } from '../values/text-values.ts';
import { Instant, LapNumber, real, Uuid, whole } from '../values/values.ts';
import { SecureAddress } from '../values/web-address.ts';
import { Completeness } from './completeness.ts';
import { RaceControlEntries } from './race-control.ts';
import { Ruling } from './ruling.ts';
import { SeasonLeague } from './season-league.ts';
import { SharingTeams, TeamColour } from './team-colour.ts';

/** A lap. Laps are listed in order, lap 1 first. */
export const LapTime = v.object({
  /** The time of the lap; null where the game gave none. */
  lapTime: v.nullable(Milliseconds),
  /** Sector 1. */
  sector1Time: v.nullable(Milliseconds),
  /** Sector 2. */
  sector2Time: v.nullable(Milliseconds),
  /** Sector 3. */
  sector3Time: v.nullable(Milliseconds),
  /** Whether the lap does not count, because of track limits. */
  invalidLap: v.boolean(),
  /**
   * When it ended, in ms since the start of the session; absent where that is not known, and in races, where it follows from
   * the lap times.
   */
  endedAt: v.optional(SessionMilliseconds),
});

/** A set of tyres. Stints are listed in order. */
export const TyreStint = v.object({
  /** The compound. */
  tyreCompound: TyreCompoundNumber,
  /** The last lap on the set. */
  endLap: LapNumber,
});

/** A pit stop. In a live document, one without a time in the pit lane is under way. */
export const PitStop = v.object({
  /** The lap of the stop, counted from 1. */
  lapNum: LapNumber,
  /** The time in the pit lane; null where it is not known. */
  pitLaneTime: v.nullable(Milliseconds),
});

/** A penalty or a warning of the game. */
export const Penalty = v.object({
  /** The kind of penalty. */
  penaltyType: PenaltyTypeNumber,
  /** The added time in s; null for penalties without one. */
  penaltyTime: v.nullable(whole(0, 3_600)),
  /** The game’s number of the infringement. */
  infringementType: v.nullable(whole(0, 255)),
  /** The carIndex of the other car; null without one. */
  otherVehicleIdx: v.nullable(CarIndex),
  /** The lap, counted from 1; null where the game did not say. */
  lapNum: v.nullable(LapNumber),
  /** When it was given, since the start of the session. */
  penaltyIssuedTime: v.nullable(Milliseconds),
});

/** A warning. */
export const Warning = v.object({
  /** The kind of warning. */
  warningType: WarningTypeNumber,
  /** The lap, counted from 1; null where the game did not say. */
  lapNum: v.nullable(LapNumber),
  /** When it was given, since the start of the session. */
  warningTime: v.nullable(Milliseconds),
});

/** An overtake. */
export const Overtake = v.object({
  /** The carIndex of the driver who gained the place. */
  overtakingDriverIdx: CarIndex,
  /** The carIndex of the driver who lost it. */
  overtakenDriverIdx: CarIndex,
  /** The lap, counted from 1; null where the game did not say. */
  lapNum: v.nullable(LapNumber),
  /** When it was, since the start of the session. */
  overtakingTime: v.nullable(Milliseconds),
  /** When it was, by the clock. */
  utcTime: v.nullable(Instant),
});

/** Weather, as forecast or as recorded. */
export const WeatherSample = v.object({
  /** The session that it is for. */
  sessionTypeMode: SessionTypeNumber,
  /** In minutes: from now on in a forecast, since the start of the session in the history. */
  timeOffSet: whole(0, 10_080),
  /** The weather. */
  forecastedWeatherCondition: WeatherNumber,
  /** The temperature of the track. */
  trackTemperatureCelsius: v.nullable(Celsius),
  /** How it changes. */
  trackTemperatureChange: v.nullable(TemperatureChangeNumber),
  /** The temperature of the air. */
  airTemperatureCelsius: v.nullable(Celsius),
  /** How it changes. */
  airTemperatureChange: v.nullable(TemperatureChangeNumber),
  /** The probability of rain. */
  rainPercentage: v.nullable(Percent),
});

const coordinate = real(-100_000, 100_000);

/** A position in m or a velocity in m/s, in the axes of the game’s world. */
export const Vector = v.object({
  /** Along the first axis, which lies level. */
  x: coordinate,
  /** Along the second axis, upwards. */
  y: coordinate,
  /** Along the third axis, which lies level. */
  z: coordinate,
});

/** A driver in a session. Every field that ends in Idx refers to carIndex. */
export const Driver = v.object({
  /** The game’s index of the car in this session. */
  carIndex: CarIndex,
  /** The name, as recorded or as the owner of the session changed it. */
  name: line(100),
  /** The race number. */
  carNumber: v.nullable(whole(0, 999)),
  /** The name of the team; null where it is not known. */
  team: v.nullable(line(100)),
  /** The completed laps, lap 1 first. */
  lapTimes: v.pipe(v.array(LapTime), v.maxLength(1_000)),
  /** The pit stops, in order. */
  pitStops: v.pipe(v.array(PitStop), v.maxLength(500)),
  /** The stints, in order. */
  tyres: v.pipe(v.array(TyreStint), v.maxLength(500)),
  /** The position on the track when the recording ended. */
  position: v.nullable(Position),
  /** The best valid lap; null without one. */
  bestLapTimeMs: v.nullable(LapMilliseconds),
  /**
   * From the start to the flag, without penalties: timeWithPenalties of the classification and of podiums is the time that
   * counts.
   */
  totalRaceTime: v.nullable(Milliseconds),
  /** Time penalties in s, which totalRaceTime is without. */
  totalPenaltiesSeconds: v.nullable(whole(0, 36_000)),
  /** The position on the grid. */
  startingPosition: v.nullable(Position),
  /** The position as it was recorded or typed; null until then. The classification has the one that counts. */
  finishingPosition: v.nullable(Position),
  /** The laps that the driver has completed. */
  numberOfLaps: v.nullable(LapNumber),
  /**
   * How many laps behind the winner, where the laps themselves are not known, as in typed results; absent or null elsewhere.
   */
  lapsBehind: v.nullish(LapNumber),
  /** The penalties of the game, in order. */
  penalties: v.pipe(v.array(Penalty), v.maxLength(1_000)),
  /** All warnings. */
  totalWarnings: v.nullable(whole(0, 1_000)),
  /** The warnings for track limits among them. */
  totalCornerCutWarnings: v.nullable(whole(0, 1_000)),
  /** The warnings, in order. */
  warnings: v.pipe(v.array(Warning), v.maxLength(1_000)),
  /** The time on the lap under way when the recording ended. */
  currentLapTime: v.nullable(Milliseconds),
  /** Sector 1 of that lap. */
  currentSector1Time: v.nullable(Milliseconds),
  /** Sector 2 of that lap. */
  currentSector2Time: v.nullable(Milliseconds),
  /** Sector 3 of that lap. */
  currentSector3Time: v.nullable(Milliseconds),
  /** Sector 1 of the lap before it. */
  lastSector1Time: v.nullable(Milliseconds),
  /** Sector 2 of the lap before it. */
  lastSector2Time: v.nullable(Milliseconds),
  /** Sector 3 of the lap before it. */
  lastSector3Time: v.nullable(Milliseconds),
  /** The driver’s best sector 1. */
  bestSector1Time: v.nullable(Milliseconds),
  /** The driver’s best sector 2. */
  bestSector2Time: v.nullable(Milliseconds),
  /** The driver’s best sector 3. */
  bestSector3Time: v.nullable(Milliseconds),
  /** The gap to the car ahead; null for the leader. */
  deltaToCarAhead: v.nullable(Delta),
  /** The gap to the leader; null for the leader. */
  deltaToLeader: v.nullable(Delta),
  /** The lap under way when the recording ended, counted from 1. */
  currentLapNumber: v.nullable(LapNumber),
  /** How the session ended for the driver. */
  resultStatus: ResultStatusNumber,
  /** The tyres on the car. */
  currentTyreCompound: v.nullable(TyreCompoundNumber),
  /** The age of those tyres in laps. */
  currentTyreAgeLaps: v.nullable(LapNumber),
  /** The last position of the car. */
  livePosition: v.nullable(Vector),
  /** The last velocity of the car. */
  velocity: v.nullable(Vector),
  /** The distance after the line on the current lap; negative before it on the first. */
  lapDistance: v.nullable(LapMetres),
});

/** The time that counts in a race. Absent for other sessions, without a time, and for those who are out. */
const counted = {
  /**
   * The time of a race that counts: with the penalties, and after rulings with what those add. Absent in other sessions,
   * without a time, and for those who are out.
   */
  timeWithPenalties: v.optional(RaceMilliseconds),
};

/** A car in the classification of a session. */
export const ClassifiedCar = v.object({
  /** The game’s index of the car in this session. */
  carIndex: CarIndex,
  /**
   * The position; null for those who have none. In a race, cars that did not finish, and then disqualified ones, are behind
   * all others.
   */
  position: v.nullable(Position),
  ...counted,
});

/** One of the first three of a session. */
export const PodiumPlace = v.object({
  /** The game’s index of the car in this session. */
  carIndex: CarIndex,
  /** The name, as recorded or as the owner of the session changed it. */
  name: line(100),
  /** The name of the team; null where it is not known. */
  team: v.nullable(line(100)),
  /**
   * From the start to the flag, without penalties: timeWithPenalties of the classification and of podiums is the time that
   * counts.
   */
  totalRaceTime: v.nullable(Milliseconds),
  /** Time penalties in s, which totalRaceTime is without. */
  totalPenaltiesSeconds: v.nullable(whole(0, 36_000)),
  /** The best valid lap; null without one. */
  bestLapTimeMs: v.nullable(LapMilliseconds),
  /** The laps that the driver has completed. */
  numberOfLaps: v.nullable(LapNumber),
  /** How the session ended for a driver who has retired, and whom the season classifies; absent for others. */
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
  /** The game’s session UID: an unsigned number of 64 bits as text, because JSON numbers lose digits of it. */
  internalSessionId: InternalSessionId,
  /** The track. */
  trackId: TrackNumber,
  /** The type of the session. */
  sessionType: SessionTypeNumber,
  /** The laps of a race; null for other sessions. */
  numberOfLaps: v.nullable(LapNumber),
  /** When the session began. */
  sessionStartTime: Instant,
  /** When it ended; null where it was not recorded to its end. */
  sessionEndTime: v.nullable(Instant),
  /** The version of the game, as text. */
  gameVersion: v.nullable(line(40)),
  /** Whether it was driven online. */
  isMultiplayer: v.boolean(),
  /** The game’s number of the season; null without one. */
  seasonLinkIdentifier: v.nullable(LinkIdentifier),
  /** The game’s number of the race weekend, which its sessions share; null without one. */
  weekendLinkIdentifier: v.nullable(LinkIdentifier),
  /** The game’s number of the session within the weekend; null without one. */
  sessionLinkIdentifier: v.nullable(LinkIdentifier),
  /** The temperature of the track at the start. */
  startTrackTemp: v.nullable(Celsius),
  /** The temperature of the air at the start. */
  startAirTemp: v.nullable(Celsius),
  /** The weather at the start. */
  startWeather: v.nullable(WeatherNumber),
  /** Whether it is finished. */
  sessionStatus: SessionStatusNumber,
};

/** The round before or after that of a session. */
export const NearbyRound = v.object({
  /** The id of the event. */
  eventId: Uuid,
  /** Its number, counted from 1 in the season. */
  round: whole(1, 1_000),
  /** Its name; null for one that is named after its track. */
  name: v.nullable(line(longestName)),
  /** The track. */
  track: TrackNumber,
  /** Its last session that gives points; null without one. */
  sessionId: v.nullable(Uuid),
});

/** The video of an event. */
export const EventStream = v.object({
  /** Its address. */
  url: SecureAddress,
  /** When it begins. */
  startsAt: Instant,
});

/**
 * An event of a season that holds a session. Only seasons of the owner of the session, and those that they are a confirmed
 * driver of, are named: anybody can attach a public session to a season.
 */
export const SessionEvent = v.object({
  /** The season. */
  seasonId: Uuid,
  /** The name of the season. */
  seasonName: line(longestName),
  /** The oldest league of the owner of the season that contains it; null or absent without one. */
  league: v.nullish(SeasonLeague),
  /** The id of the event. */
  eventId: Uuid,
  /** The name of the event; null for one that is named after its track. */
  name: v.nullable(line(longestName)),
  /** The number of the event, counted from 1 in the season. */
  round: whole(1, 1_000),
  /** How the session scores there. */
  scoring: Scoring,
  /** How many places of the session have points there; absent in lists, and where it is the number of the default rules. */
  pointsPlaces: v.optional(whole(0, 64)),
  /**
   * The teams of the season, among which colours are shared out, of more than 64 the first that get one; absent where the game
   * has a colour for each of them.
   */
  teams: v.optional(SharingTeams),
  /** The teams whose colours the owner of the season has chosen; absent for none. */
  teamColours: v.optional(v.array(TeamColour)),
  /**
   * The share of the winner’s laps from which the season classifies a car that retired; absent where that changes no result.
   */
  classifiedFrom: v.optional(real(0.5, 1)),
  /**
   * The first three by the rules and rulings of the season, with the time that those add; absent where it is the podium of the
   * session.
   */
  podium: v.optional(v.pipe(v.array(PodiumPlace), v.maxLength(3))),
  /**
   * All cars in the order of the result by the rules and rulings of the season; absent in lists, and where those change no
   * result.
   */
  classification: Classification,
  /**
   * Whether the latest official standings of the season have this result; absent where it has published none, and where the
   * session gives no points.
   */
  isOfficial: v.optional(v.boolean()),
  /**
   * True where the stewards of the season ruled that the session does not count there: its result and podium stay those of the
   * game. Absent otherwise.
   */
  isExcluded: v.optional(v.boolean()),
  /**
   * The rulings of the season on the session that are in force, in the order in which they apply; absent for none, and in
   * lists.
   */
  rulings: v.optional(v.array(Ruling)),
  /** The video of the event, and when it begins, by the clock; absent where one of both is not known. */
  stream: v.optional(EventStream),
  /** The round before it; null for the first, absent in lists. */
  previous: v.nullish(NearbyRound),
  /** The round after it; null for the last, absent in lists. */
  next: v.nullish(NearbyRound),
});

const given = {
  /** The id of the session, for addresses and events. */
  id: Uuid,
  /** The same as id. */
  sessionId: Uuid,
  /** The user who owns the session. */
  userId: Uuid,
  /** The name of that user; null without one. */
  userName: v.nullable(v.string()),
  /** The race weekend: userId and weekendLinkIdentifier, with a full stop between them; null without one. */
  weekendId: v.nullable(WeekendId),
  /** The first three, or fewer, in order; with the times that lists show. */
  podium: v.pipe(v.array(PodiumPlace), v.maxLength(3)),
  /** True for a session that not everybody may see; absent for others. */
  isPrivate: v.nullish(v.boolean()),
  /** Whether whoever has the key of its live race may see it. Only for private sessions. */
  hasKey: v.nullish(v.boolean()),
  /**
   * The events that hold it, of the newest season first: of seasons that the reader may see, and that its owner owns or is a
   * confirmed driver of. Absent within a season.
   */
  events: v.nullish(v.array(SessionEvent)),
};

/**
 * Where the result of a session comes from: the game's classification, or the timing of its recorder, where the game sent
 * none.
 */
const ResultSource = v.picklist(['classification', 'timing']);

const detailed = {
  /** The drivers, each with a carIndex of its own, in no special order. */
  drivers: v.pipe(
    v.array(Driver),
    v.maxLength(64),
    v.check(
      (drivers) => new Set(drivers.map((driver) => driver.carIndex)).size === drivers.length,
      'each driver must have a carIndex of its own',
    ),
  ),
  /** The time that was left when the recording ended. */
  sessionTimeLeft: v.nullable(Seconds),
  /** The planned duration. */
  sessionDuration: v.nullable(Seconds),
  /** The safety car when the recording ended. */
  safetyCarStatus: v.nullable(SafetyCarStatusNumber),
  /** The last forecast. */
  weatherForecastSamples: v.pipe(v.array(WeatherSample), v.maxLength(64)),
  /** The time of the day in the game, in minutes since midnight. */
  timeOfDay: v.nullable(whole(0, 1_439)),
  /** The last temperature of the track. */
  trackTemp: v.nullable(Celsius),
  /** The last temperature of the air. */
  airTemp: v.nullable(Celsius),
  /** How many times the safety car came out. */
  numberOfSafetyCars: v.nullable(whole(0, 255)),
  /** How many times the virtual safety car came out. */
  numberOfVirtualSafetyCars: v.nullable(whole(0, 255)),
  /** How many times the session was stopped. */
  numberOfRedFlags: v.nullable(whole(0, 255)),
  /** The length of a lap in m. */
  trackLength: v.nullable(whole(0, 100_000)),
  /** The overtakes, in the order of time. */
  overtakes: v.pipe(v.array(Overtake), v.maxLength(10_000)),
  /** The weather as it was, in the order of time. */
  weatherHistory: v.pipe(v.array(WeatherSample), v.maxLength(2_000)),
  /** How much of it was recorded; absent or null for sessions that no recorder made. */
  completeness: v.nullish(Completeness),
  /**
   * Where its result comes from: the game’s `classification`, or the `timing` of its recorder, where the game sent none.
   * Absent or null without a result, and for sessions that no recorder made.
   */
  resultSource: v.nullish(ResultSource),
  /** What the server noted while it was live, in order; absent from sessions that nobody could follow. */
  raceControl: v.optional(RaceControlEntries),
};

/** Fields that the server adds to a session with its details. */
const derived = {
  /** All cars in the order of the result, without the rulings of seasons: the events have the result after those. */
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
  /** The number of pages. */
  totalPages: whole(0, 1e9),
  /** The sessions of this page, newest first. */
  sessions: v.array(SessionSummary),
  /** For `after`, to read what follows, which may be nothing; null after a page that is not full. */
  next: v.nullish(PageKey),
});

/** A session in the list of its owner. */
export const OwnSession = v.object({
  ...SessionSummary.entries,
  /** Since when another version of it can be restored; absent when there is none. */
  otherVersionAt: v.optional(Instant),
});

/** A page of the caller’s own sessions. */
export const OwnSessions = v.object({
  /** The sessions on all pages. */
  totalElements: whole(0, 1e9),
  /** The sessions of this page, newest first. */
  sessions: v.array(OwnSession),
  /** For `after`, to read what follows, which may be nothing; null after a page that is not full. */
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
