import type { Outcome } from '#contract/api/problem';
import type { BodyOf } from '#contract/calls/call';
import { previewStandings } from '#contract/calls/edit-season';
import { getSeason } from '#contract/calls/seasons';
import type { Season, Standings } from '#contract/entities/season';
import { movedSectionPath, type SeasonSection, seasonSections, sectionPath } from '../format/season-sections.ts';
import { useApi } from './api.ts';
import { useUser } from './auth.tsx';
import { useDrafts } from './drafts.ts';
import {
  type Editor,
  type EntityEditorOptions,
  type NewEntityOptions,
  useEntityEditor,
  useNewEntity,
} from './editor.ts';

/** The standings as they would be; nothing is stored. */
export function usePreview(
  id: string,
): (body: BodyOf<typeof previewStandings>, signal: AbortSignal) => Promise<Outcome<Standings>> {
  const api = useApi();
  return (body, signal) => api.send(previewStandings, { params: { id }, body, signal });
}

/** Drafts of a season that are in other sections than the one on the screen, with their section. */
export function useWaitingDrafts(
  id: string,
  shown: SeasonSection,
): readonly { readonly title: string; readonly section: SeasonSection }[] {
  const drafts = useDrafts(useUser()?.userId ?? null);
  return drafts.flatMap(({ title, path }) => {
    const [page = '', fragment = ''] = path.split('#');
    const address = movedSectionPath(id, `#${fragment}`) ?? page;
    const section = seasonSections.find((each) => sectionPath(id, each) === address);
    return section === undefined || section === shown ? [] : [{ title, section }];
  });
}

interface SeasonPartOptions<Value extends object>
  extends Omit<EntityEditorOptions<typeof getSeason, Value>, 'read' | 'entity' | 'path'> {
  /** The season as it is shown, with its version. */
  readonly season: Season;
  readonly section: SeasonSection;
  /** The id of an element in that section. */
  readonly anchor?: string;
}

/** Edits one part of a season. */
export function useSeasonPart<Value extends object>(options: SeasonPartOptions<Value>): Editor<Value> {
  const { season, section, anchor, ...rest } = options;
  const path = sectionPath(season.id, section);
  return useEntityEditor<typeof getSeason, Value>({
    ...rest,
    read: getSeason,
    entity: season,
    path: anchor === undefined ? path : `${path}#${anchor}`,
  });
}

interface SeasonAdditionOptions<Value extends object>
  extends Omit<NewEntityOptions<Value, unknown>, 'entityId' | 'path'> {
  readonly id: string;
  readonly section: SeasonSection;
}

/** A form that adds something to a season. */
export function useSeasonAddition<Value extends object>(options: SeasonAdditionOptions<Value>): Editor<Value> {
  const { id, section, ...rest } = options;
  return useNewEntity({ ...rest, entityId: id, path: sectionPath(id, section) });
}
