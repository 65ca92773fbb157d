import * as v from 'valibot';
import { SessionType, Track } from '#contract/enumerations';
import { Uuid } from '#contract/values/values';
import { parsePageNumber } from '../../../navigation/use-page-number.ts';

/** The filter of the user's sessions; an empty list of tracks or types selects all. */
export interface ListQuery {
  /** Counts from 0. */
  readonly page: number;
  readonly tracks: readonly Track[];
  readonly types: readonly SessionType[];
  /** Only sessions that no event has, or with drivers that have no name of their own; null for all. */
  readonly without: 'event' | 'names' | null;
}

/** The list of all own sessions. */
export const allSessions: ListQuery = { page: 0, tracks: [], types: [], without: null };

/** The path of the page. */
export const sessionsPath = '/dashboard/sessions';

/** The address at which the drivers of a session are renamed. */
export function driversPath(sessionId: string): string {
  return `${sessionsPath}?rename=${sessionId}`;
}

/** The session whose drivers are renamed at an address; null for a list. */
export function parseDriversOf(search: string): string | null {
  const id = new URLSearchParams(search).get('rename');
  return v.is(Uuid, id) ? id : null;
}

/** The tracks that can be chosen. */
export const allTracks = Object.values(Track);
/** The types that can be chosen. */
export const allTypes = Object.values(SessionType).filter((type) => type !== SessionType.Unknown);

/** Reads `?without=event&track=11&type=10&page=2`, in which pages count from 1; unknown parameters are left out. */
export function parseListQuery(search: string): ListQuery {
  const parameters = new URLSearchParams(search);
  const chosen = <Value extends number>(name: string, all: readonly Value[]) => {
    const values = new Set(parameters.getAll(name).map((text) => (text === '' ? Number.NaN : Number(text))));
    return all.filter((value) => values.has(value));
  };
  const without = parameters.get('without');
  return {
    without: without === 'event' || without === 'names' ? without : null,
    page: parsePageNumber(search),
    tracks: chosen('track', allTracks),
    types: chosen('type', Object.values(SessionType)),
  };
}

/** The address of a list. */
export function listAddress({ page, tracks, types, without }: ListQuery): string {
  const parameters = new URLSearchParams([
    ...(without === null ? [] : [['without', without]]),
    ...tracks.map((track) => ['track', String(track)]),
    ...types.map((type) => ['type', String(type)]),
    ...(page > 0 ? [['page', String(page + 1)]] : []),
  ]);
  const search = parameters.toString();
  return search === '' ? sessionsPath : `${sessionsPath}?${search}`;
}
