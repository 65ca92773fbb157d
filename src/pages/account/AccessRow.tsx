import type { Outcome } from '#contract/api/problem';
import { useMutation } from '../../actors/mutation.ts';
import { FormError } from '../../components/form/FormError.tsx';
import { Waiting } from '../../components/form/Waiting.tsx';
import { ConfirmButton } from '../dashboard/seasons/ConfirmButton.tsx';

interface AccessRowProps {
  readonly name: string;
  readonly note: string;
  readonly verb: 'Delete' | 'Remove';
  readonly question: string;
  readonly confirmLabel: string;
  readonly onConfirm: (key: string, signal: AbortSignal) => Promise<Outcome<unknown>>;
}

/** A program that has access to the account, with a button that ends it. */
export function AccessRow({ name, note, verb, question, confirmLabel, onConfirm }: AccessRowProps) {
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, key, signal) => onConfirm(key, signal),
  });
  return (
    <li className="grid gap-2 border-b border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="grid min-w-0">
          <span className="name-line font-650">{name}</span>
          <span className="text-14 text-mute">{note}</span>
        </span>
        <ConfirmButton
          label={verb}
          description={`${verb} ${name}`}
          question={question}
          confirmLabel={confirmLabel}
          isBusy={isBusy}
          onConfirm={() => submit(undefined)}
        />
      </div>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <Waiting wait={wait} />
    </li>
  );
}
