import type { Failure } from '#contract/api/problem';
import { isOfNetwork } from '#machines/failure-kinds';
import type { Mutation } from '../../actors/mutation.ts';
import { FormError } from '../../components/form/FormError.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';

/** Why a link does not work; null while it may: it was not followed to its end. */
export function finalFailure({ failure }: Mutation<undefined, null>): Failure | null {
  return failure === null || failure.kind === 'aborted' || isOfNetwork(failure) ? null : failure;
}

/** A link that is being followed, or can be followed again. */
export function FollowedLink({ link }: { link: Mutation<undefined, null> }) {
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = link;
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => submit(undefined))}>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <SubmitButton label="Continue" isBusy={isBusy || isDone} isDisabled={secondsLeft > 0} wait={wait} />
    </form>
  );
}
