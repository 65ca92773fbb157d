import { getLeague } from '#contract/calls/leagues';
import { getSeason } from '#contract/calls/seasons';
import { getSession, listSessionWeekend } from '#contract/calls/sessions';
import { getOutline } from '#contract/calls/site';
import type { Season, SeasonEvent } from '#contract/entities/season';
import type { Session } from '#contract/entities/session';
import { Track } from '#contract/enumerations';
import { describeSession } from '#contract/race/describe-session';
import { trackName } from '../../format/names.ts';
import type { OfflineItem } from '../../queries/offline-copies.ts';
import type { Resource } from '../../queries/query-cache.ts';

export function outlineResource(track: Track) {
  return { call: getOutline, params: { trackId: String(track) } } as const satisfies Resource;
}

function sessionResources(id: string): Resource[] {
  return [
    { call: getSession, params: { id } },
    { call: listSessionWeekend, params: { sessionId: id } },
  ];
}

function eventResources(season: Season, events: readonly SeasonEvent[]): Resource[] {
  // A session can be part of two events.
  const ids = new Set(events.flatMap(({ sessions }) => sessions.map(({ session }) => session.id)));
  return [{ call: getSeason, params: { id: season.id } }, ...[...ids].flatMap(sessionResources)];
}

function outlineResources(tracks: readonly Track[]): Resource[] {
  const known = new Set(tracks.filter((track) => track !== Track.Unknown));
  return [...known].map((track) => outlineResource(track));
}

/** A session, with the list of its weekend and the outline of its track, which its replay is drawn on. */
export function sessionItem(session: Session): OfflineItem {
  return {
    kind: 'session',
    id: session.id,
    title: describeSession(session).fullTitle,
    path: `/sessions/${session.id}`,
    resources: sessionResources(session.id),
    extras: outlineResources([session.trackId]),
  };
}

/** An event of a season, with all its sessions and the outline of its track. */
export function eventItem(season: Season, event: SeasonEvent): OfflineItem {
  return {
    kind: 'event',
    id: event.id,
    title: `${event.name ?? trackName(event.track)}, ${season.name}`,
    path: `/seasons/${season.id}?tab=calendar`,
    resources: eventResources(season, [event]),
    extras: outlineResources([event.track]),
  };
}

/** A season, with the sessions of all its events and the leagues it belongs to. */
export function seasonItem(season: Season): OfflineItem {
  const leagues = (season.leagues ?? []).map(({ id }): Resource => ({ call: getLeague, params: { leagueId: id } }));
  return {
    kind: 'season',
    id: season.id,
    title: season.name,
    path: `/seasons/${season.id}`,
    resources: [...eventResources(season, season.events), ...leagues],
    extras: outlineResources(season.events.map(({ track }) => track)),
  };
}
