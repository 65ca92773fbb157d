import { detailsOf, type LeagueDetails, tidied } from '../format/league-details.ts';
import { type Editor, useEditor } from './editor.ts';
import { detailsForm, type ShownLeague, useLeagueTexts } from './leagues.ts';

/** The form of a league's details. */
export function useLeagueDetails(shown: ShownLeague): Editor<LeagueDetails> {
  const { league, version } = shown;
  const { id, name } = league;
  const { load, save, watch } = useLeagueTexts(shown);
  const editor = useEditor<LeagueDetails>({
    form: detailsForm,
    entityId: id,
    title: `League ${name}`,
    path: `/dashboard/leagues/${id}/edit`,
    initial: detailsOf(league),
    load: (isReload) => (isReload ? load() : Promise.resolve({ value: detailsOf(league), version })),
    save,
    watch,
  });
  return {
    ...editor,
    save() {
      if (editor.value !== null) editor.change(tidied(editor.value));
      editor.save();
    },
  };
}
