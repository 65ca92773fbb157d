import { ScoringForm } from './ScoringForm.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';

/** The scoring rules of a season. */
export function EditSeasonPointsPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="points" title="Points">
      {(props) => (
        <SectionCard id="scoring" title="Points">
          <ScoringForm {...props} />
        </SectionCard>
      )}
    </SeasonEditor>
  );
}
