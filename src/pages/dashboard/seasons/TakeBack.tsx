import { revisionWithdrawTime } from '#contract/constants';
import type { LatestRevision } from '#contract/entities/season';
import { useMutation } from '../../../actors/mutation.ts';
import { useSecondsLeft } from '../../../actors/seconds-left.ts';
import { useWrite } from '../../../actors/write.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { formatTimeLeft, takeBackQuestion } from '../../../format/undo-texts.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import type { SectionProps } from './section-props.ts';

interface TakeBackProps extends SectionProps {
  readonly revision: LatestRevision;
  readonly onTakenBack: () => void;
}

/** Takes back the latest official standings, for as long as the server allows it. */
export function TakeBack({ season, version, revision, onTakenBack }: TakeBackProps) {
  const { number, publishedAt } = revision;
  const secondsLeft = useSecondsLeft(Date.parse(publishedAt) + revisionWithdrawTime * 1_000);
  const withdrawRevision = useWrite('withdrawRevision');
  const { submit, isBusy, failure, wait } = useMutation({
    run: (_: undefined, key, signal) =>
      withdrawRevision({ entity: season, version, params: { id: season.id, number: String(number) }, key, signal }),
    onDone: onTakenBack,
  });
  if (secondsLeft === 0) return <FormError failure={failure} />;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-14 text-mute">
        Published by mistake? You can take it back for another{' '}
        <span className="tabular-nums">{formatTimeLeft(secondsLeft)}</span>.
      </p>
      <FormError failure={failure} wait={wait} />
      <ConfirmButton
        label={`Take back official ${number}`}
        question={takeBackQuestion(number)}
        confirmLabel="Take it back"
        isBusy={isBusy}
        onConfirm={() => submit(undefined)}
      />
    </div>
  );
}
