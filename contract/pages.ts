import type { AddressParams } from './address.ts';
import type { CallName } from './calls.ts';

/** A read that a page begins with. */
interface FirstRead {
  readonly name: CallName;
  readonly params?: AddressParams;
}

type FirstReads = (id: string) => readonly FirstRead[];

const home: FirstReads = () => [{ name: 'listSessions' }, { name: 'listLeagues' }];

/**
 * What pages read before they show anything, by their routes (spec §2); `id` is the last part of the path. The app reads it
 * ahead, the server names it in the page's head.
 */
export const firstReads: Readonly<Record<string, FirstReads>> = {
  '/': home,
  '/home': home,
  '/leagues': () => [{ name: 'listLeagues' }],
  '/leagues/:id': (leagueId) => [{ name: 'getLeague', params: { leagueId } }],
  '/seasons/:id': (id) => [{ name: 'getSeason', params: { id } }],
  '/sessions/:id': (id) => [{ name: 'getSession', params: { id } }],
  '/user/:id': (userId) => [{ name: 'getProfile', params: { userId } }],
  // What is searched for is not the whole of its last part.
  '/search/*': () => [],
};

/** Paths that belong to a route. */
export function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace('*', '.*').replace(':id', '[^/]+')}/?$`, 'i');
}
