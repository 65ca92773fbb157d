import { AliasesForm } from './AliasesForm.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';

/** Which recorded names are one driver of a season. */
export function EditSeasonDriversPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="drivers" title="Drivers">
      {(props) => (
        <SectionCard id="drivers" title="Drivers">
          <AliasesForm {...props} />
        </SectionCard>
      )}
    </SeasonEditor>
  );
}
