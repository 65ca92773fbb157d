import { useRecordedDrivers } from '../../../actors/roster.ts';
import { AliasesForm } from './AliasesForm.tsx';
import { ClaimList } from './ClaimList.tsx';
import { RosterForm } from './RosterForm.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';
import type { SectionProps } from './section-props.ts';
import { TeamAliasesForm } from './TeamAliasesForm.tsx';
import { TeamColoursForm } from './TeamColoursForm.tsx';

/** The drivers of a season: its roster, the accounts of its drivers, the colours of its teams, and which names are one team or driver. */
export function EditSeasonDriversPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="drivers" title="Drivers">
      {(props) => <Drivers {...props} />}
    </SeasonEditor>
  );
}

function Drivers(props: SectionProps) {
  const recorded = useRecordedDrivers(props.season.id);
  return (
    <>
      <SectionCard id="roster" title="Roster">
        <RosterForm {...props} recorded={recorded} />
      </SectionCard>
      <ClaimList season={props.season} />
      <SectionCard id="colours" title="Team colours">
        <TeamColoursForm {...props} />
      </SectionCard>
      <SectionCard id="teams" title="Team names">
        <TeamAliasesForm {...props} />
      </SectionCard>
      <SectionCard id="names" title="Recorded names">
        <AliasesForm {...props} recorded={recorded} />
      </SectionCard>
    </>
  );
}
