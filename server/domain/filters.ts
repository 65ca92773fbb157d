import * as v from 'valibot';
import { SessionType, Track } from '#contract/enumerations';
import { Instant, Uuid } from '#contract/values';
import { invalid } from '../problem.ts';

/** What a filter text asks for; all of it must be met. */
export interface SessionFilter {
  /** Each word must be in the user's name, or name a track or a type. */
  readonly words: readonly Word[];
  readonly user: string | null;
  readonly trackIds: readonly number[] | null;
  readonly sessionTypes: readonly number[] | null;
  readonly seasonId: string | null;
  /** Instants in ISO 8601; `after` is included, `before` is not. */
  readonly after: string | null;
  readonly before: string | null;
}

/** A word with the tracks and types it names. */
export interface Word {
  readonly text: string;
  readonly trackIds: readonly number[];
  readonly sessionTypes: readonly number[];
}

const mostParts = 20;

/** Parts of a text: words, `key:value`, and either with "quotes around blanks". One pass, no backtracking. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted || !/\s/.test(character)) part += character;
    else if (part !== '') {
      parts.push(part);
      part = '';
    }
  }
  return part === '' ? parts : [...parts, part];
}

function fault(message: string): Error {
  return invalid([{ path: 'filters', message }]);
}

/**
 * Reads a filter text such as `monza race user:max after:2026-01-01 track:Monza type:Race season:<id>` (design §4).
 * @throws Problem 400 that names the qualifier that is wrong.
 */
export function parseFilters(text: string): SessionFilter {
  const parts = partsOf(text);
  if (parts.length > mostParts) throw fault(`must have at most ${mostParts} words`);
  const given = new Map<string, string>();
  const words: Word[] = [];
  for (const part of parts) {
    const colon = part.indexOf(':');
    if (colon <= 0) {
      words.push(wordOf(part));
      continue;
    }
    const key = part.slice(0, colon).toLowerCase();
    if (given.has(key)) throw fault(`${key}: is given twice`);
    given.set(key, part.slice(colon + 1));
  }
  const filter = {
    words,
    user: given.get('user') ?? null,
    trackIds: numbersFor('track', given.get('track'), Track),
    sessionTypes: numbersFor('type', given.get('type'), SessionType),
    seasonId: idFor(given.get('season')),
    after: instantFor('after', given.get('after')),
    before: instantFor('before', given.get('before')),
  };
  for (const [key, value] of given) {
    if (!qualifiers.has(key)) throw fault(`${key}: is not one of ${[...qualifiers].join(': ')}:`);
    if (value === '') throw fault(`${key}: has no value`);
  }
  return filter;
}

const qualifiers = new Set(['user', 'track', 'type', 'season', 'after', 'before']);

/** Names are compared without case and blanks, so that `las vegas` in quotes finds LasVegas. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

function numbersNamed(word: string, enumeration: Record<string, number>): number[] {
  const wanted = plain(word);
  if (wanted === '') return [];
  return Object.entries(enumeration).flatMap(([name, number]) => (plain(name).includes(wanted) ? [number] : []));
}

/** A word with the tracks and session types whose names hold it. */
export function wordOf(text: string): Word {
  return { text, trackIds: numbersNamed(text, Track), sessionTypes: numbersNamed(text, SessionType) };
}

function numbersFor(key: string, value: string | undefined, enumeration: Record<string, number>): number[] | null {
  if (value === undefined) return null;
  const exact = Object.entries(enumeration).find(([name]) => plain(name) === plain(value));
  if (exact !== undefined) return [exact[1]];
  const found = numbersNamed(value, enumeration);
  if (found.length === 0) throw fault(`${key}:${value} is not known`);
  return found;
}

function idFor(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!v.is(Uuid, value)) throw fault('season: must be the id of a season');
  return value;
}

function instantFor(key: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  const instant = value.includes('T') ? value : `${value}T00:00:00Z`;
  if (!v.is(Instant, instant)) throw fault(`${key}: must be a day such as 2026-01-31`);
  return instant;
}
