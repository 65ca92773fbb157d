import { useEffect, useRef } from 'react';
import { type Editor, useEditor } from './editor.ts';
import { useWrite } from './write.ts';

/** What is typed for a new season. */
interface NewSeason {
  readonly name: string;
}

/** The form of a new season, with a draft for each name that is given. `onCreated` is called once it is stored. */
export function useSeasonCreation(seasonName: string, onCreated: (id: string) => void): Editor<NewSeason> {
  const create = useWrite('createSeason');
  const createdId = useRef<string | null>(null);
  const path = '/dashboard/seasons/create';
  const editor = useEditor<NewSeason>({
    form: 'season.create',
    // Each given name has a draft of its own.
    entityId: seasonName === '' ? null : seasonName,
    title: 'New season',
    path: seasonName === '' ? path : `${path}?seasonName=${encodeURIComponent(seasonName)}`,
    initial: { name: '' },
    load: async () => ({ value: { name: '' }, version: null }),
    async save({ value, key }, signal) {
      const outcome = await create({ body: { name: value.name.trim() }, key, signal });
      if ('failure' in outcome) return outcome;
      createdId.current = outcome.value.id;
      return { value: { name: '' }, version: null };
    },
  });
  const latest = useRef(onCreated);
  useEffect(() => {
    latest.current = onCreated;
  });
  useEffect(() => {
    // Before that, leaving the page would ask about unsaved changes.
    if (!editor.isSaving && !editor.isDirty && createdId.current !== null) {
      const id = createdId.current;
      createdId.current = null;
      latest.current(id);
    }
  }, [editor.isSaving, editor.isDirty]);
  return editor;
}
