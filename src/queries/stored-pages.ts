import { getLeague } from '#contract/calls/leagues';
import { getSeason } from '#contract/calls/seasons';
import { getSession } from '#contract/calls/sessions';
import type { Session } from '#contract/entities/session';
import { fieldsOf } from '#contract/json/fields-of';
import { describeSession } from '#contract/race/describe-session';
import { foldText } from '#contract/text/fold-text';
import type { CacheRow } from '../storage/cache-row.ts';
import { resourceKeyOf } from './query-cache.ts';

/** A page that can be opened without a network. */
export interface StoredPage {
  readonly title: string;
  readonly path: string;
  /** In ms of the server. */
  readonly storedAt: number;
}

/** The page whose main read this row is: a session, a season or a league; null for other reads. */
export function storedPageOf({ key, value, storedAt }: CacheRow): StoredPage | null {
  const { id, name } = fieldsOf(value);
  if (typeof id !== 'string') return null;
  if (key === resourceKeyOf({ call: getSession, params: { id } })) {
    // The row under this address was parsed as a session.
    return { title: describeSession(value as Session).fullTitle, path: `/sessions/${id}`, storedAt };
  }
  if (key === resourceKeyOf({ call: getSeason, params: { id } }))
    return { title: String(name), path: `/seasons/${id}`, storedAt };
  if (key === resourceKeyOf({ call: getLeague, params: { leagueId: id } }))
    return { title: String(name), path: `/leagues/${id}`, storedAt };
  return null;
}

/** Whether one of these addresses of stored reads is that of a session or a season, whose pages have charts. */
export function hasChartPage(keys: Iterable<string>): boolean {
  return [...keys].some((key) => {
    const id = key.slice(key.lastIndexOf('/') + 1);
    return id !== '' && [getSession, getSeason].some((call) => key === resourceKeyOf({ call, params: { id } }));
  });
}

/** Stored pages that contain every word of a text: in their title, or as the name of a user or driver. */
export function searchStoredPages(rows: readonly CacheRow[], text: string): StoredPage[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return rows.flatMap((row) => {
    const page = storedPageOf(row);
    if (page === null) return [];
    const { userName, drivers } = fieldsOf(row.value);
    const names = Array.isArray(drivers) ? drivers.map((driver) => fieldsOf(driver).name) : [];
    const content = wordsOf([page.title, userName, ...names].join(' ')).join(' ');
    return words.every((word) => content.includes(word)) ? [page] : [];
  });
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}
