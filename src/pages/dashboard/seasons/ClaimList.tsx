import { confirmClaim, deleteClaim } from '#contract/calls/roster';
import { listClaims } from '#contract/calls/seasons';
import type { Claim } from '#contract/entities/roster';
import type { Season } from '#contract/entities/season';
import { useMutation } from '../../../actors/mutation.ts';
import { useRead } from '../../../actors/read.tsx';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { ConfirmedWrite } from './ConfirmedWrite.tsx';
import { SectionCard } from './SectionCard.tsx';

/** The users who say that they are a driver of the season; nothing while nobody does. */
export function ClaimList({ season }: { season: Season }) {
  const { value } = useRead({ call: listClaims, params: { id: season.id } });
  if (value === null || value.length === 0) return null;
  const open = value.filter(({ confirmedAt }) => confirmedAt === null);
  const confirmed = value.filter(({ confirmedAt }) => confirmedAt !== null);
  return (
    <SectionCard id="accounts" title="Accounts">
      <p className="text-mute">
        Users who say that they are a driver here. Confirm only people you know: your league and this season are shown
        on their profile then.
      </p>
      <ul className="border-t border-line">
        {[...open, ...confirmed].map((claim) => (
          <ClaimRow key={claim.id} season={season} claim={claim} />
        ))}
      </ul>
    </SectionCard>
  );
}

function ClaimRow({ season, claim }: { season: Season; claim: Claim }) {
  const send = useWrite(deleteClaim);
  const driver = season.roster?.find(({ id }) => id === claim.driverId)?.name ?? '';
  const user = claim.username ?? 'A user without a name';
  const params = { id: season.id, claimId: claim.id };
  const isConfirmed = claim.confirmedAt !== null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hair py-2">
      <span className="min-w-0">
        <PageLink href={`/user/${claim.userId}`} className="font-650 text-red">
          <bdi>{user}</bdi>
        </PageLink>{' '}
        {isConfirmed ? 'is' : 'says they are'} <bdi className="font-650">{driver}</bdi>
      </span>
      <span className="flex flex-wrap gap-2">
        {isConfirmed ? null : (
          <Confirm id={season.id} claimId={claim.id} description={`Confirm that ${user} is ${driver}`} />
        )}
        <ConfirmedWrite
          label={isConfirmed ? 'Remove' : 'Decline'}
          description={`${isConfirmed ? 'Remove' : 'Decline'} ${user}`}
          question={isConfirmed ? `Remove ${user} as ${driver}?` : `Decline ${user} as ${driver}?`}
          confirmLabel={isConfirmed ? 'Remove' : 'Decline'}
          write={(key, signal) => send({ params, key, signal })}
        />
      </span>
    </li>
  );
}

function Confirm({ id, claimId, description }: { id: string; claimId: string; description: string }) {
  const send = useWrite(confirmClaim);
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, key, signal) => send({ params: { id, claimId }, key, signal }),
  });
  return (
    <>
      <Button aria-label={description} isBusy={isBusy} isDisabled={secondsLeft > 0} onClick={() => submit(undefined)}>
        Confirm
      </Button>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
    </>
  );
}
