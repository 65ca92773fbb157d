import type { Outcome } from '#contract/api/problem';
import type { BodyOf } from '#contract/api/requests';
import type { Season, Standings } from '#contract/entities/season';
import { useApi } from './api.tsx';
import { type BlankFormOptions, useBlankForm } from './blank-form.ts';
import type { Editor } from './editor.ts';
import { type EntityEditorOptions, useEntityEditor } from './entity-editor.ts';

/** The standings as they would be; nothing is stored. */
export function usePreview(
  id: string,
): (body: BodyOf<'previewStandings'>, signal: AbortSignal) => Promise<Outcome<Standings>> {
  const api = useApi();
  return (body, signal) => api.previewStandings({ params: { id }, body, signal });
}

interface SeasonPartOptions<Value extends object>
  extends Omit<EntityEditorOptions<'getSeason', Value>, 'read' | 'entity' | 'path'> {
  /** The season as it is shown, with its version. */
  readonly season: Season;
  readonly hash: string;
}

/** Edits one part of a season. */
export function useSeasonPart<Value extends object>(options: SeasonPartOptions<Value>): Editor<Value> {
  const { season, hash, ...rest } = options;
  return useEntityEditor<'getSeason', Value>({
    ...rest,
    read: 'getSeason',
    entity: season,
    path: pathOf(season.id, hash),
  });
}

interface SeasonAdditionOptions<Value extends object>
  extends Omit<BlankFormOptions<Value, unknown>, 'entityId' | 'path'> {
  readonly id: string;
  readonly hash: string;
}

/** A form that adds something to a season. */
export function useSeasonAddition<Value extends object>(options: SeasonAdditionOptions<Value>): Editor<Value> {
  const { id, hash, ...rest } = options;
  return useBlankForm({ ...rest, entityId: id, path: pathOf(id, hash) });
}

function pathOf(id: string, hash: string): string {
  return `/dashboard/seasons/${id}/edit#${hash}`;
}
