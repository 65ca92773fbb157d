import { useEffect, useRef, useState } from 'react';
import { createFailure, type Outcome } from '#contract/api/problem';
import type { BodyOf } from '#contract/api/requests';
import type { Season, Standings } from '#contract/entities/season';
import type { Versioned } from '#machines/editor-content';
import type { Save } from '#machines/editor-context';
import { useApi } from './api.tsx';
import { type Editor, useEditor } from './editor.ts';
import { unknownBase, useLoad } from './write.ts';

/** The standings as they would be; nothing is stored. */
export function usePreview(
  id: string,
): (body: BodyOf<'previewStandings'>, signal: AbortSignal) => Promise<Outcome<Standings>> {
  const api = useApi();
  return (body, signal) => api.previewStandings({ params: { id }, body, signal });
}

/** What is sent to the server, with the version that it is based on. */
type PartSave<Value> = Save<Value> & { readonly version: string; readonly signal: AbortSignal };

interface SeasonPartOptions<Value extends object> {
  /** The season as it is shown, with its version. */
  readonly season: Season;
  readonly version: string;
  /** Which form, of which entity of the season; the season itself by default. */
  readonly form: string;
  readonly entityId?: string;
  readonly title: string;
  readonly hash: string;
  /** The part of a season that is edited; null when the season has it no more. */
  readonly select: (season: Season) => Value | null;
  readonly save: (save: PartSave<Value>) => Promise<Outcome<Season>>;
}

/** Edits one part of a season. Parts have drafts of their own; changes of other parts do not disturb them. */
export function useSeasonPart<Value extends object>(options: SeasonPartOptions<Value>): Editor<Value> {
  const { season, version, form, title, hash, select, save } = options;
  const { id } = season;
  const load = useLoad();
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
    entityId: options.entityId ?? id,
    title,
    path: pathOf(id, hash),
    ...(initial === null ? {} : { initial }),
    load: async (isReload) => partOf(isReload ? await load('getSeason', id) : { value: season, version }),
    save: async ({ version: base, ...attempt }, signal) =>
      base === null ? { failure: unknownBase } : partOf(await save({ ...attempt, version: base, signal })),
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
  readonly save: (save: Save<Value>, signal: AbortSignal) => Promise<Outcome<unknown>>;
}

/** A form that adds something to a season: it is kept as a draft until it is sent, and empty again afterwards. */
export function useSeasonAddition<Value extends object>(options: SeasonAdditionOptions<Value>): Editor<Value> {
  const { id, form, title, hash, blank, save } = options;
  return useEditor<Value>({
    form,
    entityId: id,
    title,
    path: pathOf(id, hash),
    initial: blank,
    load: async () => ({ value: blank, version: null }),
    async save(attempt, signal) {
      const outcome = await save(attempt, signal);
      return 'failure' in outcome ? asRefused(outcome) : { value: blank, version: null };
    },
  });
}

/** An editor sends again by itself after a 412. What is added to a season is looked at beside what others have changed. */
function asRefused({ failure }: Extract<Outcome<unknown>, { failure: unknown }>): Outcome<never> {
  return { failure: failure.status === 412 ? { ...failure, status: 409 } : failure };
}

function pathOf(id: string, hash: string): string {
  return `/dashboard/seasons/${id}/edit#${hash}`;
}
