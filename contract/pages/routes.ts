// The table of pages and how paths match it, in one file: each pattern of the table is a case of the matching.
import * as v from 'valibot';
import type { AddressParams, AddressQuery } from '../api/address.ts';
import type { ReadCall } from '../calls/call.ts';
import { getLeague, getLeagueRecords, listLeagueSeasons, listLeagues, listUserLeagues } from '../calls/leagues.ts';
import { getLive, listLive, listUserLive } from '../calls/live.ts';
import { getDriverRecord, getSeason, listDrivenSeasons, listSeasons } from '../calls/seasons.ts';
import { filterSessions, getSession, listSessions, listSessionWeekend, pageUserSessions } from '../calls/sessions.ts';
import { getOutline, getProfile } from '../calls/site.ts';
import { trackNumbers } from '../constants.ts';
import { nameOf, Track } from '../enumerations.ts';
import { Uuid } from '../values/values.ts';

/** A read that a page begins with. */
export interface FirstRead {
  readonly call: ReadCall;
  readonly params?: AddressParams;
  readonly query?: AddressQuery;
  /** The page does without it where it is not available. */
  readonly isOptional?: true;
}

/** The main parts of the app. */
export type Section = 'live' | 'results' | 'leagues' | 'account';

/** One page of the app. */
export interface PageRoute {
  /** `{uuid}` is the id of an entity, `{track}` the number of a track; `{text}` at the end is any text, slashes included. */
  readonly path: string;
  /** Another path of the same page. */
  readonly alias?: string;
  /** The access to the page: anyone, a signed-in user, or a signed-in user with a username. */
  readonly access: 'public' | 'signedIn' | 'named';
  /** Whether search engines may list the page. */
  readonly isIndexed: boolean;
  /** The main part of the app that the page belongs to, which the dock of a phone has a tab for. */
  readonly section?: Section;
  /**
   * The first reads of the page, by the id in its path. They are prefetched, and decide whether the page is available
   * offline: always without this function, never with an empty list.
   */
  readonly reads?: (id: string) => readonly FirstRead[];
  /** Visitors get its HTML from the server, with the answers of its first reads. */
  readonly isRendered?: true;
  /** Tabs in the query of the address, each of which is rendered as a page of its own. */
  readonly renderedTabs?: readonly string[];
  /** The HTML file of the page where it is not that of the app, of which nothing is loaded then. */
  readonly document?: 'overlay';
  /** Pages with the same editor and id are sections of one editor: what is typed in one of them waits in the others. */
  readonly editor?: 'season';
}

/** Pages of a user with a username. */
const own = { access: 'named', isIndexed: false, section: 'account' } as const;
/** Sections of the editor of a season. */
const ofSeason = {
  ...own,
  editor: 'season',
  reads: (id: string): readonly FirstRead[] => [{ call: getSeason, params: { id } }],
} as const;
/** Public pages that search engines list. */
const listed = { access: 'public', isIndexed: true } as const;
/** Public pages that search engines do not list. */
const unlisted = { access: 'public', isIndexed: false } as const;

/**
 * Every page. The app, the server's HTML and the offline badges are made from this table. The name of a page gives that of
 * its component and of its file in `src/pages`: `home` is `HomePage` in `HomePage.tsx`.
 */
