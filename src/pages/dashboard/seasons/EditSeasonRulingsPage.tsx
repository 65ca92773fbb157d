import { RulingsSection } from './RulingsSection.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';

/** The rulings of a season. */
export function EditSeasonRulingsPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="rulings" title="Rulings">
      {(props) => (
        <SectionCard id="rulings" title="Rulings">
          <RulingsSection {...props} />
        </SectionCard>
      )}
    </SeasonEditor>
  );
}
