import { DeleteSeason } from './DeleteSeason.tsx';
import { NameForm } from './NameForm.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';

/** The name of a season, and its deletion. */
export function EditSeasonSettingsPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="settings" title="Settings">
      {(props) => (
        <>
          <SectionCard id="name" title="Name">
            <NameForm {...props} />
          </SectionCard>
          <SectionCard id="delete" title="Delete">
            <DeleteSeason {...props} />
          </SectionCard>
        </>
      )}
    </SeasonEditor>
  );
}
