import type { Outcome } from '#contract/api/problem';
import type { League } from '#contract/entities/league';
import type { Versioned } from '#machines/editor-content';
import type { Save } from '#machines/editor-context';
import type { EncodedImage } from '../browser/image.ts';
import { bodyOf, changedFields, detailsOf, type LeagueDetails } from '../format/league-details.ts';
import { useUser } from './auth.tsx';
import { useDraftStore } from './drafts.tsx';
import { useQueryCache } from './read.tsx';
import { watchRead } from './watch-read.ts';
import { unknownBase, useLoad, useWrite } from './write.ts';

/** The name of the form of a league's details, for its draft. */
export const detailsForm = 'league.details';

/** A league that does not exist yet. */
export interface NewLeague extends LeagueDetails {
  readonly picture: EncodedImage | null;
}

/** Creates leagues; every list shows a new one at once. */
export function useCreateLeague() {
  const create = useWrite('createLeague');
  /** A repeated call with the same key creates no second league. */
  return ({ picture, ...details }: NewLeague, key: string, signal: AbortSignal): Promise<Outcome<League>> =>
    create({ body: { ...bodyOf(details), thumbnailBase64: picture?.thumbnailBase64 ?? null }, key, signal });
}

/** A league as it is shown, with its version. */
export interface ShownLeague {
  readonly league: League;
  readonly version: string;
}

/** Reads and writes of the texts of a league, for an editor. */
export function useLeagueTexts({ league }: ShownLeague) {
  const load = useLoad();
  const update = useWrite('updateLeague');
  const queries = useQueryCache();
  const params = { leagueId: league.id };
  return {
    load: async () => detailsIn(await load('getLeague', league.id)),
    /** Sends the fields that were changed. A 412 is left to the editor, which merges. */
    save: async (
      { base, value, version }: Save<LeagueDetails>,
      signal: AbortSignal,
    ): Promise<Outcome<LeagueDetails>> =>
      version === null
        ? { failure: unknownBase }
        : detailsIn(await update({ entity: league, version, params, body: changedFields(base, value), signal })),
    watch: (listener: (entity: Versioned<LeagueDetails>) => void) =>
      watchRead(queries, { name: 'getLeague', params }, (value, version) =>
        listener({ value: detailsOf(value), version }),
      ),
  };
}

function detailsIn(outcome: Outcome<League>): Outcome<LeagueDetails> {
  return 'failure' in outcome ? outcome : { value: detailsOf(outcome.value), version: outcome.version };
}

/** Sets and removes the picture of a league. */
export function useLeaguePicture({ league, version }: ShownLeague) {
  const set = useWrite('setThumbnail');
  const remove = useWrite('deleteThumbnail');
  const base = { entity: league, version, params: { leagueId: league.id } };
  return {
    set: ({ thumbnailBase64, contentType }: EncodedImage) => set({ ...base, body: { thumbnailBase64, contentType } }),
    remove: () => remove(base),
  };
}

/** Deletes a league, and the draft of its texts. */
export function useDeleteLeague({ league, version }: ShownLeague): () => Promise<Outcome<undefined>> {
  const remove = useWrite('deleteLeague');
  const drafts = useDraftStore();
  const owner = useUser()?.userId ?? '';
  return async () => {
    const outcome = await remove({ entity: league, version, params: { leagueId: league.id } });
    if ('failure' in outcome) return outcome;
    const draft = { owner, form: detailsForm, entityId: league.id };
    // Nothing of it can be saved any more. What cannot be removed from the device is listed on the dashboard.
    await drafts.then((store) => store.remove(draft)).catch(() => undefined);
    return outcome;
  };
}
