import { useRecordedDrivers } from '../../../actors/roster.ts';
import { PageLink } from '../../../components/PageLink.tsx';
import { ShareAddress } from '../../../components/ShareAddress.tsx';
import { DriversSection } from './DriversSection.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';
import { SignUpForm } from './SignUpForm.tsx';
import type { SectionProps } from './section-props.ts';
import { TeamsSection } from './TeamsSection.tsx';

/** The drivers of a season, each in one row, and its teams. */
export function EditSeasonDriversPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="drivers" title="Drivers">
      {(props) => <Drivers {...props} />}
    </SeasonEditor>
  );
}

function Drivers(props: SectionProps) {
  const { season } = props;
  const recorded = useRecordedDrivers(season.id);
  return (
    <>
      <SectionCard id="roster" title="Drivers">
        <DriversSection {...props} recorded={recorded} />
      </SectionCard>
      <SectionCard id="teams" title="Teams">
        <TeamsSection {...props} />
      </SectionCard>
      <SectionCard id="invite" title="Sign-up">
        <SignUpForm {...props} />
        <p className="text-mute">
          Send them the link of{' '}
          <PageLink href={`/seasons/${season.id}`} className="link">
            the season’s page
          </PageLink>
          {season.signUp == null
            ? '. Logged in, they choose their name there and press “This is me”, and you confirm it here.'
            : '. Logged in, they enter there. Who is on the roster already presses “This is me”.'}
        </p>
        <ShareAddress title={season.name} address={`${location.origin}/seasons/${season.id}`} />
      </SectionCard>
    </>
  );
}
