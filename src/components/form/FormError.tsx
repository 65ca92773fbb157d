import { useId, useState } from 'react';
import { type Failure, texts } from '#contract/api/problem';
import { failureWords, fieldErrorOf } from '../../format/failure-words.ts';
import { Button } from '../Button.tsx';
import { Waiting, type WaitingProps } from './Waiting.tsx';

interface FormErrorProps extends Partial<WaitingProps> {
  readonly failure: Failure | null;
  /** Seconds until the form may be submitted again. */
  readonly secondsLeft?: number;
  /** Fields that show their own part of the failure. */
  readonly fields?: readonly string[];
  /** The meaning of a failure for a form that stores nothing. */
  readonly outcome?: string;
}

/** Why a form was refused, and that its answer takes long where the button does not say it. */
export function FormError({ wait, ...refusal }: FormErrorProps) {
  return (
    <>
      <Refusal {...refusal} />
      {wait === undefined ? null : <Waiting wait={wait} />}
    </>
  );
}

/** The reason, with a next step; Show Error has the server's message. */
function Refusal({ failure, secondsLeft = 0, fields = [], outcome }: Omit<FormErrorProps, 'wait'>) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  // The region exists before it has a text, so that screen readers announce it; it takes no room.
  if (failure === null || fields.some((field) => fieldErrorOf(failure, field) !== null))
    return <div role="alert" className="absolute" />;
  const { text, link } = failureWords(failure, outcome);
  return (
    <div role="alert" className="grid gap-2 rounded-8 border border-redfill p-3">
      <p>
        {text}
        {secondsLeft > 0 ? ` Try again in ${secondsLeft} s.` : ''}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-14">
        {link === null ? null : (
          <a href={link.href} className="min-h-6 link">
            {link.label}
          </a>
        )}
        <Button
          kind="link"
          className="text-mute"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? texts.hideError : texts.showError}
        </Button>
      </p>
      <pre id={id} hidden={!isOpen} className="scroll-x whitespace-pre-wrap text-12 text-mute">
        {`${failure.status ?? ''} ${failure.code ?? failure.kind}\n${failure.detail ?? failure.message}`.trim()}
      </pre>
    </div>
  );
}
