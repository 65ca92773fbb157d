import type { CallName, ReadCallName, SocketCallName } from '#contract/api/calls';
import type { requests } from '#contract/api/requests';
import { SharedBody } from '../http/bodies.ts';
import type { CachedAnswer } from '../http/response-cache.ts';
import type { Caller } from '../tokens/caller.ts';
import type { Answer } from './answer.ts';

/** Reads for everybody: the others, of members and owners, are personal and never cached. */
type PublicRead = {
  [Name in Exclude<ReadCallName, SocketCallName>]: (typeof requests)[Name]['access'] extends 'public' ? Name : never;
}[Exclude<ReadCallName, SocketCallName>];

/**
 * The answers that the response cache stores: `forAll`, `forMost` but those who see what is private, only those for
 * visitors `withoutIdentity`, or none, because an answer changes all the time.
 */
const cachedReads: Readonly<Record<PublicRead, 'forAll' | 'forMost' | 'withoutIdentity' | 'never'>> = {
  listLeagues: 'withoutIdentity',
  getLeague: 'withoutIdentity',
  getThumbnail: 'withoutIdentity',
  getLeaguePicture: 'withoutIdentity',
  listUserLeagues: 'withoutIdentity',
  pageUserLeagues: 'withoutIdentity',
  listLeagueSeasons: 'withoutIdentity',
  getLeagueRecords: 'withoutIdentity',
  getLeagueDriver: 'withoutIdentity',
  listLive: 'never',
  getLive: 'never',
  listUserLive: 'never',
  listSeasons: 'withoutIdentity',
  getSeason: 'withoutIdentity',
  listUserSeasons: 'withoutIdentity',
  listDrivenSeasons: 'withoutIdentity',
  getDriverRecord: 'withoutIdentity',
  listRevisions: 'withoutIdentity',
  getSeasonCsv: 'withoutIdentity',
  getSeasonPicture: 'withoutIdentity',
  getCalendar: 'withoutIdentity',
  listSessions: 'forMost',
  getSession: 'forMost',
  getSessionCsv: 'forMost',
  getSessionPicture: 'forMost',
  pageUserSessions: 'forMost',
  listSessionWeekend: 'forMost',
  listWeekend: 'forMost',
  filterSessions: 'withoutIdentity',
  getOutline: 'forAll',
  search: 'withoutIdentity',
  getProfile: 'forAll',
  getAvatar: 'forAll',
  getConfig: 'never',
  getHealth: 'never',
};

const cachedNames: ReadonlyMap<string, (typeof cachedReads)[keyof typeof cachedReads]> = new Map(
  Object.entries(cachedReads),
);

/** Whether the answer of a call to this caller is cached. */
export function isCacheable(name: CallName, caller: Pick<Caller, 'seesPrivate'> | null): boolean {
  const rule = cachedNames.get(name);
  if (caller === null) return rule !== 'never' && rule !== undefined;
  return rule === 'forAll' || (rule === 'forMost' && caller.seesPrivate !== true);
}

/** A cached answer of a read. */
export interface CachedRead extends CachedAnswer {
  readonly answer: Answer;
}

/** The address of an answer. The query is valid: its fields are in the order of the schema, and defaults are filled in. */
export function cacheKeyOf(name: CallName, params: Readonly<Record<string, string>>, query: unknown): string {
  let key: string = name;
  for (const param in params) key += ` ${params[param]?.toLowerCase()}`;
  return query === undefined ? key : `${key} ${JSON.stringify(query)}`;
}

/** Puts an answer into the form in which it is cached. */
export async function toCachedRead(answer: Answer): Promise<CachedRead> {
  if (answer === undefined) throw new Error('a read has an answer');
  if ('file' in answer) return { body: { size: answer.file.length + 1_000, onResize: () => undefined }, answer };
  const body =
    'body' in answer
      ? new SharedBody(await answer.body.bytes('identity'), answer.body.hash)
      : new SharedBody(JSON.stringify(answer.value));
  return { body, answer: { body, version: answer.version ?? null } };
}
