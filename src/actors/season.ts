import { useEffect, useRef, useState } from 'react';
import { affectedReads, type WriteName } from '#contract/dependencies';
import { createFailure, type Failure, type Outcome } from '#contract/problem';
import type { BodyOf } from '#contract/requests';
import type { Season, Standings } from '#contract/season';
import type { Versioned } from '#machines/editor-content';
import type { Save } from '#machines/editor-context';
import type { Api } from '../api/client.ts';
import { useApi } from './api.tsx';
import { type Editor, useEditor } from './editor.ts';
import { useQueryCache } from './read.tsx';

/** The calls that change one season, besides deleting it. */
type SeasonWriteName = Extract<
  WriteName,
  | 'updateSeason'
  | 'addEvent'
  | 'updateEvent'
  | 'orderEvents'
  | 'deleteEvent'
  | 'addEventSessions'
  | 'removeEventSession'
  | 'setSessionScoring'
  | 'updateScoring'
  | 'setAliases'
  | 'addRuling'
  | 'withdrawRuling'
  | 'createRevision'
>;

interface SeasonRequest<Name extends SeasonWriteName> {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<Name>;
}

/** What a write is based on: the Idempotency-Key of its attempt, and the version for If-Match where it is not the one shown. */
interface WriteBase {
  readonly key: string;
  readonly version?: string | null;
}

/** Reads and writes of one season. */
export interface SeasonWrites {
  /** The season in the cache, or that of the server with `isReload`. */
  readonly load: (isReload: boolean) => Promise<Outcome<Season>>;
  /** Makes a change; every view and tab shows the season that results. A 412 or 404 reloads the season. */
  readonly send: <Name extends SeasonWriteName>(
    name: Name,
    request: SeasonRequest<Name>,
    base: WriteBase,
  ) => Promise<Outcome<Season>>;
  /** The standings as they would be; nothing is stored. */
  readonly preview: (body: BodyOf<'previewStandings'>) => Promise<Outcome<Standings>>;
  /** Deletes the season. */
  readonly remove: () => Promise<Outcome<undefined>>;
}

/** Writes of a season: with If-Match, the cache brought up to date, and a newer season shown after a 412. */
export function useSeasonWrites(id: string): SeasonWrites {
  const api = useApi();
  const queries = useQueryCache();
  const resource = { name: 'getSeason', params: { id } } as const;

  async function reload(): Promise<Outcome<Season>> {
    const outcome = await api.getSeason({ params: { id } });
    if (!('failure' in outcome)) queries.put(resource, outcome.value, outcome.version);
    return outcome;
  }

  /** Another version, or a part that is gone: what is shown is out of date. */
  async function reloadAfter({ status }: Failure): Promise<void> {
    if (status === 412 || status === 404) await reload();
  }

  return {
    async load(isReload) {
      const copy = isReload ? null : queries.peek(resource);
      return copy === null ? reload() : { value: seasonOf(copy.value), version: copy.version };
    },
    async send(name, request, { key, version = queries.peek(resource)?.version ?? null }) {
      const answer = await seasonCall(api, name)({ ...request, ifMatch: version, idempotencyKey: key });
      if ('failure' in answer) {
        await reloadAfter(answer.failure);
        return { failure: inWords(answer.failure) };
      }
      // A call without an answer does not say what the season has become.
      const outcome = answer.value === undefined ? await reload() : { ...answer, value: answer.value };
      if ('failure' in outcome) return outcome;
      queries.put(resource, outcome.value, outcome.version);
      queries.invalidate(affectedReads(name, request), resource);
      return outcome;
    },
    preview: (body) => api.previewStandings({ params: { id }, body }),
    async remove() {
      const version = queries.peek(resource)?.version ?? null;
      const outcome = await api.deleteSeason({ params: { id }, ifMatch: version });
      if ('failure' in outcome) {
        await reloadAfter(outcome.failure);
        return { failure: inWords(outcome.failure) };
      }
      queries.invalidate(affectedReads('deleteSeason', { params: { id } }));
      return { value: undefined, version: null };
    },
  };
}

