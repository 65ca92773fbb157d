import { movedSectionPath } from '../../../format/season-sections.ts';
import { useReplacePage } from '../../../navigation/use-replace-page.ts';
import { EventsSection } from './EventsSection.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';

/** The events of a season. Links with fragments from when all sections were one page lead to their section. */
export function EditSeasonPage({ id }: { id: string }) {
  const movedTo = movedSectionPath(id, location.hash);
  useReplacePage(movedTo);
  if (movedTo !== null) return null;
  return (
    <SeasonEditor id={id} section="events" title="Events">
      {(props) => (
        <SectionCard id="events" title="Events">
          <EventsSection {...props} />
        </SectionCard>
      )}
    </SeasonEditor>
  );
}
