import { useBlankForm } from './blank-form.ts';
import type { Editor } from './editor.ts';
import { useWrite } from './write.ts';

interface NewSeason {
  readonly name: string;
}

/** The form of a new season, with a draft for each name that is given. `onCreated` is called once it is stored. */
export function useSeasonCreation(seasonName: string, onCreated: (id: string) => void): Editor<NewSeason> {
  const create = useWrite('createSeason');
  const path = '/dashboard/seasons/create';
  return useBlankForm({
    form: 'season.create',
    // Each given name has a draft of its own.
    entityId: seasonName === '' ? null : seasonName,
    title: 'New season',
    path: seasonName === '' ? path : `${path}?seasonName=${encodeURIComponent(seasonName)}`,
    blank: { name: '' },
    send: ({ value, key }, signal) => create({ body: { name: value.name.trim() }, key, signal }),
    onSent: ({ id }) => onCreated(id),
  });
}
