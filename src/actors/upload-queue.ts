import { v4 as createId } from 'uuid';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { affectedReads } from '#contract/api/dependencies';
import type { Outcome } from '#contract/api/problem';
import { recordingOf } from '#contract/race/recording';
import { type SendInput, type StoredUpload, selectTries, type UploadEvent, uploadMachine } from '#machines/upload';
import type { Api } from '../api/client.ts';
import { createSessionFileConverter, type SessionFileConverter } from '../browser/session-files.ts';
import { onOpenedFiles, type ReceivedFile, readSharedFiles } from '../pwa/received-files.ts';
import type { QueryCache } from '../queries/query-cache.ts';
import type { Connectivity } from './connectivity.tsx';
import { withNetwork } from './mutation.ts';
import { typedCallback } from './typed-callback.ts';

/** One file with its machine. */
export interface QueuedUpload {
  readonly key: string;
  readonly received: ReceivedFile;
  /** Another app has handed it over, so it is on this device until it is uploaded or removed. */
  readonly isShared: boolean;
  readonly ref: ActorRefFrom<typeof uploadMachine>;
}

interface QueueSettings {
  readonly api: Api;
  readonly queries: QueryCache;
  readonly connectivity: Connectivity;
  readonly onChange: (uploads: readonly QueuedUpload[]) => void;
}

/** Requests that are open at the same time, most of them without an answer so far. */
const maxOpen = 4;

/** Gives one file after another its turn: a phone has memory and bandwidth for one. One without an answer ends its turn. */
export function createUploadQueue({ onChange, ...adapters }: QueueSettings) {
  const converter = createSessionFileConverter();
  let uploads: readonly QueuedUpload[] = [];

  function update(): void {
    onChange([...uploads]);
    const snapshots = uploads.map(({ ref }) => ref.getSnapshot());
    const open = snapshots.filter((snapshot) => snapshot.hasTag('open'));
    if (open.length >= maxOpen || snapshots.some((snapshot) => snapshot.hasTag('active'))) return;
    const queued = uploads.filter(({ ref }) => ref.getSnapshot().hasTag('queued'));
    const tries = ({ ref }: QueuedUpload) => selectTries(ref.getSnapshot());
    // What has failed before comes after the others.
    const [next] = queued.toSorted((one, other) => tries(one) - tries(other));
    next?.ref.send({ type: 'upload.start', key: createId() });
  }

  function add(received: readonly ReceivedFile[], { isConfirmed = false, isShared = false }): void {
    const added = received.map((each): QueuedUpload => {
      const ref = createActor(provideFile(each, converter, adapters), { input: { isConfirmed } });
      return { key: createId(), received: each, isShared, ref };
    });
    uploads = [...uploads, ...added];
    for (const { ref, received: each } of added) {
      ref.subscribe((snapshot) => {
        if (snapshot.hasTag('stored')) each.forget();
        // Later, so that a machine never changes inside its own transition.
        queueMicrotask(update);
      });
      ref.start();
    }
    update();
  }

  const receive = (files: readonly File[], isConfirmed: boolean) =>
    add(
      files.map((file) => ({ id: createId(), file, forget: () => undefined })),
      { isConfirmed },
    );

  return {
    /** Files that were chosen in order to upload them. */
    upload: (files: readonly File[]) => receive(files, true),
    /** Files that came otherwise: they are uploaded once a person confirms it. */
    offer: (files: readonly File[]) => receive(files, false),
    remove(key: string): void {
      uploads.find((each) => each.key === key)?.ref.stop();
      uploads = uploads.filter((each) => each.key !== key);
      update();
    },
    open(): void {
      onOpenedFiles((files) => receive(files, false));
      readSharedFiles().then(
        (shared) =>
          add(
            shared.filter(({ id }) => !uploads.some(({ received }) => received.id === id)),
            { isShared: true },
          ),
        () => undefined,
      );
    },
    close(): void {
      for (const { ref } of uploads) ref.stop();
      uploads = [];
      converter.close();
    },
  };
}

function provideFile(
  { file }: ReceivedFile,
  converter: SessionFileConverter,
  { connectivity, ...adapters }: Omit<QueueSettings, 'onChange'>,
) {
  return uploadMachine.provide({
    actions: { reportSlow: connectivity.reportSlow },
    actors: {
      watchNetwork: typedCallback<UploadEvent>((send) => {
        const report = (status: string) => send({ type: status === 'online' ? 'network.online' : 'network.offline' });
        report(connectivity.status());
        return connectivity.subscribe(report);
      }),
      convert: fromPromise(() => converter.convert(file)),
      send: fromPromise(async ({ input, signal }) => {
        const outcome = await sendUpload(adapters, input, signal);
        return 'failure' in outcome ? { failure: withNetwork(outcome.failure, connectivity.status()) } : outcome;
      }),
    },
  });
}

async function sendUpload(
  { api, queries }: Pick<QueueSettings, 'api' | 'queries'>,
  { upload, key, replaced }: SendInput,
  signal: AbortSignal,
): Promise<Outcome<StoredUpload>> {
  const outcome = await api.createSession({
    body: upload,
    idempotencyKey: key,
    signal,
    ...(replaced === null ? {} : { query: { replace: 'true' }, ifMatch: replaced.version }),
  });
  if ('failure' in outcome) {
    if (outcome.failure.status !== 412 || replaced === null) return outcome;
    // The stored session has changed since it was seen.
    const found = await api.getSession({ params: { id: replaced.id }, signal });
    if ('failure' in found) return found;
    const { value, version } = found;
    return { value: { id: value.id, result: 'kept', version, recording: recordingOf(value) }, version };
  }
  const { value, version } = outcome;
  const { uploadResult: result, ...session } = value;
  const resource = { name: 'getSession', params: { id: session.id } } as const;
  queries.put(resource, session, version);
  if (result === 'created' || result === 'replaced')
    queries.invalidate(affectedReads('createSession', { params: { id: session.id } }), resource);
  return { value: { id: session.id, result, version, recording: recordingOf(session) }, version };
}
