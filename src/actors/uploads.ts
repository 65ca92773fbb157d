import { useEffect, useState } from 'react';
import { v4 as createId } from 'uuid';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { SessionUpload } from '#contract/bodies';
import { maximumPageSize } from '#contract/constants';
import { affectedReads } from '#contract/dependencies';
import type { Failure, Outcome } from '#contract/problem';
import { mayBeApplied } from '#machines/attempt';
import {
  type StoredUpload,
  selectConverted,
  selectFailure,
  selectPhase,
  selectStored,
  type UploadEvent,
  type UploadPhase,
  uploadMachine,
} from '#machines/upload';
import type { Api } from '../api/client.ts';
import { createSessionFileConverter, type SessionFileConverter } from '../browser/session-files.ts';
import { onOpenedFiles, type ReceivedFile, readSharedFiles } from '../pwa/received-files.ts';
import type { QueryCache } from '../queries/query-cache.ts';
import { useApi } from './api.tsx';
import { type Connectivity, useConnectivity } from './connectivity.tsx';
import { withNetwork } from './mutation.ts';
import { useQueryCache } from './read.tsx';
import { typedCallback } from './typed-callback.ts';
import { useUnsavedChanges } from './unsaved-changes.tsx';

/** One session file, from the moment it was chosen. */
interface FileUpload {
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly phase: UploadPhase;
  /** What was left out of the file, or why it is not a session file. */
  readonly remarks: readonly string[];
  readonly stored: StoredUpload | null;
  readonly failure: Failure | null;
  readonly retry: () => void;
  readonly remove: () => void;
}

interface Uploads {
  readonly uploads: readonly FileUpload[];
  readonly add: (files: readonly File[]) => void;
}

interface Running {
  readonly key: string;
  readonly received: ReceivedFile;
  readonly ref: ActorRefFrom<typeof uploadMachine>;
}

/** Converts and uploads files one after another for as long as the component lives; also those of other apps. */
export function useUploads(): Uploads {
  const api = useApi();
  const queries = useQueryCache();
  const connectivity = useConnectivity();
  const [running, setRunning] = useState<readonly Running[]>([]);
  const [queue] = useState(() => createQueue({ api, queries, connectivity, onChange: setRunning }));
  useEffect(() => {
    queue.open();
    return () => queue.close();
  }, [queue]);
  const uploads = running.map(({ key, received: { file, forget }, ref }): FileUpload => {
    const snapshot = ref.getSnapshot();
    const converted = selectConverted(snapshot);
    return {
      key,
      name: file.name,
      size: file.size,
      phase: selectPhase(snapshot),
      remarks: converted === null ? [] : 'reason' in converted ? [converted.reason] : converted.remarks,
      stored: selectStored(snapshot),
      failure: selectFailure(snapshot),
      retry: () => ref.send({ type: 'upload.retry' }),
      remove: () => {
        forget();
        queue.remove(key);
      },
    };
  });
  const isUnfinished = uploads.some(({ phase }) => !['stored', 'unreadable', 'refused'].includes(phase));
  useUnsavedChanges('Files that are not uploaded yet', isUnfinished);
  return { uploads, add: queue.addFiles };
}

interface QueueSettings {
  readonly api: Api;
  readonly queries: QueryCache;
  readonly connectivity: Connectivity;
  readonly onChange: (running: readonly Running[]) => void;
}

/** Starts one file after another: a phone has memory and bandwidth for one. */
function createQueue({ onChange, ...adapters }: QueueSettings) {
  const converter = createSessionFileConverter();
  let running: readonly Running[] = [];

  function update(): void {
    onChange([...running]);
    const isBusy = running.some(({ ref }) => ref.getSnapshot().hasTag('active'));
    if (isBusy) return;
    running.find(({ ref }) => ref.getSnapshot().hasTag('queued'))?.ref.send({ type: 'upload.start' });
  }

  function add(received: readonly ReceivedFile[]): void {
    const added = received.map((each): Running => {
      const ref = createActor(provideFile(each, converter, adapters));
      return { key: createId(), received: each, ref };
    });
    running = [...running, ...added];
    for (const { ref } of added) {
      // Later, so that a machine never changes inside its own transition.
      ref.subscribe(() => queueMicrotask(update));
      ref.start();
    }
    update();
  }

  const addFiles = (files: readonly File[]) =>
    add(files.map((file) => ({ id: createId(), file, forget: () => undefined })));

  return {
    addFiles,
    remove(key: string): void {
      running.find((each) => each.key === key)?.ref.stop();
      running = running.filter((each) => each.key !== key);
      update();
    },
    open(): void {
      onOpenedFiles(addFiles);
      readSharedFiles().then(
        (shared) => add(shared.filter(({ id }) => !running.some(({ received }) => received.id === id))),
        () => undefined,
      );
    },
    close(): void {
      for (const { ref } of running) ref.stop();
      running = [];
      converter.close();
    },
  };
}

function provideFile(
  { file, forget }: ReceivedFile,
  converter: SessionFileConverter,
  { api, queries, connectivity }: Omit<QueueSettings, 'onChange'>,
) {
  let key = createId();
  return uploadMachine.provide({
    actors: {
      watchNetwork: typedCallback<UploadEvent>((send) => {
        const report = (status: string) => send({ type: status === 'online' ? 'network.online' : 'network.offline' });
        report(connectivity.status());
        return connectivity.subscribe(report);
      }),
      convert: fromPromise(() => converter.convert(file)),
      send: fromPromise(async ({ input: { upload }, signal }): Promise<Outcome<StoredUpload>> => {
        const isKnown = await hasSession(api, upload, signal);
        if (typeof isKnown !== 'boolean') return isKnown;
        const outcome = await api.createSession({ body: upload, idempotencyKey: key, signal });
        if ('failure' in outcome) {
          // The server answers a key again as it did before.
          if (!mayBeApplied({ key, sent: upload, isResent: false }, outcome.failure)) key = createId();
          return { failure: withNetwork(outcome.failure, connectivity.status()) };
        }
        const { value: session, version } = outcome;
        forget();
        const resource = { name: 'getSession', params: { id: session.id } } as const;
        queries.put(resource, session, version);
        queries.invalidate(affectedReads('createSession', { params: { id: session.id } }), resource);
        return { value: { id: session.id, isKnown }, version };
      }),
    },
  });
}

/** Whether the user has this session already: the server answers an upload of either kind with the stored session. */
async function hasSession(
  api: Api,
  { internalSessionId, trackId, sessionType }: SessionUpload,
  signal: AbortSignal,
): Promise<boolean | { readonly failure: Failure }> {
  const filter = { TrackIds: [trackId], SessionTypes: [sessionType], pageSize: maximumPageSize };
  for (let page = 0; ; page += 1) {
    const outcome = await api.listOwnSessions({ query: { ...filter, page }, signal });
    if ('failure' in outcome) return outcome;
    const { sessions, totalElements } = outcome.value;
    if (sessions.some((session) => session.internalSessionId === internalSessionId)) return true;
    if (sessions.length === 0 || (page + 1) * maximumPageSize >= totalElements) return false;
  }
}
