import { confirmClaim, deleteClaim } from '#contract/calls/roster';
import type { Claim } from '#contract/entities/roster';
import { useMutation } from '../../../actors/mutation.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { ConfirmedWrite } from './ConfirmedWrite.tsx';

interface DriverClaimProps {
  readonly claim: Claim;
  /** The driver. */
  readonly name: string;
}

/** A user who says that they are a driver, to confirm or to decline; or who is it, to remove. It is written at once. */
export function DriverClaim({ claim, name }: DriverClaimProps) {
  const send = useWrite(deleteClaim);
  const user = userOf(claim);
  const params = { id: claim.seasonId, claimId: claim.id };
  const isConfirmed = claim.confirmedAt !== null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0">
        <PageLink href={`/user/${claim.userId}`} className="font-650 text-red">
          <bdi>{user}</bdi>
        </PageLink>{' '}
        {isConfirmed ? 'is' : 'says they are'} <bdi className="font-650">{name}</bdi>
      </span>
      <span className="flex flex-wrap gap-2">
        {isConfirmed ? null : <Confirm claim={claim} description={`Confirm that ${user} is ${name}`} />}
        <ConfirmedWrite
          label={isConfirmed ? 'Remove' : 'Decline'}
          description={`${isConfirmed ? 'Remove' : 'Decline'} ${user}`}
          question={isConfirmed ? `Remove ${user} as ${name}?` : `Decline ${user} as ${name}?`}
          confirmLabel={isConfirmed ? 'Remove' : 'Decline'}
          write={(key, signal) => send({ params, key, signal })}
        />
      </span>
    </div>
  );
}

/** The user, as the list calls them. */
export function userOf({ username }: Claim): string {
  return username ?? 'A user without a name';
}

function Confirm({ claim: { id: claimId, seasonId: id }, description }: { claim: Claim; description: string }) {
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
