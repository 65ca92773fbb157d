import { useState } from 'react';
import { claimDriver, deleteClaim } from '#contract/calls/roster';
import { listClaims } from '#contract/calls/seasons';
import type { Claim } from '#contract/entities/roster';
import type { Season } from '#contract/entities/season';
import { useMutation } from '../../actors/mutation.ts';
import { useRead } from '../../actors/read.tsx';
import { useWrite } from '../../actors/write.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { Options } from '../../components/form/Options.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SelectField } from '../../components/form/SelectField.tsx';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';

interface ClaimDriverProps {
  readonly season: Season;
  readonly userId: string;
}

/** A user says which driver they are, sees whether it was confirmed, and can take it back. */
export function ClaimDriver({ season, userId }: ClaimDriverProps) {
  const { value } = useRead({ call: listClaims, params: { id: season.id } });
  if (value === null) return null;
  const own = value.find((claim) => claim.userId === userId);
  return (
    <section aria-labelledby="claim" className="card no-print stack gap-3 p-4">
      <h2 id="claim" className="text-17 font-750">
        {own === undefined
          ? 'Do you drive here?'
          : own.confirmedAt === null
            ? 'Waiting for the owner'
            : 'You drive here'}
      </h2>
      {own === undefined ? <ClaimForm season={season} /> : <OwnClaim season={season} claim={own} />}
    </section>
  );
}

function ClaimForm({ season }: { season: Season }) {
  const [driverId, setDriverId] = useState('');
  const send = useWrite(claimDriver);
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (id: string, key, signal) => send({ params: { id: season.id }, body: { driverId: id }, key, signal }),
  });
  const taken = new Set((season.members ?? []).map((member) => member.driverId));
  const free = (season.roster ?? []).filter(({ id }) => !taken.has(id));
  if (free.length === 0) return <p className="text-mute">Every driver of this season has an account.</p>;
  return (
    <form className="stack max-w-xl gap-3" onSubmit={onSubmit(() => submit(driverId))}>
      <p className="text-mute">
        Say which driver you are. Once the owner of the season has confirmed it, your results are on your profile.
      </p>
      <SelectField label="I am" value={driverId} onChange={({ target }) => setDriverId(target.value)}>
        <option value="">Choose a driver</option>
        <Options of={free.map(({ id, name, number }) => [id, number === null ? name : `${number} ${name}`])} />
      </SelectField>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <div className="desk:justify-self-start">
        <SubmitButton label="This is me" isBusy={isBusy} wait={wait} isDisabled={driverId === '' || secondsLeft > 0} />
      </div>
    </form>
  );
}

function OwnClaim({ season, claim }: { season: Season; claim: Claim }) {
  const send = useWrite(deleteClaim);
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, key, signal) => send({ params: { id: season.id, claimId: claim.id }, key, signal }),
  });
  const driver = season.roster?.find(({ id }) => id === claim.driverId)?.name ?? '';
  return (
    <>
      <p role="status">
        {claim.confirmedAt === null ? 'The owner of the season is asked whether you are ' : 'You are '}
        <bdi className="font-650">{driver}</bdi>
        {claim.confirmedAt === null ? '.' : ', and your results are on your profile.'}
      </p>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
      <Button
        className="justify-self-start"
        isBusy={isBusy}
        isDisabled={secondsLeft > 0}
        onClick={() => submit(undefined)}
      >
        {claim.confirmedAt === null ? 'Take it back' : 'This is not me'}
      </Button>
    </>
  );
}
