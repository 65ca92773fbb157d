import { affectedReads, type WriteName } from '#contract/dependencies';
import type { League } from '#contract/league';
import { createFailure, type Outcome } from '#contract/problem';
import type { Versioned } from '#machines/editor-content';
import type { Save } from '#machines/editor-context';
import type { EncodedImage } from '../browser/image.ts';
import { bodyOf, changedFields, detailsOf, type LeagueDetails } from '../format/league-details.ts';
import type { QueryCache } from '../queries/query-cache.ts';
import { useApi } from './api.tsx';
import { useUser } from './auth.tsx';
import { useDraftStore } from './drafts.tsx';
import { useQueryCache } from './read.tsx';
import { watchRead } from './watch-read.ts';

/** The name of the form of a league's details, for its draft. */
export const detailsForm = 'league.details';

/** A league that does not exist yet. */
export interface NewLeague extends LeagueDetails {
  readonly picture: EncodedImage | null;
}

/** Creates leagues; every list shows a new one at once. */
export function useCreateLeague() {
  const api = useApi();
  const queries = useQueryCache();
  /** A repeated call with the same key creates no second league. */
  return async ({ picture, ...details }: NewLeague, idempotencyKey: string): Promise<Outcome<League>> => {
    const body = { ...bodyOf(details), thumbnailBase64: picture?.thumbnailBase64 ?? null };
    return stored(queries, 'createLeague', await api.createLeague({ body, idempotencyKey }));
  };
}

/** The entity of a write, which every view shows at once. */
function stored(queries: QueryCache, write: WriteName, outcome: Outcome<League>): Outcome<League> {
  if ('failure' in outcome) return outcome;
  const params = { leagueId: outcome.value.id };
  const resource = { name: 'getLeague', params } as const;
  queries.put(resource, outcome.value, outcome.version);
  queries.invalidate(affectedReads(write, { params }), resource);
  return outcome;
}

function detailsIn(outcome: Outcome<League>): Outcome<LeagueDetails> {
  return 'failure' in outcome ? outcome : { value: detailsOf(outcome.value), version: outcome.version };
}

/**
 * Changes of one league; every view and tab shows them at once. `version` is the ETag of the league that a change is
 * based on: a newer one on the server is not overwritten.
 */
export function useLeagueWrites(leagueId: string) {
  const api = useApi();
  const queries = useQueryCache();
  const drafts = useDraftStore();
  const owner = useUser()?.userId ?? '';
  const params = { leagueId };

  /** A write that returns the league. */
  async function write(name: WriteName, call: Promise<Outcome<League>>): Promise<Outcome<League>> {
    return stored(queries, name, await refreshed(name, call));
  }

  /** A write that returns nothing: the league is read anew, because the next change is based on its new version. */
  async function erase(name: WriteName, call: Promise<Outcome<undefined>>): Promise<Outcome<undefined>> {
    const outcome = await refreshed(name, call);
    if ('failure' in outcome) return outcome;
    const league = stored(queries, name, await api.getLeague({ params }));
    if ('failure' in league) queries.invalidate(affectedReads(name, { params }));
    return outcome;
  }

  /** A refusal for the version makes every view fetch the league, so that the next try is based on it. */
  async function refreshed<Value>(name: WriteName, call: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    const outcome = await call;
    if (!('failure' in outcome) || outcome.failure.status !== 412) return outcome;
    queries.invalidate(affectedReads(name, { params }));
    const message = 'This league was changed elsewhere in the meantime. Look at it as it is now, then try again.';
    return { failure: createFailure('problem', { status: 412, message, detail: outcome.failure.detail }) };
  }

  return {
    loadDetails: async () => detailsIn(await api.getLeague({ params })),
    /** Sends the fields that were changed. A 412 is left to the editor, which merges. */
    saveDetails: async ({ base, value, version }: Save<LeagueDetails>): Promise<Outcome<LeagueDetails>> => {
      const call = api.updateLeague({ params, body: changedFields(base, value), ifMatch: version });
      return detailsIn(stored(queries, 'updateLeague', await call));
    },
    watchDetails: (listener: (entity: Versioned<LeagueDetails>) => void) =>
      watchRead(queries, { name: 'getLeague', params }, (league, version) =>
        listener({ value: detailsOf(league), version }),
      ),
    setPicture: ({ thumbnailBase64, contentType }: EncodedImage, version: string | null) =>
      write('setThumbnail', api.setThumbnail({ params, body: { thumbnailBase64, contentType }, ifMatch: version })),
    removePicture: (version: string | null) =>
      erase('deleteThumbnail', api.deleteThumbnail({ params, ifMatch: version })),
    /** Adding a season again changes nothing, so it is based on no version. */
    addSeason: (seasonId: string) => write('addLeagueSeason', api.addLeagueSeason({ params: { ...params, seasonId } })),
    removeSeason: (seasonId: string, version: string | null) =>
      erase('removeLeagueSeason', api.removeLeagueSeason({ params: { ...params, seasonId }, ifMatch: version })),
    remove: async (version: string | null) => {
      const outcome = await refreshed('deleteLeague', api.deleteLeague({ params, ifMatch: version }));
      if ('failure' in outcome) return outcome;
      queries.invalidate(affectedReads('deleteLeague', { params }));
      const draft = { owner, form: detailsForm, entityId: leagueId };
      // Nothing of it can be read or saved any more. What cannot be removed from the device is listed on the dashboard.
      await Promise.allSettled([
        queries.remove({ name: 'getLeague', params }),
        drafts.then((store) => store.remove(draft)),
      ]);
      return outcome;
    },
  };
}
