import { useId, useState } from 'react';
import type { AuthFailure } from '#contract/auth';
import { texts } from '#contract/problem';
import { authWords } from '../../format/auth-words.ts';

/** Why a form was refused, in words, with a way on; the sign-in's own words behind Show Error. */
export function Refusal({ failure, wait = 0 }: { failure: AuthFailure | null; wait?: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  // The region is there before it speaks, and takes no room.
  if (failure === null) return <div role="alert" className="absolute" />;
  const { say, next } = authWords(failure);
  return (
    <div role="alert" className="grid gap-2 rounded-8 border border-redfill p-3">
      <p>
        {say}
        {wait > 0 ? ` Again in ${wait} s.` : ''}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-14">
        {next === null ? null : (
          <a href={next.href} className="min-h-6 text-red underline underline-offset-4">
            {next.word}
          </a>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="min-h-6 text-mute underline underline-offset-4"
        >
          {isOpen ? texts.hideError : texts.showError}
        </button>
      </p>
      <pre id={id} hidden={!isOpen} className="scroll-x whitespace-pre-wrap text-12 text-mute">
        {`${failure.status ?? ''} ${failure.code}\n${failure.message}`.trim()}
      </pre>
    </div>
  );
}
