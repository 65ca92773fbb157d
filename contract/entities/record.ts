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
  /** The name, as the newest of the seasons shows it. */
  name: v.string(),
  /** The account; null for a driver without one. */
  userId: v.nullable(Uuid),
};

/** A driver over seasons. */
export const RecordDriver = v.object(driver);

/** Results in races. */
const reached = {
  /** Races that were started. */
  starts: count,
  /** Races that were won, after rulings. */
  wins: count,
  /** Races that were finished in the first three places. */
  podiums: count,
  /** Races that were started from the first place of the grid. */
  poles: count,
  /** The best place in a race; null before the first finish. */
  bestFinish: v.nullable(Position),
};

/** Totals over seasons; sprints count apart. */
const figures = {
  /** Seasons with a result. */
  seasons: count,
  ...reached,
  /** Races with the fastest lap. */
  fastestLaps: count,
  /** Sprints that were won; the other figures are of races alone. */
  sprintWins: count,
  /** The points of all seasons that count for the championship. */
  points,
};

const lap = {
  /** The time of the lap. */
  time: LapMilliseconds,
  /** The session that it was driven in. */
  sessionId: Uuid,
  /** The type of that session. */
  sessionType: SessionTypeNumber,
  /** When that session began. */
  drivenAt: Instant,
};

/** A fastest lap. */
export const BestLap = v.object(lap);

/** A fastest lap and its driver. */
export const LapRecord = v.object({
  ...lap,
  /** The driver of the lap. */
  driver: RecordDriver,
});

/** A driver over the seasons of a league. */
export const LeagueDriver = v.object({
  ...driver,
  /** The team of the newest drive; null where it is not known. */
  team: v.nullable(v.string()),
  ...figures,
});

/** A driver with the races won at one track. */
export const TrackWinner = v.object({
  ...driver,
  /** Races that were won there. */
  wins: count,
});

/** The records of a league at one track. */
export const TrackRecord = v.object({
  /** The track. */
  track: TrackNumber,
  /** Races there. */
  races: count,
  /** The fastest lap of all sessions; null where no time is known. */
  lap: v.nullable(LapRecord),
  /** The fastest lap of races and sprints; null where no time is known. */
  raceLap: v.nullable(LapRecord),
  /** The drivers with the most wins there, most wins first, at most three. */
  winners: v.array(TrackWinner),
});

/** The leader of a season. */
export const SeasonLeader = v.object({
  /** The name of the driver. */
  name: v.string(),
  /** The points. */
  points,
});

/** A season of a league. */
export const RecordSeason = v.object({
  /** The season. */
  season: SeasonSummary,
  /** The leader; null before the first result, and for seasons that do not count. */
  leader: v.nullable(SeasonLeader),
});

/** Drivers and tracks over the seasons of a league. */
export const LeagueRecords = v.object({
  /** All seasons of the league, the last added first. */
  seasons: v.array(RecordSeason),
  /** The drivers, the most wins first. */
  drivers: v.array(LeagueDriver),
  /**
   * The colours of the teams of the drivers: each has that of the newest season with the team, and the first twelve share
   * none.
   */
  teamColours: v.optional(v.array(TeamColour)),
  /** The tracks, the one with the most races first. */
  tracks: v.array(TrackRecord),
});

/** What a driver has reached at one track. */
export const DriverTrack = v.object({
  /** The track. */
  track: TrackNumber,
  ...reached,
  /** The fastest lap; null where no time is known. */
  lap: v.nullable(BestLap),
});

/** A driver against another one, in the races that both have started. */
export const Rival = v.object({
  ...driver,
  /** Races that both have started. */
  races: count,
  /** How often the driver was ahead of this one in the result. */
  ahead: count,
  /** How often behind. */
  behind: count,
  /** How often the driver was ahead of this one on the grid. */
  startedAhead: count,
  /** How often behind. */
  startedBehind: count,
});

/** A driver over seasons. */
export const DriverRecord = v.object({
  ...driver,
  ...figures,
  /** The tracks, the one with the most starts first. */
  tracks: v.array(DriverTrack),
  /** The other drivers, the one with the most common races first. */
  rivals: v.array(Rival),
});

/** An event; `round` counts from 1 in its season. */
const round = {
  /** Counts from 1 in the season. */
  round: whole(1, 1_000),
  /** The track. */
  track: TrackNumber,
  /** The name of the event; null: that of its track. */
  eventName: v.nullable(line(longestName)),
};

/** The last race of a season. */
export const LastRace = v.object({
  ...round,
  /** The session. */
  sessionId: Uuid,
  /** When it began. */
  startedAt: Instant,
  /** The name of its winner, after rulings; null without one. */
  winner: v.nullable(v.string()),
});

/** A round of a season after the last one with a race. */
export const NextRound = v.object({
  ...round,
  /** When it starts; null while that is not known. */
  startsAt: v.nullable(Instant),
});

/** The season that a league drives now. */
export const LeagueSeason = v.object({
  /** The league. */
  leagueId: Uuid,
  /** The season that was added last, of those of the owner of the league. */
  seasonId: Uuid,
  /** The name of that season. */
  seasonName: line(longestName),
  /** Its events. */
  rounds: count,
  /** Its events with a session. */
  roundsRun: count,
  /** The leader; null before the first result. */
  leader: v.nullable(SeasonLeader),
  /** Its last race; null before that. */
  lastRace: v.nullable(LastRace),
  /** Its last round with a race; 0 before. */
  lastRound: v.nullish(count),
  /** The first of the rounds ahead, whether its time is over or not; null after the last one. */
  nextRound: v.nullable(NextRound),
  /** The rounds after the last one with a race, without one that is live; of many the first 30. */
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
