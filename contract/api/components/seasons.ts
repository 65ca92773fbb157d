// One piece: the words of seasons share those of their fields.

import { Claim, RecordedDriver, RosterDriver, RosterMember, SeatChange } from '../../entities/roster.ts';
import { Ruling } from '../../entities/ruling.ts';
import { Alias, ScoringRules } from '../../entities/scoring.ts';
import {
  Bonus,
  DrivenSeason,
  EventSession,
  LatestRevision,
  Result,
  Revision,
  Season,
  SeasonEvent,
  SeasonPage,
  SeasonSummary,
  StandingDriver,
  Standings,
  StandingTeam,
} from '../../entities/season.ts';
import { SeasonLeague } from '../../entities/season-league.ts';
import { GivenColour, TeamColour } from '../../entities/team-colour.ts';
import {
  AliasesUpdate,
  ClaimCreate,
  EventCreate,
  EventOrder,
  EventSessionsAdd,
  EventsCreate,
  EventUpdate,
  RevisionCreate,
  RosterUpdate,
  RulingCreate,
  RulingsCreate,
  ScoringUpdate,
  SeasonCreate,
  SeasonUpdate,
  SessionScoring,
  StandingsPreview,
  TeamAliasesUpdate,
  TeamColoursUpdate,
} from '../bodies.ts';
import { describeObject, describeValue } from './component.ts';

const season = {
  id: 'The id of the season.',
  name: 'The name of the season.',
  ownerId: 'The user who owns it.',
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
};
const event = {
  track: 'The track.',
  name: 'The name of the event; null: that of its track.',
  startsAt: 'When it starts; null where that is not planned yet.',
  pointsFactor: 'The factor of the points, 0.5 for half points; absent: 1.',
  hasSprint: 'Whether it has a sprint beside its race, as its owner plans it; null or absent: not decided.',
};
const scoring = {
  racePoints: 'The points of a race by position, those of position 1 first.',
  sprintPoints: 'The points of a sprint by position, those of position 1 first.',
  fastestLapBonus: 'Points for the fastest lap of a race.',
  fastestLapWithin: 'Only drivers in the first so many positions get them.',
  poleBonus: 'Points for pole position.',
  droppedResults: 'How many of a driver’s worst results or rounds do not count. Points of rulings always do.',
  dropBy:
    'What is dropped: result (a race or a sprint by itself) or round (all of its results). Absent in older seasons: results, with the points of rulings; a missed round is one.',
  classifiedFrom:
    'The share of the winner’s laps from which a car that retired is classified, 0.9 in F1; absent or null: only finishers are.',
  poleBy:
    'Whose the points for pole position are: grid (who starts first) or qualifying (the fastest of the last qualifying session of the event; without one, who starts first). Absent or null: grid.',
  factorOf: 'What the factor of an event multiplies: all, or table without the bonuses. Absent or null: all.',
  sprintBonuses:
    'Whether sprints give the points for the fastest lap and for pole position too. Absent or null: they do not.',
};
const alias = {
  name: 'The name that is shown.',
  recordedNames: 'The recorded names that are this driver.',
};
const teamAlias = {
  name: 'The name that is shown.',
  recordedNames: 'The names that are this team.',
};
const seat = {
  eventId: 'The event from which on it is so.',
  team: 'The team; null without one.',
  isReserve: 'Whether the driver is a reserve.',
};
const rosterDriver = {
  id: 'The id of the driver in this season, which stays when the name changes.',
  name: 'The name that the standings show.',
  number: 'The race number; null without one. A reserve may have that of a regular driver.',
  team: 'The team at the start of the season; null without one.',
  isReserve: 'Whether the driver is a reserve at the start of the season.',
  changes: 'The seats after that; at most one at each event.',
};
const teamColour = {
  team: 'The name of the team.',
  colour: 'Its colour, by the name that the palette has for it.',
};
const ruling = {
  kind: 'What the ruling does.',
  carIndex: 'The car.',
  sessionId: 'The session.',
  reason: 'Why, in words that everybody can read.',
  milliseconds: 'Added to the race time; negative takes time away.',
  places: 'Places that the car is moved back; negative forward.',
  points: 'Points of the championship that are added; negative takes points away, 0 is a reprimand.',
  licencePoints: 'Licence points for the driver, added up over the season; they change no result.',
  otherCars: 'The other cars of the incident: each gets the same ruling.',
  id: 'The id of the ruling.',
  authorName: 'The name of the author at that time; null without one.',
  madeAt: 'When it was made.',
  withdrawnAt: 'When it was withdrawn; null while it has effect.',
};
const published = {
  number: 'Counts from 1 within the season.',
  note: 'What its owner wrote with it; null for nothing.',
  authorName: 'The name of the author at that time; null without one.',
  publishedAt: 'When it was published.',
};
/** The words for the fields of a claim. */
export const claim = {
  id: 'The id of the claim.',
  seasonId: 'The season.',
  driverId: 'The driver of its roster.',
  userId: 'The user who says to be that driver.',
  username: 'The name of that user; null without one.',
  claimedAt: 'When the user said so.',
  confirmedAt: 'When the owner of the season confirmed it; null before.',
};
const points = 'The points.';

