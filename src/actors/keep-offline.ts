import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import { type Holding, type KeepTrouble, keepOfflineMachine, selectProgress } from '#machines/keep-offline';
import type { Pin } from '../cache/database.ts';
import { useReads } from './read.tsx';
import { keyOf, type Reads, type Resource } from './reads.ts';

/** What can be kept: its name and place in the app, and everything that is read to show it. */
export interface Subject extends Pick<Pin, 'kind' | 'title' | 'path'> {
  readonly id: string;
  readonly resources: readonly Resource[];
}

/** So many are fetched at a time. */
const lanes = 3;

function pinId({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}

async function look(reads: Reads, subject: Subject): Promise<Holding> {
  const { reads: kept } = await reads.onDevice;
  const [{ pins }, keys] = await Promise.all([kept.shelf(), kept.keys()]);
  const needed = subject.resources.map(keyOf);
  const done = needed.filter((key) => keys.has(key)).length;
  return { isPinned: pins.some(({ id }) => id === pinId(subject)), done, of: needed.length };
}

/**
 * Fetches and keeps all that the subject needs; what is gone or not for this person is not needed after all.
 * @throws KeepStop when the network or the device gives up.
 */
async function collect(
  reads: Reads,
  subject: Subject,
  signal: AbortSignal,
  told: (done: number, of: number) => void,
): Promise<void> {
  const { reads: kept } = await reads.onDevice;
  const pin = async (resources: readonly Resource[]) =>
    kept.pin({
      id: pinId(subject),
      kind: subject.kind,
      title: subject.title,
      path: subject.path,
      keys: resources.map(keyOf),
      pinnedAt: reads.serverTime(),
      owner: await reads.owner(),
    });
  // Marked first: what is kept early must not make room for what comes later.
  await pin(subject.resources);
  await kept.persist();
  const held: Resource[] = [];
  const queue = [...subject.resources];
  let done = 0;
  const of = queue.length;
  told(done, of);
  async function lane(): Promise<void> {
    for (let resource = queue.shift(); resource !== undefined; resource = queue.shift()) {
      const fetched = await reads.fetch(resource, signal, true);
      if ('copy' in fetched) {
        await reads.keep(resource, fetched.copy);
        held.push(resource);
      } else if (fetched.failure.kind !== 'problem' || fetched.failure.status === 429) throw new KeepStop('network');
      done += 1;
      told(done, of);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  if (held.length < of) await pin(held);
}

class KeepStop extends Error {
  readonly trouble: KeepTrouble;
  constructor(trouble: KeepTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

function troubleOf(error: unknown): KeepTrouble {
  return error instanceof KeepStop ? error.trouble : 'full';
}

/** What is on this device of a subject, and what a person can do about it. */
export interface KeepOffline {
  readonly phase: 'unknown' | 'free' | 'keeping' | 'kept' | 'partly' | 'impossible';
  readonly done: number;
  readonly of: number;
  readonly trouble: KeepTrouble | null;
  readonly keep: () => void;
  readonly stop: () => void;
  readonly release: () => void;
}

/** Follows one subject, which must stay the same for as long as the component lives. */
export function useKeepOffline(subject: Subject): KeepOffline {
  const reads = useReads();
  const [machine] = useState(() =>
    keepOfflineMachine.provide({
      actors: {
        look: fromPromise(() => look(reads, subject)),
        collect: fromCallback(({ sendBack }) => {
          const controller = new AbortController();
          const { signal } = controller;
          const tell = (event: object) => (signal.aborted ? undefined : sendBack(event as never));
          collect(reads, subject, signal, (done, of) => tell({ type: 'keep.progressed', done, of })).then(
            () => tell({ type: 'keep.finished' }),
            (error) => {
              tell({ type: 'keep.failed', trouble: troubleOf(error) });
              // The other lanes end as well.
              controller.abort();
            },
          );
          return () => controller.abort();
        }),
        release: fromPromise(async () => (await reads.onDevice).reads.unpin(pinId(subject))),
      },
    }),
  );
  const ref = useActorRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const phases = ['unknown', 'free', 'keeping', 'kept', 'partly'] as const;
  return {
    phase: phases.find((phase) => snapshot.hasTag(phase)) ?? 'impossible',
    ...selectProgress(snapshot),
    keep: () => ref.send({ type: 'keep.order' }),
    stop: () => ref.send({ type: 'keep.stop' }),
    release: () => ref.send({ type: 'keep.release' }),
  };
}
