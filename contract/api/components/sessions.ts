// One piece: the words for every field of a session, in the order of its entity.
import {
  ClassifiedCar,
  Driver,
  LapTime,
  NearbyRound,
  Overtake,
  OwnSessions,
  Penalty,
  PitStop,
  PodiumPlace,
  Session,
  SessionEvent,
  SessionPage,
  SessionSummary,
  TyreStint,
  Vector,
  Warning,
  WeatherSample,
} from '../../entities/session.ts';
import { SessionVersion, UploadedSession } from '../../entities/session-version.ts';
import { TrackOutline } from '../../entities/track.ts';
import { DriverUpdate, SessionUpdate, SessionUpload } from '../bodies.ts';
import { describeObject } from './component.ts';
import { recordingComponents } from './recording.ts';

const lapNum = 'The lap, counted from 1; null where the game did not say.';

const driver = {
  carIndex: 'The game’s index of the car in this session.',
  name: 'The name, as recorded or as the owner of the session changed it.',
  team: 'The name of the team; null where it is not known.',
  totalRaceTime:
    'From the start to the flag, without penalties: timeWithPenalties of the classification and of podiums is the time that counts.',
  totalPenaltiesSeconds: 'Time penalties in s, which totalRaceTime is without.',
  bestLapTimeMs: 'The best valid lap; null without one.',
  numberOfLaps: 'The laps that the driver has completed.',
  lapsBehind:
    'How many laps behind the winner, where the laps themselves are not known, as in typed results; absent or null elsewhere.',
};

const timeWithPenalties =
  'The time of a race that counts: with the penalties, and after rulings with what those add. Absent in other sessions, without a time, and for those who are out.';

const recorded = {
  internalSessionId:
    'The game’s session UID: an unsigned number of 64 bits as text, because JSON numbers lose digits of it.',
  trackId: 'The track.',
  sessionType: 'The type of the session.',
  numberOfLaps: 'The laps of a race; null for other sessions.',
  sessionStartTime: 'When the session began.',
  sessionEndTime: 'When it ended; null where it was not recorded to its end.',
  gameVersion: 'The version of the game, as text.',
  isMultiplayer: 'Whether it was driven online.',
  seasonLinkIdentifier: 'The game’s number of the season; null without one.',
  weekendLinkIdentifier: 'The game’s number of the race weekend, which its sessions share; null without one.',
  sessionLinkIdentifier: 'The game’s number of the session within the weekend; null without one.',
  startTrackTemp: 'The temperature of the track at the start.',
  startAirTemp: 'The temperature of the air at the start.',
  startWeather: 'The weather at the start.',
  sessionStatus: 'Whether it is finished.',
};

const given = {
  id: 'The id of the session, for addresses and events.',
  sessionId: 'The same as id.',
  userId: 'The user who owns the session.',
  userName: 'The name of that user; null without one.',
  weekendId: 'The race weekend: userId and weekendLinkIdentifier, with a full stop between them; null without one.',
  podium: 'The first three, or fewer, in order; with the times that lists show.',
  isPrivate: 'True for a session that not everybody may see; absent for others.',
  hasKey: 'Whether whoever has the key of its live race may see it. Only for private sessions.',
  events:
    'The events that hold it, of the newest season first: of seasons that the reader may see, and that its owner owns or is a confirmed driver of. Absent within a season.',
};

const detailed = {
  drivers: 'The drivers, each with a carIndex of its own, in no special order.',
  sessionTimeLeft: 'The time that was left when the recording ended.',
  sessionDuration: 'The planned duration.',
  safetyCarStatus: 'The safety car when the recording ended.',
  weatherForecastSamples: 'The last forecast.',
  timeOfDay: 'The time of the day in the game, in minutes since midnight.',
  trackTemp: 'The last temperature of the track.',
  airTemp: 'The last temperature of the air.',
  numberOfSafetyCars: 'How many times the safety car came out.',
  numberOfVirtualSafetyCars: 'How many times the virtual safety car came out.',
  numberOfRedFlags: 'How many times the session was stopped.',
  trackLength: 'The length of a lap in m.',
  overtakes: 'The overtakes, in the order of time.',
  weatherHistory: 'The weather as it was, in the order of time.',
  completeness: 'How much of it was recorded; absent or null for sessions that no recorder made.',
  resultSource:
    'Where its result comes from: the game’s `classification`, or the `timing` of its recorder, where the game sent none. Absent or null without a result, and for sessions that no recorder made.',
};

/** The words for the fields of a session. */
export const session = {
  ...given,
  ...recorded,
  ...detailed,
  raceControl: 'What the server noted while it was live, in order; absent from sessions that nobody could follow.',
  classification:
    'All cars in the order of the result, without the rulings of seasons: the events have the result after those.',
};

