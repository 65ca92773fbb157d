import { shallowEqual, useActorRef, useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type AnyActorRef, fromCallback, fromPromise, type SnapshotFrom } from 'xstate';
import type { AnswerOf, CallName } from '#contract/calls';
import type { Failure } from '#contract/problem';
import { type CachedReadRef, cachedReadMachine, selectCopy, selectFailure, selectIsKept } from '#machines/cached-read';
import { keyOf, type Reads, type Resource } from './reads.ts';

/** What a page knows of one read; `ReadView` draws it. */
export interface Read<Value> {
  readonly phase: 'waiting' | 'pending' | 'stillWaiting' | 'shown' | 'failed' | 'notFound';
  readonly value: Value | null;
  /** Set while what is shown came from this device: when it was stored, and why there is nothing newer. */
  readonly old: { readonly storedAt: number; readonly now: number; readonly isAsking: boolean } | null;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

const ReadsContext = createContext<Wired | null>(null);

/** Hands the reads to all pages. */
export function ReadsProvider({ reads, children }: { reads: Reads; children: ReactNode }) {
  const [wired] = useState(() => wire(reads));
  return <ReadsContext value={wired}>{children}</ReadsContext>;
}

function useWired(): Wired {
  const wired = useContext(ReadsContext);
  if (wired === null) throw new Error('there is no ReadsProvider above');
  return wired;
}

/** The reads of this app. @throws Error outside of ReadsProvider. */
export function useReads(): Reads {
  return useWired().reads;
}

type Snapshot = SnapshotFrom<typeof cachedReadMachine>;

interface Wired {
  readonly reads: Reads;
  readonly machine: ReturnType<typeof provided>;
  /** What is read, by its address. */
  readonly resources: Map<string, Resource>;
}

/** One machine for all reads: making one anew for each costs more than the read. */
function wire(reads: Reads): Wired {
  const resources = new Map<string, Resource>();
  return { reads, resources, machine: provided(reads, resources) };
}

function provided(reads: Reads, resources: ReadonlyMap<string, Resource>) {
  // Every key was put there by `useRead` before its machine began.
  const resourceOf = (input: { key: string }) => resources.get(input.key) as Resource;
  return cachedReadMachine.provide({
    actors: {
      readKept: fromPromise(({ input }) => reads.readKept(resourceOf(input))),
      // The first asking may be answered by what was just read; a retry may not.
      fetchFresh: fromPromise(({ input, signal }) => reads.fetch(resourceOf(input), signal, input.isAgain)),
      keep: fromPromise(async ({ input }) => {
        if (input.copy !== null) await reads.keep(resourceOf(input), input.copy);
      }),
      dropKept: fromPromise(({ input }) => reads.drop(resourceOf(input))),
      watchNetwork: fromCallback(({ sendBack }) => {
        const restored = () => sendBack({ type: 'network.restored' });
        addEventListener('online', restored);
        return () => removeEventListener('online', restored);
      }),
    },
  });
}

/**
 * Reads one thing for as long as the component lives. The resource must stay the same: routes give a page a key of its
 * address, lists give each page of theirs one.
 */
export function useRead<Name extends CallName>(resource: Resource<Name>): Read<AnswerOf<Name>> {
  const { reads, machine, resources } = useWired();
  const [input] = useState(() => {
    const key = keyOf(resource);
    resources.set(key, resource);
    return { key, known: reads.known(resource) };
  });
  const ref: CachedReadRef = useActorRef(machine, { input });
  const seen = useSelector(ref, (snapshot) => seenOf(snapshot, reads.serverTime()), shallowEqual);
  useMinutes(seen.oldSince !== null);
  const { phase, value, oldSince, isAsking, failure } = seen;
  return {
    phase,
    value: answerOf<Name>(value),
    old: oldSince === null ? null : { storedAt: oldSince, now: reads.serverTime(), isAsking },
    failure,
    retry: () => retry(ref),
  };
}

/** What is drawn of a read: what changes beside it is no reason to draw again. */
function seenOf(snapshot: Snapshot, serverTime: number) {
  const copy = selectCopy(snapshot);
  const isYoung = copy !== null && serverTime - copy.storedAt < 60_000;
  const isAsking = snapshot.hasTag('asking');
  const isOld = copy !== null && selectIsKept(snapshot) && !(isAsking && isYoung);
  return {
    phase: phaseOf(snapshot),
    value: copy?.value ?? null,
    oldSince: isOld ? copy.storedAt : null,
    isAsking: isOld && isAsking,
    failure: selectFailure(snapshot),
  };
}

/** Draws again every minute, so that an age on the screen stays true. */
function useMinutes(isNeeded: boolean): void {
  const [, setMinute] = useState(0);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setMinute((minute) => minute + 1), 60_000);
    return () => clearInterval(timer);
  }, [isNeeded]);
}

function retry(ref: AnyActorRef): void {
  ref.send({ type: 'read.retry' });
}

function phaseOf(snapshot: Snapshot): Read<unknown>['phase'] {
  const phases = ['stillWaiting', 'pending', 'shown', 'failed', 'notFound'] as const;
  return phases.find((phase) => snapshot.hasTag(phase)) ?? 'waiting';
}

/** Fresh values were parsed by the answer schema of this very call, and kept ones were tried against it. */
function answerOf<Name extends CallName>(value: unknown): AnswerOf<Name> | null {
  return value as AnswerOf<Name> | null;
}
