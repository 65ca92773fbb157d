import { type ShownLeague, useLeagueDetails } from '../../../actors/leagues.ts';
import { ErrorPanel } from '../../../components/ErrorPanel.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { EditorFoot } from '../EditorFoot.tsx';
import { fieldLabels, fieldText, isComplete, LeagueFields } from './LeagueFields.tsx';

/** The texts and the visibility of a league. */
export function DetailsForm(shown: ShownLeague) {
  const editor = useLeagueDetails(shown);
  const { value, failure } = editor;
  if (editor.isUnavailable && failure !== null) return <ErrorPanel isPart failure={failure} retry={editor.retry} />;
  if (value === null) return <Skeleton height={480} />;
  return (
    <form className="grid gap-5" onSubmit={onSubmit(editor.save)}>
      <LeagueFields details={value} failure={failure} onChange={editor.change} />
      <EditorFoot
        editor={editor}
        label="Save details"
        fields={fieldLabels}
        textOf={fieldText}
        isIncomplete={!isComplete(value)}
      />
    </form>
  );
}
