import type { ReactNode } from 'react';
import type { Failure } from '#contract/api/problem';
import { formatAge } from '../format/age.ts';
import { causeOf, causeText, type NetworkCause } from '../format/network-words.ts';
import { Button } from './Button.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { markSettling } from './mark-settling.ts';
import { NotFound } from './NotFound.tsx';
import { NotSaved } from './NotSaved.tsx';

interface ReadProps<Value> {
  readonly phase: 'waiting' | 'pending' | 'stillWaiting' | 'shown' | 'failed' | 'notFound';
  readonly value: Value | null;
  readonly cached: { readonly storedAt: number; readonly now: number; readonly isFetching: boolean } | null;
  readonly network: NetworkCause | 'online';
  readonly failure: Failure | null;
  readonly retry: () => void;
}

interface ReadViewProps<Value> {
  readonly read: ReadProps<Value>;
  /** The shape of the value. */
  readonly skeleton: ReactNode;
  /** One of several reads of a page: it takes the height of its skeleton, not of a page. */
  readonly isPart?: boolean;
  /** Shown when the server cannot be used and nothing is cached, in place of the list of what is stored. */
  readonly offline?: ReactNode;
  /** False for a part beside another one that says how old the page is. */
  readonly withAge?: boolean;
  /** Shown instead of Not Found. */
  readonly missing?: ReactNode;
  readonly children: (value: Value) => ReactNode;
}

/** Waiting, cached copy, failure and Not Found of every read, drawn in one place. */
export function ReadView<Value>(props: ReadViewProps<Value>) {
  const { read, skeleton, isPart = false, offline, withAge = true, missing, children } = props;
  const { phase, value, cached, network, failure, retry } = read;
  if (phase === 'notFound') return missing ?? <NotFound />;
  if (phase === 'failed') {
    const cause = causeOf(network, failure);
    if (cause !== null && cause !== 'faulty')
      return (
        <NotSaved cause={cause} part={isPart ? 'list' : null} retry={retry}>
          {offline}
        </NotSaved>
      );
    if (failure !== null) return <ErrorPanel failure={failure} cause={cause} isPart={isPart} retry={retry} />;
  }
  if (phase === 'shown' && value !== null) {
    return (
      <>
        {cached === null || !withAge ? null : <CachedNote read={read} cached={cached} />}
        {children(value)}
      </>
    );
  }
  // The content may have another height than its skeleton.
  if (phase === 'waiting')
    return isPart ? (
      <div ref={markSettling} className="invisible">
        {skeleton}
      </div>
    ) : (
      <div ref={markSettling} className="min-h-dvh" />
    );
  const cause = causeOf(network, null);
  const isSettling = phase === 'pending' && cause === null;
  return (
    <div aria-busy="true" ref={isSettling ? markSettling : undefined} className={isPart ? '' : 'min-h-dvh'}>
      <p className="sr-only" role="status">
        Loading
      </p>
      {phase === 'stillWaiting' || cause !== null ? (
        <p
          className={`mb-4 flex flex-wrap items-center gap-3 ${cause === null ? 'text-amber' : 'text-mute'}`}
          role="status"
        >
          {cause === null ? 'Still waiting for the server.' : `${causeText(cause)}.`}
          <Button onClick={retry}>Try again</Button>
        </p>
      ) : null}
      {skeleton}
    </div>
  );
}

function CachedNote({
  read: { network, failure, retry },
  cached: { storedAt, now, isFetching },
}: {
  read: ReadProps<unknown>;
  cached: NonNullable<ReadProps<unknown>['cached']>;
}) {
  const age = formatAge(storedAt, now);
  const cause = causeOf(network, failure);
  const isRefreshing = isFetching && cause === null;
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-mute" role="status">
      {textOf(age, cause, isRefreshing)}
      {isRefreshing || cause === 'offline' ? null : (
        <Button kind="link" onClick={retry}>
          Try again
        </Button>
      )}
    </p>
  );
}

/** The line at the foot of the page says why there is no network. */
function textOf(age: string, cause: NetworkCause | null, isRefreshing: boolean): string {
  if (isRefreshing) return `Saved ${age}, refreshing…`;
  if (cause === null) return `Could not be refreshed · saved ${age}`;
  return cause === 'faulty' ? `${causeText(cause)} · saved ${age}` : `Saved ${age}`;
}
