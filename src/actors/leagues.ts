import type { Outcome } from '#contract/api/problem';
import { createLeague, deleteLeague, deleteThumbnail, setThumbnail, updateLeague } from '#contract/calls/edit-league';
import { getLeague } from '#contract/calls/leagues';
import type { League } from '#contract/entities/league';
import type { EncodedImage } from '../browser/image.ts';
import {
  bodyOf,
  changedFields,
  detailsOf,
  emptyDetails,
  type LeagueDetails,
  tidied,
} from '../format/league-details.ts';
import { useUser } from './auth.tsx';
import { useOpenDrafts } from './draft-store.ts';
import { type Editor, useEntityEditor, useNewEntity } from './editor.ts';
import { useWrite } from './write.ts';

/** The name of the form of a league's details, for its draft. */
const detailsForm = 'league.details';

/** A league that does not exist yet. */
export interface NewLeague extends LeagueDetails {
  readonly picture: EncodedImage | null;
}

const empty: NewLeague = { ...emptyDetails, picture: null };

/** The form of a new league. `onCreated` is called once it is stored. */
export function useLeagueCreation(onCreated: (id: string) => void) {
  const create = useWrite(createLeague);
  const editor = useNewEntity({
    form: 'league.create',
    entityId: null,
    title: 'New league',
    path: '/dashboard/leagues/create',
    blank: empty,
    save({ value: { picture, ...details }, key, signal }) {
      const body = { ...bodyOf(details), thumbnailBase64: picture?.thumbnailBase64 ?? null };
      return create({ body, key, signal });
    },
    onSaved: ({ answer }) => onCreated(answer.id),
  });
  return {
    editor: tidying(editor),
    /** The picture is part of the draft, and sent with the league. */
    setPicture(picture: EncodedImage | null): Outcome<unknown> {
      editor.change({ picture });
      return { value: undefined, version: null };
    },
  };
}

/** A league as it is shown, with its version. */
export interface ShownLeague {
  readonly league: League;
  readonly version: string;
}

/** The form of a league's details; the fields that were changed are sent. */
export function useLeagueDetails({ league, version }: ShownLeague): Editor<LeagueDetails> {
  const { id, name } = league;
  const update = useWrite(updateLeague);
  const editor = useEntityEditor<typeof getLeague, LeagueDetails>({
    form: detailsForm,
    actions: ['updateLeague'],
    read: getLeague,
    entity: league,
    version,
    title: `League ${name}`,
    path: `/dashboard/leagues/${id}/edit`,
    select: detailsOf,
    save: ({ base, value, ...attempt }) =>
      update({ entity: league, params: { leagueId: id }, body: changedFields(base, value), ...attempt }),
  });
  return tidying(editor);
}

/** An editor that shows the details as they are sent. */
function tidying<Details extends LeagueDetails>(editor: Editor<Details>): Editor<Details> {
  return {
    ...editor,
    save() {
      if (editor.value !== null) editor.change(tidied(editor.value));
      editor.save();
    },
  };
}

/** Sets and removes the picture of a league. */
export function useLeaguePicture({ league, version }: ShownLeague) {
  const set = useWrite(setThumbnail);
  const remove = useWrite(deleteThumbnail);
  const base = { entity: league, version, params: { leagueId: league.id } };
  return {
    set: ({ thumbnailBase64, contentType }: EncodedImage, key: string, signal: AbortSignal) =>
      set({ ...base, body: { thumbnailBase64, contentType }, key, signal }),
    remove: (key: string, signal: AbortSignal) => remove({ ...base, key, signal }),
  };
}

/** Deletes a league, and the draft of its texts. */
export function useDeleteLeague({
  league,
  version,
}: ShownLeague): (key: string, signal: AbortSignal) => Promise<Outcome<undefined>> {
  const remove = useWrite(deleteLeague);
  const openDrafts = useOpenDrafts();
  const owner = useUser()?.userId ?? '';
  return async (key, signal) => {
    const outcome = await remove({ entity: league, version, params: { leagueId: league.id }, key, signal });
    if ('failure' in outcome) return outcome;
    const draft = { owner, form: detailsForm, entityId: league.id };
    // Its drafts can no longer be saved. The dashboard lists drafts that could not be removed.
    await openDrafts()
      .then((store) => store.remove(draft))
      .catch(() => undefined);
    return outcome;
  };
}