export const pages = {
  home: {
    ...listed,
    path: '/home',
    section: 'results',
    isRendered: true,
    alias: '/',
    reads: () => [
      { call: listSessions },
      { call: listLeagues },
      { call: listLive, isOptional: true },
      { call: listLeagueSeasons, isOptional: true },
    ],
  },
  live: { ...listed, path: '/live', section: 'live', isRendered: true, reads: () => [{ call: listLive }] },
  liveSession: {
    ...unlisted,
    path: '/live/{uuid}',
    section: 'live',
    isRendered: true,
    reads: (id) => [{ call: getLive, params: { id } }],
  },
  liveUser: {
    ...unlisted,
    path: '/liveUser/{uuid}',
    section: 'live',
    reads: (userId) => [{ call: getProfile, params: { userId } }],
  },
  /**
   * The page that streaming software lays over the game's picture: one live session, or the one that a user is driving
   * now.
   */
  overlay: {
    ...unlisted,
    path: '/overlay/{uuid}',
    document: 'overlay',
    reads: (id) => [{ call: getLive, params: { id } }],
  },
  overlayUser: {
    ...unlisted,
    path: '/overlay/user/{uuid}',
    document: 'overlay',
    reads: (userId) => [{ call: listUserLive, params: { userId } }],
  },
  /** The standings of a season, between its races too. */
  overlaySeason: {
    ...unlisted,
    path: '/overlay/season/{uuid}',
    document: 'overlay',
    reads: (id) => [{ call: getSeason, params: { id } }],
  },
  leagues: {
    ...listed,
    path: '/leagues',
    section: 'leagues',
    isRendered: true,
    reads: () => [{ call: listLeagues }, { call: listLeagueSeasons, isOptional: true }],
  },
  league: {
    ...listed,
    path: '/leagues/{uuid}',
    section: 'leagues',
    isRendered: true,
    reads: (leagueId) => [
      { call: getLeague, params: { leagueId } },
      { call: getLeagueRecords, params: { leagueId }, isOptional: true },
    ],
  },
  seasons: {
    ...listed,
    path: '/seasons',
    section: 'leagues',
    isRendered: true,
    reads: () => [
      { call: listSeasons },
      { call: listLeagues, isOptional: true },
      { call: listLeagueSeasons, isOptional: true },
    ],
  },
  season: {
    ...listed,
    path: '/seasons/{uuid}',
    section: 'leagues',
    isRendered: true,
    // Sharing needs the browser: its address, its language and its pictures.
    renderedTabs: ['drivers', 'teams', 'results', 'calendar'],
    reads: (id) => [{ call: getSeason, params: { id } }],
  },
  session: {
    ...listed,
    path: '/sessions/{uuid}',
    section: 'results',
    isRendered: true,
    renderedTabs: ['race', 'results', 'laps', 'pace', 'tyres', 'penalties', 'control', 'overtakes', 'weather'],
    reads: (id) => [
      { call: getSession, params: { id } },
      // Only a weekend of several sessions has links: unknown, they would move the page.
      { call: listSessionWeekend, params: { sessionId: id }, isOptional: true },
    ],
  },
  track: {
    ...listed,
    path: '/tracks/{track}',
    section: 'results',
    isRendered: true,
    reads: (trackId) => [
      { call: getOutline, params: { trackId } },
      { call: filterSessions, query: { filters: sessionsAtTrack(trackId) }, isOptional: true },
    ],
  },
  user: {
    ...listed,
    path: '/user/{uuid}',
    section: 'results',
    isRendered: true,
    reads: (userId) => [
      { call: getProfile, params: { userId } },
      { call: listDrivenSeasons, params: { userId }, isOptional: true },
      { call: getDriverRecord, params: { userId }, isOptional: true },
      { call: pageUserSessions, params: { id: userId }, query: { page: 0 }, isOptional: true },
      { call: listUserLeagues, params: { userId }, isOptional: true },
    ],
  },
  search: { ...unlisted, path: '/search/{text}', reads: () => [] },
  /** The link that makes a user a member of a league: its token is behind the #. */
  invitation: { ...unlisted, path: '/invitation', section: 'leagues' },
  login: { ...unlisted, path: '/login', section: 'account' },
  signUp: { ...unlisted, path: '/signup', section: 'account' },
  resetPassword: { ...unlisted, path: '/resetPassword', section: 'account' },
  resetPasswordConfirm: { ...unlisted, path: '/resetPasswordConfirm', section: 'account' },
  dashboard: { ...own, path: '/dashboard' },
  profileInit: { path: '/dashboard/profileInit', section: 'account', access: 'signedIn', isIndexed: false },
  settings: { ...own, path: '/dashboard/settings' },
  notices: { ...own, path: '/dashboard/notices' },
  raceNight: { ...own, path: '/dashboard/race-night' },
  streamOverlay: { ...own, path: '/dashboard/overlay', reads: () => [] },
  ownSessions: { ...own, path: '/dashboard/sessions' },
  ownSeasons: { ...own, path: '/dashboard/seasons' },
  createSeason: { ...own, path: '/dashboard/seasons/create' },
  /** The events of a season; the other sections of its editor follow. */
  editSeason: { ...ofSeason, path: '/dashboard/seasons/{uuid}/edit' },
  editSeasonDrivers: { ...ofSeason, path: '/dashboard/seasons/{uuid}/edit/drivers' },
  editSeasonPoints: { ...ofSeason, path: '/dashboard/seasons/{uuid}/edit/points' },
  editSeasonRulings: { ...ofSeason, path: '/dashboard/seasons/{uuid}/edit/rulings' },
  editSeasonPublish: { ...ofSeason, path: '/dashboard/seasons/{uuid}/edit/publish' },
  editSeasonSettings: { ...ofSeason, path: '/dashboard/seasons/{uuid}/edit/settings' },
  ownLeagues: { ...own, path: '/dashboard/leagues' },
  createLeague: { ...own, path: '/dashboard/leagues/create' },
  editLeague: {
    ...own,
    path: '/dashboard/leagues/{uuid}/edit',
    reads: (leagueId) => [{ call: getLeague, params: { leagueId } }],
  },
  leagueMembers: {
    ...own,
    path: '/dashboard/leagues/{uuid}/members',
    reads: (leagueId) => [{ call: getLeague, params: { leagueId } }],
  },
  faq: { ...listed, path: '/faq', isRendered: true },
  privacy: { ...listed, path: '/privacy', isRendered: true },
  legalNotice: { ...listed, path: '/impressum', isRendered: true },
  terms: { ...listed, path: '/tos', isRendered: true },
  downloadInfo: { ...listed, path: '/downloadInfo', isRendered: true },
  /** Also shown for every path that is in no other row; its status is always 404. */
  notFound: { ...unlisted, path: '/404', isRendered: true },
} as const satisfies Record<string, PageRoute>;

