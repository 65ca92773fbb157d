import { useId, useState } from 'react';
import { type Failure, texts } from '#contract/problem';
import { Heading } from './Heading.tsx';

/** What happened in words that a person uses. */
function sentenceOf(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return 'You are offline, and this page is not kept on this device yet.';
    case 'unreachable':
      return 'The server did not answer. It may be busy, or your network may be in the way.';
    case 'mismatch':
      return 'The answer was not from Pitboard. A sign-in page of your Wi-Fi may be in the way.';
    case 'problem':
      return failure.problem?.detail ?? failure.message;
    case 'unexpected':
      return failure.status === 429
        ? 'Too many requests: wait a minute and try again.'
        : 'The server could not do this.';
    case 'outdated':
      return 'This page could not be loaded. A newer version of Pitboard may be out, or the network failed.';
    case 'aborted':
    case 'internal':
      return 'This page could not be shown.';
  }
}

/** Something went wrong!, with what a person can do about it and what a developer wants to read (spec §8). */
export function FailureNote({ failure, retry }: { failure: Failure; retry: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <section className="card mx-auto my-8 grid max-w-xl gap-3 p-5" role="alert">
      <Heading title={texts.somethingWrong} className="text-20 font-800">
        {texts.somethingWrong}
      </Heading>
      <p className="text-mute">{sentenceOf(failure)}</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="action bg-redfill text-white" onClick={retry}>
          Try again
        </button>
        <button
          type="button"
          className="action border border-line"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? texts.hideError : texts.showError}
        </button>
      </div>
      <pre id={id} hidden={!isOpen} className="scroll-x max-h-64 overflow-y-auto whitespace-pre-wrap text-12 text-mute">
        {failure.message}
        {failure.detail === null ? '' : `\n${failure.detail}`}
      </pre>
    </section>
  );
}