type SeasonCall = (options: object) => Promise<Outcome<Season | undefined>>;

/** Every call in `SeasonWriteName` answers a season, or nothing. */
function seasonCall(api: Api, name: SeasonWriteName): SeasonCall {
  return api[name] as SeasonCall;
}

/** The cache holds what the answer schema of `getSeason` has accepted. */
function seasonOf(value: unknown): Season {
  return value as Season;
}

/** Says what to do after a 412 of an action; editors merge instead. */
function inWords(failure: Failure): Failure {
  if (failure.status !== 412) return failure;
  const detail = 'The season was changed somewhere else. It is shown as it is now: check it, and try again.';
  return { ...failure, problem: { ...failure.problem, detail } };
}

interface SeasonPartOptions<Value extends object> {
  readonly id: string;
  /** The season as it is shown, with its version. */
  readonly season: Season;
  readonly version: string | null;
  /** Which form, of which entity of the season; the season itself by default. */
  readonly form: string;
  readonly entityId?: string;
  readonly title: string;
  readonly hash: string;
  /** The part of a season that is edited; null when the season has it no more. */
  readonly select: (season: Season) => Value | null;
  readonly save: (writes: SeasonWrites, save: Save<Value>) => Promise<Outcome<Season>>;
}

/** Edits one part of a season. Parts have drafts of their own; changes of other parts do not disturb them. */
export function useSeasonPart<Value extends object>(options: SeasonPartOptions<Value>): Editor<Value> {
  const { id, season, version, form, entityId = id, title, hash, select, save } = options;
  const writes = useSeasonWrites(id);
  const [listeners] = useState(() => new Set<(part: Versioned<Value>) => void>());
  const latest = useRef(select);
  useEffect(() => {
    latest.current = select;
  });
  useEffect(() => {
    const value = latest.current(season);
    if (value !== null) for (const listener of listeners) listener({ value, version });
  }, [season, version, listeners]);
  const partOf = (outcome: Outcome<Season>): Outcome<Value> => {
    if ('failure' in outcome) return outcome;
    const value = select(outcome.value);
    return value === null ? { failure: gone } : { value, version: outcome.version };
  };
  const initial = select(season);
  return useEditor<Value>({
    form,
    entityId,
    title,
    path: `/dashboard/seasons/${id}/edit#${hash}`,
    ...(initial === null ? {} : { initial }),
    load: async (isReload) => partOf(await writes.load(isReload)),
    save: async (attempt) => partOf(await save(writes, attempt)),
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
}

const gone = createFailure('problem', {
  status: 404,
  message: 'It was deleted somewhere else.',
});

interface SeasonAdditionOptions<Value extends object> {
  readonly id: string;
  readonly form: string;
  readonly title: string;
  readonly hash: string;
  /** The empty form. */
  readonly blank: Value;
  readonly save: (writes: SeasonWrites, save: Save<Value>) => Promise<Outcome<Season>>;
}

/** A form that adds something to a season: it is kept as a draft until it is sent, and empty again afterwards. */
export function useSeasonAddition<Value extends object>(options: SeasonAdditionOptions<Value>): Editor<Value> {
  const { id, form, title, hash, blank, save } = options;
  const writes = useSeasonWrites(id);
  return useEditor<Value>({
    form,
    entityId: id,
    title,
    path: `/dashboard/seasons/${id}/edit#${hash}`,
    initial: blank,
    async load(isReload) {
      const outcome = isReload ? await writes.load(true) : null;
      return outcome !== null && 'failure' in outcome ? outcome : { value: blank, version: null };
    },
    async save(attempt) {
      const outcome = await save(writes, attempt);
      return 'failure' in outcome ? outcome : { value: blank, version: null };
    },
  });
}
