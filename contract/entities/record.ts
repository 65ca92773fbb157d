import * as v from 'valibot';
import { longestName } from '../constants.ts';
import { SessionTypeNumber, TrackNumber } from '../enumerations.ts';
import { LapMilliseconds, Position } from '../values/recorded-values.ts';
import { line } from '../values/text-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';
import { SeasonSummary } from './season.ts';
import { TeamColour } from './team-colour.ts';

const count = whole(0, 1_000_000);
const points = v.pipe(v.number(), v.finite());

/** A driver of the seasons of one owner: an account, or else a name. */
const driver = {
  /** The id of the account, or the name of a driver without one. */
  id: v.string(),
  name: v.string(),
  userId: v.nullable(Uuid),
};

/** A driver. */
export const RecordDriver = v.object(driver);

/** Results in races. */
const reached = {
  starts: count,
  wins: count,
  podiums: count,
  poles: count,
  bestFinish: v.nullable(Position),
};

/** Totals over seasons; sprints count apart. */
const figures = { seasons: count, ...reached, fastestLaps: count, sprintWins: count, points };

const lap = { time: LapMilliseconds, sessionId: Uuid, sessionType: SessionTypeNumber, drivenAt: Instant };

/** A fastest lap and its session. */
export const BestLap = v.object(lap);

/** A fastest lap and its driver. */
export const LapRecord = v.object({ ...lap, driver: RecordDriver });

/** A driver over the seasons of a league. */
export const LeagueDriver = v.object({ ...driver, team: v.nullable(v.string()), ...figures });

/** A driver with the races won at one track. */
export const TrackWinner = v.object({ ...driver, wins: count });

/** The records of a league at one track. */
export const TrackRecord = v.object({
  track: TrackNumber,
  races: count,
  /** The fastest lap of all sessions. */
  lap: v.nullable(LapRecord),
  raceLap: v.nullable(LapRecord),
  /** Drivers with the most wins, in descending order. */
  winners: v.array(TrackWinner),
});

/** The leader of a season. */
export const SeasonLeader = v.object({ name: v.string(), points });

/** A season of a league; `leader` is null for those that do not count. */
export const RecordSeason = v.object({ season: SeasonSummary, leader: v.nullable(SeasonLeader) });

/** Drivers and tracks over the seasons of a league. */
export const LeagueRecords = v.object({
  /** All seasons of the league, the last added first; the leader only of those that are counted. */
  seasons: v.array(RecordSeason),
  drivers: v.array(LeagueDriver),
  /** The colours of the teams of the drivers: each has that of the newest season with the team. */
  teamColours: v.optional(v.array(TeamColour)),
  tracks: v.array(TrackRecord),
});

/** A driver's results at one track. */
export const DriverTrack = v.object({ track: TrackNumber, ...reached, lap: v.nullable(BestLap) });

/** A driver against another one, in the races that both have started. */
export const Rival = v.object({
  ...driver,
  races: count,
  ahead: count,
  behind: count,
  /** Places on the grid. */
  startedAhead: count,
  startedBehind: count,
});

/** A driver over seasons, at each track, and against each of the others. */
export const DriverRecord = v.object({
  ...driver,
  ...figures,
  tracks: v.array(DriverTrack),
  rivals: v.array(Rival),
});

/** An event; `round` counts from 1 in its season. */
const round = { round: whole(1, 1_000), track: TrackNumber, eventName: v.nullable(line(longestName)) };

/** The last race of a season. */
export const LastRace = v.object({ ...round, sessionId: Uuid, startedAt: Instant, winner: v.nullable(v.string()) });

/** The round that is next in a season. */
export const NextRound = v.object({ ...round, startsAt: v.nullable(Instant) });

/** The season that a league drives now: who leads it, its last race and its next round. */
export const LeagueSeason = v.object({
  leagueId: Uuid,
  seasonId: Uuid,
  seasonName: line(longestName),
  rounds: count,
  roundsRun: count,
  leader: v.nullable(SeasonLeader),
  lastRace: v.nullable(LastRace),
  /** The last round with a race; 0 before. */
  lastRound: v.nullish(count),
  /** The first of the rounds ahead, whether its time is over or not. */
  nextRound: v.nullable(NextRound),
  /** The rounds after the last one with a race, without one that is live. */
  ahead: v.nullish(v.array(NextRound)),
});

export type LeagueDriver = v.InferOutput<typeof LeagueDriver>;
export type TrackRecord = v.InferOutput<typeof TrackRecord>;
export type LapRecord = v.InferOutput<typeof LapRecord>;
export type LeagueRecords = v.InferOutput<typeof LeagueRecords>;
export type DriverTrack = v.InferOutput<typeof DriverTrack>;
export type Rival = v.InferOutput<typeof Rival>;
export type DriverRecord = v.InferOutput<typeof DriverRecord>;
export type LeagueSeason = v.InferOutput<typeof LeagueSeason>;
