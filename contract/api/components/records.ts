import {
  BestLap,
  DriverRecord,
  DriverTrack,
  LapRecord,
  LastRace,
  LeagueDriver,
  LeagueRecords,
  LeagueSeason,
  NextRound,
  RecordDriver,
  RecordSeason,
  Rival,
  SeasonLeader,
  TrackRecord,
  TrackWinner,
} from '../../entities/record.ts';
import { describeObject } from './component.ts';

const driver = {
  id: 'The id of the account, or the name of a driver without one.',
  name: 'The name, as the newest of the seasons shows it.',
  userId: 'The account; null for a driver without one.',
};
const reached = {
  starts: 'Races that were started.',
  wins: 'Races that were won, after rulings.',
  podiums: 'Races that were finished in the first three places.',
  poles: 'Races that were started from the first place of the grid.',
  bestFinish: 'The best place in a race; null before the first finish.',
};
const figures = {
  seasons: 'Seasons with a result.',
  ...reached,
  fastestLaps: 'Races with the fastest lap.',
  sprintWins: 'Sprints that were won; the other figures are of races alone.',
  points: 'The points of all seasons that count for the championship.',
};
const lap = {
  time: 'The time of the lap.',
  sessionId: 'The session that it was driven in.',
  sessionType: 'The type of that session.',
  drivenAt: 'When that session began.',
};
const round = {
  round: 'Counts from 1 in the season.',
  track: 'The track.',
  eventName: 'The name of the event; null: that of its track.',
};

/** Records over seasons. */
export const recordComponents = {
  RecordDriver: describeObject(RecordDriver, 'A driver over seasons.', driver),
  BestLap: describeObject(BestLap, 'A fastest lap.', lap),
  LapRecord: describeObject(LapRecord, 'A fastest lap and its driver.', { ...lap, driver: 'Who has driven it.' }),
  LeagueDriver: describeObject(LeagueDriver, 'A driver over the seasons of a league.', {
    ...driver,
    ...figures,
    team: 'The team of the newest drive; null where it is not known.',
  }),
  TrackWinner: describeObject(TrackWinner, 'A driver with the races won at one track.', {
    ...driver,
    wins: 'Races that were won there.',
  }),
  TrackRecord: describeObject(TrackRecord, 'The records of a league at one track.', {
    track: 'The track.',
    races: 'Races there.',
    lap: 'The fastest lap of all sessions; null where no time is known.',
    raceLap: 'The fastest lap of races and sprints; null where no time is known.',
    winners: 'Who has won most races there, the most wins first, at most three.',
  }),
  SeasonLeader: describeObject(SeasonLeader, 'Who leads a season.', {
    name: 'The name of the driver.',
    points: 'The points.',
  }),
  RecordSeason: describeObject(RecordSeason, 'A season of a league.', {
    season: 'The season.',
    leader: 'Who leads it; null before the first result, and for seasons that do not count.',
  }),
  LeagueRecords: describeObject(LeagueRecords, 'Drivers and tracks over the seasons of a league.', {
    seasons: 'All seasons of the league, the last added first.',
    drivers: 'The drivers, the most wins first.',
    teamColours:
      'The colours of the teams of the drivers: each has that of the newest season with the team, and the first twelve share none.',
    tracks: 'The tracks, the one with the most races first.',
  }),
  DriverTrack: describeObject(DriverTrack, 'What a driver has reached at one track.', {
    ...reached,
    track: 'The track.',
    lap: 'The fastest lap; null where no time is known.',
  }),
  Rival: describeObject(Rival, 'A driver against another one, in the races that both have started.', {
    ...driver,
    races: 'Races that both have started.',
    ahead: 'How often the driver was ahead of this one in the result.',
    behind: 'How often behind.',
    startedAhead: 'How often the driver was ahead of this one on the grid.',
    startedBehind: 'How often behind.',
  }),
  DriverRecord: describeObject(DriverRecord, 'A driver over seasons.', {
    ...driver,
    ...figures,
    tracks: 'The tracks, the one with the most starts first.',
    rivals: 'The other drivers, the one with the most common races first.',
  }),
  LastRace: describeObject(LastRace, 'The last race of a season.', {
    ...round,
    sessionId: 'The session.',
    startedAt: 'When it began.',
    winner: 'The name of its winner, after rulings; null without one.',
  }),
  NextRound: describeObject(NextRound, 'A round of a season after the last one with a race.', {
    ...round,
    startsAt: 'When it starts; null while that is not known.',
  }),
  LeagueSeason: describeObject(LeagueSeason, 'The season that a league drives now.', {
    leagueId: 'The league.',
    seasonId: 'The season that was added last, of those of the owner of the league.',
    seasonName: 'The name of that season.',
    rounds: 'Its events.',
    roundsRun: 'Its events with a session.',
    leader: 'Who leads it; null before the first result.',
    lastRace: 'Its last race; null before that.',
    lastRound: 'Its last round with a race; 0 before.',
    nextRound: 'The first of the rounds ahead, whether its time is over or not; null after the last one.',
    ahead: 'The rounds after the last one with a race, without one that is live; of many the first 30.',
  }),
};
