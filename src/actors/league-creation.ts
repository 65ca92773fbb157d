import { useEffect, useRef } from 'react';
import type { Outcome } from '#contract/api/problem';
import type { EncodedImage } from '../browser/image.ts';
import { emptyDetails, tidied } from '../format/league-details.ts';
import { type Editor, useEditor } from './editor.ts';
import { type NewLeague, useCreateLeague } from './leagues.ts';

const empty: NewLeague = { ...emptyDetails, picture: null };

interface LeagueCreation {
  readonly editor: Editor<NewLeague>;
  readonly save: () => void;
  /** The picture is part of the draft, and sent with the league. */
  readonly setPicture: (picture: EncodedImage | null) => Outcome<unknown>;
}

/** The form of a new league. `onCreated` is called once it is stored. */
export function useLeagueCreation(onCreated: (id: string) => void): LeagueCreation {
  const create = useCreateLeague();
  const createdId = useRef<string | null>(null);
  const editor = useEditor<NewLeague>({
    form: 'league.create',
    entityId: null,
    title: 'New league',
    path: '/dashboard/leagues/create',
    initial: empty,
    load: async () => ({ value: empty, version: null }),
    async save({ value, key }, signal) {
      const outcome = await create(value, key, signal);
      if ('failure' in outcome) return outcome;
      createdId.current = outcome.value.id;
      return { value: empty, version: null };
    },
  });
  const latest = useRef(onCreated);
  useEffect(() => {
    latest.current = onCreated;
  });
  useEffect(() => {
    // Before that, leaving the page would ask about unsaved changes.
    if (editor.isSaving || editor.isDirty || createdId.current === null) return;
    const id = createdId.current;
    createdId.current = null;
    latest.current(id);
  }, [editor.isSaving, editor.isDirty]);
  return {
    editor,
    save() {
      if (editor.value !== null) editor.change(tidied(editor.value));
      editor.save();
    },
    setPicture(picture) {
      editor.change({ picture });
      return { value: undefined, version: null };
    },
  };
}
