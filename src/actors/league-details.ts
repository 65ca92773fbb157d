import type { League } from '#contract/league';
import { detailsOf, type LeagueDetails, tidied } from '../format/league-details.ts';
import { type Editor, useEditor } from './editor.ts';
import { detailsForm, useLeagueWrites } from './leagues.ts';

/** The form of a league's details. `version` is the ETag of the league that is shown. */
export function useLeagueDetails(league: League, version: string | null): Editor<LeagueDetails> {
  const { id, name } = league;
  const { loadDetails, saveDetails, watchDetails } = useLeagueWrites(id);
  const editor = useEditor<LeagueDetails>({
    form: detailsForm,
    entityId: id,
    title: `League ${name}`,
    path: `/dashboard/leagues/${id}/edit`,
    initial: detailsOf(league),
    load: (isReload) => (isReload ? loadDetails() : Promise.resolve({ value: detailsOf(league), version })),
    save: saveDetails,
    watch: watchDetails,
  });
  return {
    ...editor,
    save() {
      if (editor.value !== null) editor.change(tidied(editor.value));
      editor.save();
    },
  };
}
