import { useId, useState } from 'react';
import { type Failure, texts } from '#contract/api/problem';
import { causeText, type NetworkCause } from '../format/network-words.ts';
import { Button } from './Button.tsx';
import { Heading } from './Heading.tsx';

function explanationOf(failure: Failure, cause: NetworkCause | null, isPart: boolean): string {
  // Several parts may fail at once.
  if (cause !== null) return `${causeText(cause)}.${isPart ? '' : ' This page reloads when the server works again.'}`;
  switch (failure.kind) {
    case 'problem':
      return failure.status === 429
        ? 'Too many requests. Wait a minute and try again.'
        : (failure.problem?.detail ?? failure.message);
    case 'outdated':
      return `This ${isPart ? 'part' : 'page'} could not be loaded. There may be a new version of Pitboard, or the network failed.`;
    default:
      return 'This page could not be displayed.';
  }
}

interface ErrorPanelProps {
  readonly failure: Failure;
  /** Why the server cannot be used; null when that is not the reason. */
  readonly cause?: NetworkCause | null;
  /** A part of a page failed, which has a heading of its own. */
  readonly isPart?: boolean;
  readonly retry: () => void;
}

/** Something went wrong!, with a way to try again and the technical details: a card, or two lines in place of a part. */
export function ErrorPanel({ failure, cause = null, isPart = false, retry }: ErrorPanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <section className={isPart ? '' : 'card mx-auto my-8 grid max-w-xl gap-3 p-5'} role="alert">
      {isPart ? null : (
        <Heading title={texts.somethingWrong} className="text-20 font-800">
          {texts.somethingWrong}
        </Heading>
      )}
      <p className="text-mute">{explanationOf(failure, cause, isPart)}</p>
      <div className="flex flex-wrap gap-3">
        <Button kind={isPart ? 'link' : 'primary'} onClick={retry}>
          Try again
        </Button>
        <Button kind="link" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.hideError : texts.showError}
        </Button>
      </div>
      <pre id={id} hidden={!isOpen} className="scroll-x max-h-64 overflow-y-auto whitespace-pre-wrap text-12 text-mute">
        {failure.message}
        {failure.detail === null ? '' : `\n${failure.detail}`}
      </pre>
    </section>
  );
}
