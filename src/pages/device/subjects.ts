import type { Season, SeasonEvent } from '#contract/season';
import type { Session } from '#contract/session';
import type { Subject } from '../../actors/keep-offline.ts';
import type { Resource } from '../../actors/reads.ts';
import { trackName, typeName } from '../../format/names.ts';

function readsOfSession(id: string): Resource[] {
  return [
    { name: 'getSession', params: { id } },
    { name: 'listSessionWeekend', params: { sessionId: id } },
  ];
}

function readsOfEvents(season: Season, events: readonly SeasonEvent[]): Resource[] {
  // A session may stand in two events.
  const ids = new Set(events.flatMap(({ sessions }) => sessions.map(({ session }) => session.id)));
  return [{ name: 'getSeason', params: { id: season.id } }, ...[...ids].flatMap(readsOfSession)];
}

/** A session, with the way to the others of its weekend. */
export function sessionSubject(session: Session): Subject {
  const title = `${trackName(session.trackId)} ${typeName(session.sessionType)}`;
  return {
    kind: 'session',
    id: session.id,
    title,
    path: `/sessions/${session.id}`,
    resources: readsOfSession(session.id),
  };
}

/** An event of a season, with all its sessions. */
export function eventSubject(season: Season, event: SeasonEvent): Subject {
  return {
    kind: 'event',
    id: event.id,
    title: `${event.name ?? trackName(event.track)}, ${season.name}`,
    path: `/seasons/${season.id}?tab=calendar`,
    resources: readsOfEvents(season, [event]),
  };
}

/** A season, with all sessions of all its events and the leagues it is part of. */
export function seasonSubject(season: Season): Subject {
  const leagues = (season.leagues ?? []).map(({ id }): Resource => ({ name: 'getLeague', params: { leagueId: id } }));
  return {
    kind: 'season',
    id: season.id,
    title: season.name,
    path: `/seasons/${season.id}`,
    resources: [...readsOfEvents(season, season.events), ...leagues],
  };
}
