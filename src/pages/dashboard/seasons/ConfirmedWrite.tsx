import { useState } from 'react';
import type { Outcome } from '#contract/api/problem';
import { useMutation } from '../../../actors/mutation.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { ConfirmButton, type ConfirmButtonProps } from './ConfirmButton.tsx';

interface ConfirmedWriteProps
  extends Pick<ConfirmButtonProps, 'label' | 'icon' | 'description' | 'question' | 'confirmLabel'> {
  readonly write: (key: string, signal: AbortSignal) => Promise<Outcome<unknown>>;
}

/**
 * A button that asks before it writes, and says what keeps that from being done. Each has a write of its own: one without
 * an answer holds up no other. It is made with the question: a season has up to 200 events and 500 rulings.
 */
export function ConfirmedWrite({ write, ...button }: ConfirmedWriteProps) {
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return <AskedWrite {...button} write={write} />;
  return <ConfirmButton {...button} isBusy={false} onConfirm={() => undefined} onAsk={() => setIsAsked(true)} />;
}

function AskedWrite({ write, ...button }: ConfirmedWriteProps) {
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, key, signal) => write(key, signal),
  });
  return (
    <>
      <ConfirmButton {...button} isAsking isBusy={isBusy} onConfirm={() => submit(undefined)} />
      <div className={failure === null && wait === null ? 'absolute' : 'grid w-full gap-2'}>
        <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
      </div>
    </>
  );
}
