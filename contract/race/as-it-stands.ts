import type { Season, Standings } from '../entities/season.ts';
import type { SessionSummary } from '../entities/session.ts';
import { isRace, SessionStatus, SessionType, Track } from '../enumerations.ts';
import type { LiveDocument } from '../live/document.ts';
import { foldName } from '../text/fold-text.ts';
import { classifyLive } from './classify-live.ts';
import { preparePreview, type SessionToScore, scoringIn } from './preview.ts';
import { countedPoints } from './standings.ts';

/** A race that runs now, and its event. */
export interface LiveRaceOfSeason {
  /** The id of the live session, or of the session stored from it. */
  readonly liveId: string;
  readonly eventId: string;
  /** The document of the live session, or as much of it as is known. */
  readonly document: Partial<LiveDocument>;
}

/** The game's number of a session that has none. */
const noSession = '0';

/** A row of the championship as it would be if the race ended now. */
export interface StandingNow {
  readonly name: string;
  readonly team: string | null;
  readonly position: number;
  readonly points: number;
  /** Points of this race. */
  readonly gained: number;
  /** Places gained since the standings before; negative: lost; null: no row before. */
  readonly places: number | null;
  /** Points that are missing to the place ahead; 0 where only the count-back is between them, null for the first. */
  readonly toNext: number | null;
}

/**
 * The race under the id of its stored session where the season has that one already. A viewer with a delay, or an overlay that
 * stays, would count it twice.
 */
export function raceIn(season: Season, race: LiveRaceOfSeason): LiveRaceOfSeason {
  const { internalSessionId = noSession, sessionType } = race.document;
  const event = season.events.find(({ id }) => id === race.eventId);
  const stored = event?.sessions.find(
    ({ session }) =>
      internalSessionId !== noSession &&
      session.internalSessionId === internalSessionId &&
      session.sessionType === sessionType,
  );
  return stored === undefined ? race : { ...race, liveId: stored.session.id };
}

/** The standings of a season without a race that it has stored already. */
export function standingsBefore(season: Season, { liveId }: LiveRaceOfSeason): Standings {
  return preparePreview(season, { id: liveId, drivers: [] })(season.rulings ?? []);
}

/**
 * The sessions of the event that would score differently with the live race beside them: an earlier race that becomes
 * the sprint. Their details are needed.
 */
export function sessionsToRescore(season: Season, race: LiveRaceOfSeason): string[] {
  const event = season.events.find(({ id }) => id === race.eventId);
  const after = withRace(season, race).events.find(({ id }) => id === race.eventId);
  if (event === undefined || after === undefined) return [];
  return event.sessions.map(({ session }) => session.id).filter((id) => scoringIn(event, id) !== scoringIn(after, id));
}

/**
 * The standings of a season as they would be if a race ended now: running cars as classified finishers in the order of the
 * road, with the seconds of their penalties added. `rescored` are the sessions of `sessionsToRescore`.
 */
export function standingsNow(
  season: Season,
  race: LiveRaceOfSeason,
  rescored: readonly SessionToScore[] = [],
): Standings {
  const rulings = season.rulings ?? [];
  const { events } = withRace(season, race);
  let { standings } = season;
  for (const session of [...rescored, { id: race.liveId, drivers: classifyLive(race.document) }]) {
    standings = preparePreview({ ...season, events, standings }, session)(rulings);
  }
  return standings;
}

/** Compares standings with those before the race, row by row. `liveId` is the race that gives points now. */
export function compareStandings(now: Standings, before: Pick<Standings, 'drivers'>, liveId: string): StandingNow[] {
  const placeBefore = new Map(before.drivers.map(({ name }, index) => [foldName(name), index + 1]));
  return now.drivers.map(({ name, team, points, results }, index) => {
    const place = placeBefore.get(foldName(name));
    const ahead = now.drivers[index - 1];
    const own = results.filter(({ sessionId }) => sessionId === liveId);
    return {
      name,
      team,
      position: index + 1,
      points,
      gained: own.reduce((sum, result) => sum + countedPoints(result), 0),
      places: place === undefined ? null : place - (index + 1),
      toNext: ahead === undefined ? null : roundPoints(ahead.points - points),
    };
  });
}

/** To thousandths: points may have fractions, and their difference no others. */
function roundPoints(points: number): number {
  return Math.round(points * 1_000) / 1_000;
}

/** The season with the live race as a finished session of its event, unless it is one already. */
function withRace(season: Season, { liveId, eventId, document }: LiveRaceOfSeason): Season {
  const session: SessionSummary = {
    id: liveId,
    sessionId: liveId,
    userId: liveId,
    userName: null,
    weekendId: null,
    podium: [],
    internalSessionId: document.internalSessionId ?? noSession,
    trackId: document.trackId ?? Track.Unknown,
    sessionType: document.sessionType ?? SessionType.Unknown,
    numberOfLaps: document.numberOfLaps ?? null,
    sessionStartTime: document.sessionStartTime ?? season.updatedAt,
    sessionEndTime: null,
    gameVersion: null,
    isMultiplayer: true,
    seasonLinkIdentifier: null,
    weekendLinkIdentifier: null,
    sessionLinkIdentifier: null,
    startTrackTemp: null,
    startAirTemp: null,
    startWeather: null,
    sessionStatus: SessionStatus.Finished,
  };
  const events = season.events.map((event) =>
    event.id === eventId && event.sessions.every((other) => other.session.id !== liveId)
      ? { ...event, sessions: [...event.sessions, { session, driverNames: [] }] }
      : event,
  );
  return { ...season, events };
}

/** Changes whenever the points of a race change: the order with penalties, who is out, and the fastest lap. */
export function keyOfRace(document: Partial<LiveDocument>): string {
  const drivers = classifyLive(document);
  const best = Math.min(...drivers.map(({ bestLapTimeMs }) => bestLapTimeMs ?? Number.POSITIVE_INFINITY));
  const fastest = drivers.find(({ bestLapTimeMs }) => bestLapTimeMs === best)?.carIndex;
  const order = drivers.map(({ carIndex, resultStatus }) => `${carIndex}:${resultStatus}`).join(' ');
  return `${document.numberOfLaps} ${document.sessionType} ${order} ${fastest}`;
}

/** Whether a live session gives points at all. */
export function canScore({ sessionType }: Partial<LiveDocument>): boolean {
  return sessionType !== undefined && isRace(sessionType);
}
