import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { v4 as createId } from 'uuid';
import { fromPromise, type SnapshotFrom } from 'xstate';
import type { Failure } from '#contract/api/problem';
import { type Recording, recordingOf, startingAt } from '#contract/race/recording';
import {
  type ConvertedFile,
  type StoredUpload,
  selectCanConfirm,
  selectPhase,
  type UploadPhase,
  uploadMachine,
} from '#machines/upload';
import { type NewUpload, uploadsMachine } from '#machines/uploads';
import { createSessionFileConverter } from '../browser/session-files.ts';
import { onOpenedFiles, type ReceivedFile, readSharedFiles } from '../pwa/received-files.ts';
import { useConnectivity } from './connectivity.ts';
import { withNetwork } from './mutation.ts';
import { useQueryCache } from './read.tsx';
import { useSendUpload } from './send-upload.ts';
import { typedCallback } from './typed-callback.ts';
import { useUnsavedChanges } from './unsaved-form.ts';
import { watchNetwork } from './watch-network.ts';

/** One session file, from the moment it came. */
export interface FileUpload {
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Another app has handed it over. */
  readonly isShared: boolean;
  readonly phase: UploadPhase;
  readonly recording: Recording | null;
  /** Neither the file nor its name says when it was driven. */
  readonly isDateGuessed: boolean;
  /** The omissions of the file, or the reason why it is not a session file. */
  readonly remarks: readonly string[];
  readonly stored: StoredUpload | null;
  readonly failure: Failure | null;
  /** Whether `confirm` sends it. */
  readonly canConfirm: boolean;
  readonly confirm: () => void;
  /** Sets when the session began; null while what was entered is no such time. */
  readonly setStart: (startedAt: string | null) => void;
  readonly stop: () => void;
  readonly retry: () => void;
  /** Keeps the stored version of the session, or replaces it with this one. */
  readonly keep: () => void;
  readonly replace: () => void;
  readonly remove: () => void;
}

interface Uploads {
  readonly uploads: readonly FileUpload[];
  /** Uploads files that were chosen for it. */
  readonly upload: (files: readonly File[]) => void;
  /** Shows files, which are uploaded once that is confirmed. */
  readonly offer: (files: readonly File[]) => void;
}

const finished: readonly UploadPhase[] = ['stored', 'unreadable', 'refused', 'stopped'];
/** The phases that wait for a person; a shared file does so on the device. */
const waiting: readonly UploadPhase[] = ['ready', 'conflict'];

/** Converts and uploads files for as long as the component lives; also those of other apps. */
export function useUploads(): Uploads {
  const connectivity = useConnectivity();
  const { serverTime } = useQueryCache();
  const sendUpload = useSendUpload();
  const [files] = useState(() => new Map<string, ReceivedFile>());
  const [converter] = useState(createSessionFileConverter);
  useEffect(() => converter.close, [converter]);
  const [machine] = useState(() => {
    /** The other sessions of a recording, by the ids that they have in the list. */
    const others = new Map<string, ConvertedFile>();
    let add = (_: AddUploads): void => undefined;
    return uploadsMachine.provide({
      actors: {
        upload: uploadMachine.provide({
          actions: {
            reportSlow: connectivity.reportSlow,
            removeFile: ({ context }) => files.get(context.id)?.remove(),
          },
          actors: {
            watchNetwork: watchNetwork(connectivity),
            convert: fromPromise(async ({ input }) => {
              const other = others.get(input.id);
              if (other !== undefined) return other;
              const { file } = receivedOf(files, input.id);
              const [first, ...rest] = await converter.convert(file, serverTime());
              if (first === undefined) return { reason: 'it holds no session' };
              const parts = rest.map((converted) => ({ part: received(file), converted }));
              for (const { part, converted } of parts) others.set(part.id, converted);
              if (parts.length > 0)
                add(
                  added(
                    parts.map(({ part }) => part),
                    { isConfirmed: false },
                  ),
                );
              return first;
            }),
            send: fromPromise(async ({ input, signal }) => {
              const outcome = await sendUpload(input, signal);
              return 'failure' in outcome ? { failure: withNetwork(outcome.failure, connectivity.status()) } : outcome;
            }),
          },
        }),
        receiveFiles: typedCallback<AddUploads>((send) => {
          add = send;
          onOpenedFiles((opened) => send(added(opened.map(received), { isConfirmed: false })));
          readSharedFiles().then(
            (shared) => send(added(shared, { isConfirmed: false, isShared: true })),
            () => undefined,
          );
          return () => undefined;
        }),
      },
    });
  });
  const ref = useActorRef(machine);

  function added(
    list: readonly ReceivedFile[],
    { isConfirmed, isShared = false }: { isConfirmed: boolean; isShared?: boolean },
  ): AddUploads {
    for (const each of list) files.set(each.id, each);
    return { type: 'uploads.add', files: list.map(({ id }) => ({ id, key: createId(), isConfirmed, isShared })) };
  }

  const uploads = useSelector(ref, ({ context }) => context.uploads).map(({ id, isShared, ref: child }): FileUpload => {
    const { file, remove } = receivedOf(files, id);
    const snapshot = child.getSnapshot();
    const converted = snapshot.context.converted;
    return {
      key: id,
      name: file.name,
      size: file.size,
      isShared,
      phase: selectPhase(snapshot),
      recording: recordingIn(snapshot),
      isDateGuessed: converted !== null && 'upload' in converted && converted.isDateGuessed,
      remarks: converted === null ? [] : 'reason' in converted ? [converted.reason] : converted.remarks,
      stored: snapshot.context.stored,
      failure: snapshot.context.failure,
      canConfirm: selectCanConfirm(snapshot),
      confirm: () => child.send({ type: 'upload.confirm' }),
      setStart: (startedAt) => child.send({ type: 'upload.setStart', startedAt }),
      stop: () => child.send({ type: 'upload.stop' }),
      retry: () => child.send({ type: 'upload.retry' }),
      keep: () => child.send({ type: 'upload.keep' }),
      replace: () => child.send({ type: 'upload.replace' }),
      remove: () => {
        remove();
        ref.send({ type: 'uploads.remove', id });
      },
    };
  });
  const isUnfinished = uploads.some(
    ({ phase, isShared }) => !(finished.includes(phase) || (isShared && waiting.includes(phase))),
  );
  useUnsavedChanges('Files that are not uploaded yet', isUnfinished);
  return {
    uploads,
    upload: (chosen) => ref.send(added(chosen.map(received), { isConfirmed: true })),
    offer: (dropped) => ref.send(added(dropped.map(received), { isConfirmed: false })),
  };
}

type AddUploads = { readonly type: 'uploads.add'; readonly files: readonly NewUpload[] };

function recordingIn(snapshot: SnapshotFrom<typeof uploadMachine>): Recording | null {
  const { converted, startedAt } = snapshot.context;
  if (converted === null || 'reason' in converted) return null;
  return recordingOf(startedAt === null ? converted.upload : startingAt(converted.upload, startedAt));
}

/** A file that this page alone has. */
function received(file: File): ReceivedFile {
  return { id: createId(), file, remove: () => undefined };
}

/** Every id in the machine is that of a file which came before. */
function receivedOf(files: ReadonlyMap<string, ReceivedFile>, id: string): ReceivedFile {
  return files.get(id) as ReceivedFile;
}
