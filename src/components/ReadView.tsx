import type { ReactNode } from 'react';
import type { Failure } from '#contract/problem';
import { formatAge } from '../format/age.ts';
import { FailureNote } from './FailureNote.tsx';
import { NotFound } from './NotFound.tsx';

interface ReadViewProps<Value> {
  readonly read: {
    readonly phase: 'waiting' | 'pending' | 'stillWaiting' | 'shown' | 'failed' | 'notFound';
    readonly value: Value | null;
    readonly old: { readonly storedAt: number; readonly now: number; readonly isAsking: boolean } | null;
    readonly failure: Failure | null;
    readonly retry: () => void;
  };
  /** The shape of what comes. */
  readonly skeleton: ReactNode;
  /** One of several on a page: it keeps the room of its skeleton, not that of a page. */
  readonly isPart?: boolean;
  readonly children: (value: Value) => ReactNode;
}

/** Waiting, old copy, failure and Not Found of every read page, drawn once (style 27). */
export function ReadView<Value>({ read, skeleton, isPart = false, children }: ReadViewProps<Value>) {
  const { phase, value, old, failure, retry } = read;
  if (phase === 'notFound') return <NotFound />;
  if (phase === 'failed' && failure !== null) return <FailureNote failure={failure} retry={retry} />;
  if (phase === 'shown' && value !== null) {
    return (
      <>
        {old === null ? null : <OldCopy old={old} failure={failure} retry={retry} />}
        {children(value)}
      </>
    );
  }
  if (phase === 'waiting') return isPart ? <div className="invisible">{skeleton}</div> : <div className="min-h-dvh" />;
  return (
    <div aria-busy="true" data-part={isPart ? '' : undefined} className="not-data-part:min-h-dvh">
      <p className="sr-only" role="status">
        Loading
      </p>
      {phase === 'stillWaiting' ? (
        <p className="mb-4 flex flex-wrap items-center gap-3 text-amber" role="status">
          Still waiting for an answer.
          <button type="button" className="action border border-line text-text" onClick={retry}>
            Try again
          </button>
        </p>
      ) : null}
      {skeleton}
    </div>
  );
}

function OldCopy({
  old,
  failure,
  retry,
}: Pick<ReadViewProps<never>['read'], 'failure' | 'retry'> & {
  old: NonNullable<ReadViewProps<never>['read']['old']>;
}) {
  const age = `saved ${formatAge(old.storedAt, old.now)}`;
  const why = failure?.kind === 'offline' ? 'You are offline' : 'The server did not answer';
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-mute" role="status">
      {old.isAsking ? `${age[0]?.toUpperCase()}${age.slice(1)}, asking for news` : `${why} · ${age}`}
      {old.isAsking ? null : (
        <button type="button" className="min-h-6 text-red underline underline-offset-4" onClick={retry}>
          Try again
        </button>
      )}
    </p>
  );
}