/** The beginnings of addresses that search engines are asked not to read: calls, and searches, which are endless. */
export const unlistedPaths = ['/api/', '/search/'] as const;

export type PageName = keyof typeof pages;
/** A page of the app: it has no HTML file of its own. */
export type AppPageName = {
  [Name in PageName]: (typeof pages)[Name] extends { document: string } ? never : Name;
}[PageName];

/** A page of the app for users alone. */
export type UserPageName = {
  [Name in AppPageName]: (typeof pages)[Name]['access'] extends 'public' ? never : Name;
}[AppPageName];

/** The filter of the sessions at the track with this number. */
export function sessionsAtTrack(trackId: string): string {
  const track = Object.values(Track).find((number) => String(number) === trackId) ?? Track.Unknown;
  return `track:${nameOf(Track, track) ?? ''}`;
}

/** The component of a page. */
export type PageComponent<Name extends PageName = PageName> = `${Capitalize<Name>}Page`;

/** The name of the component of a page. */
export function componentOf<Name extends PageName>(name: Name): PageComponent<Name> {
  return `${name[0]?.toUpperCase()}${name.slice(1)}Page` as PageComponent<Name>;
}

/** The row of a page. */
export function pageRoute(name: PageName): PageRoute {
  return pages[name];
}

export function isAppPage(name: PageName): name is AppPageName {
  return pageRoute(name).document === undefined;
}

export function isUserPage(name: AppPageName): name is UserPageName {
  return pageRoute(name).access !== 'public';
}

/** The page at a path. */
export interface PageMatch {
  readonly name: PageName;
  /** The id or the text in the path; empty for pages without one. */
  readonly id: string;
  /** The one path that the page should be shown at. The server redirects to it, the app replaces its history entry. */
  readonly canonicalPath: string;
  readonly isCanonical: boolean;
}

/** The name of every page, in the order of the table. */
export const pageNames = Object.keys(pages) as PageName[];
/** The names of the app's pages. */
export const appPageNames = pageNames.filter(isAppPage);
const patterns = pageNames.flatMap((name) => {
  const { path, alias } = pageRoute(name);
  return [path, alias].flatMap((each) =>
    each === undefined ? [] : [{ name, parts: each.split('/').filter((part) => part !== '') }],
  );
});

