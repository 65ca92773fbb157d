import { ExportSection } from './ExportSection.tsx';
import { PublishSection } from './PublishSection.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';

/** Makes the standings of a season official, and shares them. */
export function EditSeasonPublishPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="publish" title="Official standings">
      {(props) => (
        <>
          <SectionCard id="publish" title="Official standings">
            <PublishSection {...props} />
          </SectionCard>
          <SectionCard id="export" title="Share and export">
            <ExportSection {...props} />
          </SectionCard>
        </>
      )}
    </SeasonEditor>
  );
}