const [timeRuling, placesRuling, pointsRuling, disqualification, reinstatement, exclusion] = Ruling.options;
const [newTime, newPlaces, newPoints, newDisqualification, newReinstatement, newExclusion] = RulingCreate.options;
const [manyTime, manyPlaces, manyPoints, manyDisqualifications, manyReinstatements, manyExclusion] =
  RulingsCreate.options;
const previewEvent = StandingsPreview.entries.events.wrapped.item;
const givenDriver = RosterUpdate.entries.roster.item;
const { driver: drivenDriver, drives } = DrivenSeason.entries;

const rulingWords = {
  time: 'Time added to the race time of a car.',
  places: 'A car is moved by places.',
  points: 'A driver gets or loses points of the championship.',
  disqualify: 'A car is disqualified.',
  reinstate: 'A disqualification by the game is cancelled.',
  exclude: 'A session does not count.',
};

/** Seasons, their standings, and what changes them. */
export const seasonComponents = {
  ScoringRules: describeObject(ScoringRules, 'The scoring rules of a season.', scoring),
  Alias: describeObject(Alias, 'A driver with several recorded names.', alias),
  TimeRuling: describeObject(timeRuling, rulingWords.time, ruling),
  PlacesRuling: describeObject(placesRuling, rulingWords.places, ruling),
  PointsRuling: describeObject(pointsRuling, rulingWords.points, ruling),
  Disqualification: describeObject(disqualification, rulingWords.disqualify, ruling),
  Reinstatement: describeObject(reinstatement, rulingWords.reinstate, ruling),
  SessionExclusion: describeObject(exclusion, rulingWords.exclude, ruling),
  Ruling: describeValue(
    Ruling,
    'A steward’s decision. Recorded results stay as they are; standings apply the rulings to them.',
  ),
  TimeRulingCreate: describeObject(newTime, rulingWords.time, ruling),
  PlacesRulingCreate: describeObject(newPlaces, rulingWords.places, ruling),
  PointsRulingCreate: describeObject(newPoints, rulingWords.points, ruling),
  DisqualificationCreate: describeObject(newDisqualification, rulingWords.disqualify, ruling),
  ReinstatementCreate: describeObject(newReinstatement, rulingWords.reinstate, ruling),
  SessionExclusionCreate: describeObject(newExclusion, rulingWords.exclude, ruling),
  RulingCreate: describeValue(RulingCreate, 'A ruling that is to be made.'),
  TimeRulingsCreate: describeObject(manyTime, rulingWords.time, ruling),
  PlacesRulingsCreate: describeObject(manyPlaces, rulingWords.places, ruling),
  PointsRulingsCreate: describeObject(manyPoints, rulingWords.points, ruling),
  DisqualificationsCreate: describeObject(manyDisqualifications, rulingWords.disqualify, ruling),
  ReinstatementsCreate: describeObject(manyReinstatements, rulingWords.reinstate, ruling),
  SessionExclusionsCreate: describeObject(manyExclusion, rulingWords.exclude, ruling),
  RulingsCreate: describeValue(RulingsCreate, 'A ruling that is to be made on one car or more.'),
  Bonus: describeObject(Bonus, 'Points of a result besides those of the table.', {
    kind: 'What they are for.',
    points,
  }),
  Result: describeObject(Result, 'The result of one driver in one session, after rulings.', {
    sessionId: 'The session.',
    driverIdx: 'The carIndex of the driver in it.',
    position: 'The position that counts; null for those who are not classified.',
    points: 'The points, bonuses included.',
    resultStatus: 'How the session ended for the driver.',
    isClassified: 'True for a car that has retired, and that the season classifies; absent otherwise.',
    fastestLap: 'Whether it was the fastest lap of the session.',
    base: 'The points of the table, without bonuses.',
    bonuses: 'The bonuses.',
    dropped: 'Whether it does not count, because the season drops the worst results.',
    counted: 'The points of rulings that count though the result is dropped; absent for none.',
    rulings: 'The ids of the rulings on this driver.',
  }),
  StandingDriver: describeObject(StandingDriver, 'A driver in the championship.', {
    name: 'The name of the driver.',
    points: 'The points of the championship.',
    team: 'The team; null without one.',
    results: 'The results that score, in the order of the calendar.',
    aliases: 'The recorded names of the driver.',
  }),
  StandingTeam: describeObject(StandingTeam, 'A team in the championship.', {
    name: 'The name of the team.',
    points: 'The points of the championship.',
    results: 'The results of its drivers that score.',
  }),
  Standings: describeObject(
    Standings,
    'The championship. Rows are in its order: the first driver leads, ties are already broken.',
    {
      drivers: 'The drivers, the leader first.',
      tracks: 'The tracks of the events, in order.',
      teams: 'The teams, the leader first.',
    },
  ),
  EventSession: describeObject(EventSession, 'A session of an event.', {
    session: 'The session.',
    driverNames: 'The names of its drivers.',
    scoring: 'How it scores, where the owner of the season chose.',
  }),
  SeasonEvent: describeObject(SeasonEvent, 'An event of a season.', {
    ...event,
    id: 'The id of the event.',
    sessions: 'Its sessions, in the order in which they were driven.',
    liveId: 'The live session that is its race, until that has ended.',
    takesRecordings:
      'Whether sessions at its track that a recorder of the owner stores within a day of its start are attached to it by themselves.',
  }),
  SeasonSummary: describeObject(SeasonSummary, 'A season in a list.', {
    ...season,
    eventCount: 'The events.',
    eventsRun: 'The events with a session.',
    lastRound: 'The last round with a race; 0 before.',
  }),
  Revision: describeObject(Revision, 'Standings as they were made official.', {
    ...published,
    standings: 'The standings at that time.',
  }),
  LatestRevision: describeObject(LatestRevision, 'The latest official standings, without the standings.', {
    ...published,
    hasChanged: 'Whether the current standings differ from them.',
  }),
  SeasonLeague: describeObject(SeasonLeague, 'A league that contains a season.', {
    id: 'The id of the league.',
    name: 'The name of the league.',
  }),
  Season: describeObject(Season, 'A season with its events and standings.', {
    ...season,
    events: 'The events, in the order of the calendar.',
    standings: 'The current standings.',
    leagues: 'The leagues that contain it and that the caller may see.',
    isHidden: 'True for a season that its owner alone can see, because all leagues that contain it are private.',
    scoring: 'The scoring rules.',
    aliases: 'The drivers with several recorded names.',
    roster: 'The drivers, whether they have raced or not.',
    teamColours:
      'The teams whose colours its owner has chosen. All others are shared out among the colours that are left.',
    givenColours: 'The colours that teams have by themselves, which they keep.',
    teamAliases: 'The teams that its owner has merged.',
    members: 'The accounts that are drivers of the roster, once the owner has confirmed it.',
    rulings: 'All rulings, oldest first, withdrawn ones included.',
    revision: 'The latest official standings; null while there are none.',
  }),
  DrivenSeason: describeObject(DrivenSeason, 'A season that a user drives in, and what they have reached.', {
    season: 'The season.',
    driver: 'The driver that the user is there.',
    position: 'The position in the championship; null before the first result.',
    points: 'The points of the championship.',
    drives: 'The races and sprints with a result, the latest first.',
  }),
  DrivenDriver: describeObject(drivenDriver, 'The driver that a user is in a season.', {
    ...rosterDriver,
    colour: 'The colour of the team in this season; null or absent where it is the usual one of its name.',
  }),
  Drive: describeObject(drives.item, 'A race or sprint that a user has driven.', {
    sessionId: 'The session.',
    track: 'The track.',
    eventName: 'The name of the event; null: that of its track.',
    startedAt: 'When the session began.',
    scoring: 'Which points it scored.',
    position: 'The position that counts; null for those who are not classified.',
    resultStatus: 'How the session ended for the driver.',
    points: 'The points, bonuses included.',
  }),
  SeasonPage: describeObject(SeasonPage, 'A page of the caller’s own seasons.', {
    totalElements: 'The seasons on all pages.',
    seasons: 'The seasons of this page, newest first.',
    next: 'For `after`, to read what follows, which may be nothing; null after a page that is not full.',
  }),
  TeamColour: describeObject(TeamColour, 'A team whose colour the owner of its season has chosen.', teamColour),
  GivenColour: describeObject(GivenColour, 'The colour that a team of a season has by itself.', {
    ...teamColour,
    movedTo: 'The colour that it has while its own is chosen for another team.',
  }),
  SeatChange: describeObject(SeatChange, 'The seat of a driver from an event on.', seat),
  RosterDriver: describeObject(RosterDriver, 'A driver of a season, whether they have raced or not.', rosterDriver),
  RosterMember: describeObject(RosterMember, 'An account that is a driver of a season.', {
    driverId: 'The driver of the roster.',
    userId: 'The user.',
    username: 'The name of the user; null without one.',
  }),
  Claim: describeObject(Claim, 'A user says to be a driver of a season.', claim),
  RecordedDriver: describeObject(RecordedDriver, 'A name in the recordings of a season.', {
    name: 'The name.',
    numbers: 'Its race numbers, those of the latest session first.',
    teams: 'Its teams, those of the latest session first.',
    sessionIds: 'The sessions with this name.',
  }),
  SeasonCreate: describeObject(SeasonCreate, 'A new season.', season),
  SeasonUpdate: describeObject(SeasonUpdate, 'The new name of a season.', season),
  EventCreate: describeObject(EventCreate, 'A new event.', event),
  EventsCreate: describeObject(EventsCreate, 'New events, which are put at the end of the season.', {
    events: 'The events, in order.',
  }),
  EventUpdate: describeObject(EventUpdate, 'Changes of an event; what is absent stays, null empties.', {
    ...event,
    liveId: 'The live session that is its race: one that runs now; null: none.',
    takesRecordings: 'Whether recordings are attached to it by themselves.',
  }),
  EventOrder: describeObject(EventOrder, 'The order of the events.', {
    eventIds: 'Every event of the season once, in the new order.',
  }),
  EventSessionsAdd: describeObject(EventSessionsAdd, 'Sessions that are attached to an event.', {
    sessionIds: 'The sessions.',
  }),
  SessionScoring: describeObject(SessionScoring, 'How a session of an event scores.', {
    scoring: 'null for the default of its type.',
  }),
  ScoringUpdate: describeObject(ScoringUpdate, 'Changes of the scoring rules; what is absent stays.', scoring),
  AliasUpdate: describeObject(AliasesUpdate.entries.aliases.item, 'A driver with several recorded names.', alias),
  AliasesUpdate: describeObject(AliasesUpdate, 'All aliases of a season.', {
    aliases: 'Those that are absent are removed. Each name and each recorded name may occur once.',
  }),
  TeamAliasUpdate: describeObject(
    TeamAliasesUpdate.entries.teamAliases.item,
    'A team with several recorded names.',
    teamAlias,
  ),
  TeamAliasesUpdate: describeObject(TeamAliasesUpdate, 'All merged teams of a season.', {
    teamAliases: 'Those that are absent are removed. Each name and each recorded name may occur once.',
  }),
  TeamColourUpdate: describeObject(
    TeamColoursUpdate.entries.teamColours.item,
    'A team and the colour that is chosen for it.',
    teamColour,
  ),
  TeamColoursUpdate: describeObject(TeamColoursUpdate, 'All colours that are chosen for teams of a season.', {
    teamColours:
      'Teams that are absent get their colours by themselves. Each team and each colour may occur once; a team that the season does not have, has no effect.',
  }),
  SeatChangeUpdate: describeObject(
    givenDriver.entries.changes.wrapped.item,
    'The seat of a driver from an event on.',
    seat,
  ),
  RosterDriverUpdate: describeObject(givenDriver, 'A driver of a season.', rosterDriver),
  RosterUpdate: describeObject(RosterUpdate, 'All drivers of a season.', {
    roster:
      'Those that are absent are removed. Each id and each name may occur once. The colour that is chosen for a team follows when all of its seats get one new name.',
  }),
  ClaimCreate: describeObject(ClaimCreate, 'The driver that the caller says to be.', {
    driverId: 'A driver of the roster.',
  }),
  RevisionCreate: describeObject(RevisionCreate, 'What is published with official standings.', {
    note: published.note,
  }),
  PreviewSession: describeObject(previewEvent.entries.sessions.wrapped.item, 'A session of an event in a preview.', {
    sessionId: 'The session.',
    scoring: 'How it scores; absent or null for the default of its type.',
  }),
  PreviewEvent: describeObject(previewEvent, 'An event in a preview.', {
    id: 'The event.',
    pointsFactor: event.pointsFactor,
    sessions: 'Its sessions; absent: as stored.',
  }),
  StandingsPreview: describeObject(StandingsPreview, 'The assumptions of a preview; absent parts are as stored.', {
    scoring: 'Changes of the scoring rules.',
    aliases: 'All aliases.',
    teamAliases: 'All merged teams.',
    roster: 'All drivers.',
    rulings: 'All rulings that apply.',
    events: 'All events, in order.',
  }),
};