/**
 * The page at a path, for the app and for the server. Letter case of fixed words and ids, slashes at the end, and spaces
 * around a text make no difference to the page, but are not canonical. Unknown paths and malformed escapes are `notFound`.
 */
export function matchPage(pathname: string): PageMatch {
  const segments = decodeSegments(pathname);
  if (segments !== null) {
    for (const { name, parts } of patterns) {
      const match = matchParts(parts, segments);
      if (match === null) continue;
      const { id, canonical } = match;
      const hasSlash = pathname !== '/' && pathname.endsWith('/');
      const isCanonical = !hasSlash && JSON.stringify(canonical) === JSON.stringify(segments);
      return { name, id, canonicalPath: isCanonical ? pathname : pathOf(canonical), isCanonical };
    }
  }
  return { name: 'notFound', id: '', canonicalPath: pathname, isCanonical: true };
}

/**
 * The address of a page as the server renders it: its path, alone or with one of its tabs. Null for pages that it does not
 * render, and for any other query.
 */
export function renderedHref({ name, canonicalPath }: PageMatch, search: string): string | null {
  const { isRendered, renderedTabs = [] } = pageRoute(name);
  const isKnown = search === '' || renderedTabs.some((tab) => search === `?tab=${tab}`);
  return isRendered === true && isKnown ? canonicalPath + search : null;
}

/** Whether two paths are sections of one editor. */
export function isSameEditor(one: string, other: string): boolean {
  const [first, second] = [matchPage(one), matchPage(other)];
  const { editor } = pageRoute(first.name);
  return editor !== undefined && editor === pageRoute(second.name).editor && first.id === second.id;
}

/** The path of the search page for a text. */
export function searchPath(text: string): string {
  return pathOf(['search', ...textSegments(text)]);
}

/** The decoded parts of a path, without slashes at its end; null when an escape is malformed. */
function decodeSegments(pathname: string): string[] | null {
  try {
    return pathname
      .replace(/\/+$/, '')
      .split('/')
      .slice(1)
      .map((segment) => decodeURIComponent(segment));
  } catch {
    return null;
  }
}

function matchParts(
  pattern: readonly string[],
  segments: readonly string[],
): { id: string; canonical: string[] } | null {
  const endsInText = pattern.at(-1) === '{text}';
  const fixedLength = endsInText ? pattern.length - 1 : pattern.length;
  if (endsInText ? segments.length < fixedLength : segments.length !== fixedLength) return null;
  let id = '';
  const canonical: string[] = [];
  for (const [index, part] of pattern.slice(0, fixedLength).entries()) {
    const segment = segments[index]?.toLowerCase() ?? '';
    const isId = part === '{uuid}' || part === '{track}';
    const isMatch = part === '{uuid}' ? v.is(Uuid, segment) : isId ? isTrack(segment) : segment === part.toLowerCase();
    if (!isMatch) return null;
    if (isId) id = segment;
    canonical.push(isId ? segment : part);
  }
  if (!endsInText) return { id, canonical };
  const text = segments.slice(fixedLength).join('/').trim();
  return { id: text, canonical: [...canonical, ...textSegments(text)] };
}

/** The number of a track of the game, written in one way. */
function isTrack(text: string): boolean {
  const number = Number(text);
  return /^(0|[1-9]\d?)$/.test(text) && trackNumbers.some(([first, last]) => number >= first && number <= last);
}

function textSegments(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  // URL parsers resolve `.` and `..` even as %2E; the space prevents that and is trimmed when the path is read.
  return [trimmed === '.' || trimmed === '..' ? `${trimmed} ` : trimmed];
}

function pathOf(segments: readonly string[]): string {
  // encodeURIComponent throws for half of a surrogate pair.
  return `/${segments.map((segment) => encodeURIComponent(segment.replaceAll(/\p{Surrogate}/gu, '\ufffd'))).join('/')}`;
}