/** Sessions and what is in them. */
export const sessionComponents = {
  LapTime: describeObject(LapTime, 'A lap. Laps are listed in order, lap 1 first.', {
    lapTime: 'The time of the lap; null where the game gave none.',
    sector1Time: 'Sector 1.',
    sector2Time: 'Sector 2.',
    sector3Time: 'Sector 3.',
    invalidLap: 'Whether the lap does not count, because of track limits.',
  }),
  TyreStint: describeObject(TyreStint, 'A set of tyres. Stints are listed in order.', {
    tyreCompound: 'The compound.',
    endLap: 'The last lap on the set.',
  }),
  PitStop: describeObject(PitStop, 'A pit stop.', {
    lapNum: 'The lap of the stop, counted from 1.',
    pitLaneTime: 'The time in the pit lane; null where it is not known.',
  }),
  Penalty: describeObject(Penalty, 'A penalty or a warning of the game.', {
    penaltyType: 'The kind of penalty.',
    penaltyTime: 'The added time in s; null for penalties without one.',
    infringementType: 'The game’s number of the infringement.',
    otherVehicleIdx: 'The carIndex of the other car; null without one.',
    lapNum,
    penaltyIssuedTime: 'When it was given, since the start of the session.',
  }),
  Warning: describeObject(Warning, 'A warning.', {
    warningType: 'The kind of warning.',
    lapNum,
    warningTime: 'When it was given, since the start of the session.',
  }),
  Overtake: describeObject(Overtake, 'An overtake.', {
    overtakingDriverIdx: 'The carIndex of the driver who gained the place.',
    overtakenDriverIdx: 'The carIndex of the driver who lost it.',
    lapNum,
    overtakingTime: 'When it was, since the start of the session.',
    utcTime: 'When it was, by the clock.',
  }),
  WeatherSample: describeObject(WeatherSample, 'Weather, as forecast or as recorded.', {
    sessionTypeMode: 'The session that it is for.',
    timeOffSet: 'In minutes: from now on in a forecast, since the start of the session in the history.',
    forecastedWeatherCondition: 'The weather.',
    trackTemperatureCelsius: 'The temperature of the track.',
    trackTemperatureChange: 'How it changes.',
    airTemperatureCelsius: 'The temperature of the air.',
    airTemperatureChange: 'How it changes.',
    rainPercentage: 'The probability of rain.',
  }),
  Vector: describeObject(Vector, 'A position in m or a velocity in m/s, in the axes of the game’s world.', {
    x: 'Along the first axis, which lies level.',
    y: 'Along the second axis, upwards.',
    z: 'Along the third axis, which lies level.',
  }),
  Driver: describeObject(Driver, 'A driver in a session. Every field that ends in Idx refers to carIndex.', {
    ...driver,
    carNumber: 'The race number.',
    lapTimes: 'The completed laps, lap 1 first.',
    pitStops: 'The pit stops, in order.',
    tyres: 'The stints, in order.',
    position: 'The position on the track when the recording ended.',
    startingPosition: 'The position on the grid.',
    finishingPosition:
      'The position as it was recorded or typed; null until then. The classification has the one that counts.',
    penalties: 'The penalties of the game, in order.',
    totalWarnings: 'All warnings.',
    totalCornerCutWarnings: 'The warnings for track limits among them.',
    warnings: 'The warnings, in order.',
    currentLapTime: 'The time on the lap under way when the recording ended.',
    currentSector1Time: 'Sector 1 of that lap.',
    currentSector2Time: 'Sector 2 of that lap.',
    currentSector3Time: 'Sector 3 of that lap.',
    lastSector1Time: 'Sector 1 of the lap before it.',
    lastSector2Time: 'Sector 2 of the lap before it.',
    lastSector3Time: 'Sector 3 of the lap before it.',
    bestSector1Time: 'The driver’s best sector 1.',
    bestSector2Time: 'The driver’s best sector 2.',
    bestSector3Time: 'The driver’s best sector 3.',
    deltaToCarAhead: 'The gap to the car ahead; null for the leader.',
    deltaToLeader: 'The gap to the leader; null for the leader.',
    currentLapNumber: 'The lap under way when the recording ended, counted from 1.',
    resultStatus: 'How the session ended for the driver.',
    currentTyreCompound: 'The tyres on the car.',
    currentTyreAgeLaps: 'The age of those tyres in laps.',
    livePosition: 'The last position of the car.',
    velocity: 'The last velocity of the car.',
    lapDistance: 'The distance after the line on the current lap; negative before it on the first.',
  }),
  ClassifiedCar: describeObject(ClassifiedCar, 'A car in the classification of a session.', {
    carIndex: driver.carIndex,
    position:
      'The position; null for those who have none. In a race, cars that did not finish, and then disqualified ones, are behind all others.',
    timeWithPenalties,
  }),
  PodiumPlace: describeObject(PodiumPlace, 'One of the first three of a session.', {
    ...driver,
    resultStatus:
      'How the session ended for a driver who has retired, and whom the season classifies; absent for others.',
    timeWithPenalties,
  }),
  ...recordingComponents,
  NearbyRound: describeObject(NearbyRound, 'The round before or after that of a session.', {
    eventId: 'The id of the event.',
    round: 'Its number, counted from 1 in the season.',
    name: 'Its name; null for one that is named after its track.',
    track: 'The track.',
    sessionId: 'Its last session that gives points; null without one.',
  }),
  SessionEvent: describeObject(SessionEvent, 'An event of a season that holds a session.', {
    seasonId: 'The season.',
    seasonName: 'The name of the season.',
    league: 'The oldest league of the owner of the season that contains it; null or absent without one.',
    eventId: 'The id of the event.',
    name: 'The name of the event; null for one that is named after its track.',
    round: 'The number of the event, counted from 1 in the season.',
    scoring: 'How the session scores there.',
    pointsPlaces:
      'How many places of the session have points there; absent in lists, and where it is the number of the default rules.',
    teams:
      'The teams of the season, among which colours are shared out, of more than 64 the first that get one; absent where the game has a colour for each of them.',
    teamColours: 'Those of them whose colours the owner of the season has chosen; absent for none.',
    classifiedFrom:
      'The share of the winner’s laps from which the season classifies a car that retired; absent where that changes no result.',
    podium:
      'The first three by the rules and rulings of the season, with the time that those add; absent where it is the podium of the session.',
    classification:
      'All cars in the order of the result by the rules and rulings of the season; absent in lists, and where those change no result.',
    isOfficial:
      'Whether the latest official standings of the season have this result; absent where it has published none, and where the session gives no points.',
    isExcluded:
      'True where the stewards of the season ruled that the session does not count there: its result and podium stay those of the game. Absent otherwise.',
    rulings:
      'The rulings of the season on the session that are in force, in the order in which they apply; absent for none, and in lists.',
    previous: 'The round before it; null for the first, absent in lists.',
    next: 'The round after it; null for the last, absent in lists.',
  }),
  SessionSummary: describeObject(SessionSummary, 'A session in a list.', session),
  Session: describeObject(Session, 'A session with its drivers, overtakes and weather.', session),
  SessionPage: describeObject(SessionPage, 'A page of the sessions of a user.', {
    totalPages: 'The number of pages.',
    sessions: 'The sessions of this page, newest first.',
    next: 'For `after`, to read what follows, which may be nothing; null after a page that is not full.',
  }),
  OwnSession: describeObject(OwnSessions.entries.sessions.item, 'A session in the list of its owner.', {
    ...session,
    otherVersionAt: 'Since when another version of it can be restored; absent when there is none.',
  }),
  OwnSessions: describeObject(OwnSessions, 'A page of the caller’s own sessions.', {
    totalElements: 'The sessions on all pages.',
    sessions: 'The sessions of this page, newest first.',
    next: 'For `after`, to read what follows, which may be nothing; null after a page that is not full.',
  }),
  UploadedSession: describeObject(UploadedSession, 'The stored session after an upload.', {
    ...session,
    uploadResult:
      'created; replaced: the upload took the place of another version; same: it was stored before; kept: another version is stored and was not changed.',
  }),
  SessionVersion: describeObject(SessionVersion, 'A version of a session that is stored beside it for 14 days.', {
    id: 'The id of the version.',
    reason:
      'replaced: another version took its place; unused: a recorder sent it while an upload of a person was stored.',
    storedAt: 'When it was put aside.',
    keptUntil: 'When it is deleted.',
    sessionStatus: 'Whether it is finished.',
    laps: 'The laps of the driver with the most.',
    drivers: 'The number of drivers.',
    podium: given.podium,
  }),
  SessionUpload: describeObject(SessionUpload, 'A session without the fields that the server sets.', {
    ...recorded,
    ...detailed,
    liveId: 'The live session that it was; absent or null for one that was not live.',
  }),
  SessionUpdate: describeObject(SessionUpdate, 'Who sees a session.', {
    isPublic: 'True: everybody. False: its owner, whoever runs its seasons, and whoever has the key of its live race.',
  }),
  DriverUpdate: describeObject(DriverUpdate, 'The new name of a driver.', { name: 'The name.' }),
  TrackOutline: describeObject(
    TrackOutline,
    'The outline of a track, recorded on one lap: points at equal parts of the lap, from the start line in the direction of driving.',
    {
      trackId: 'The track.',
      length: 'The length of a lap in m; null without an outline.',
      points: 'Each as x and z in m, in the axes of the game’s world; empty without an outline.',
      source: 'Where it comes from; null without an outline.',
    },
  ),
  OutlineSource: describeObject(TrackOutline.entries.source.wrapped, 'Where the outline of a track comes from.', {
    liveId: 'The live session that it was recorded in; null where it is gone.',
    learnedAt: 'When it was recorded.',
  }),
};
