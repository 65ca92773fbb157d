import { useEffect, useState } from 'react';
import type { Failure } from '#contract/api/problem';
import { type Recording, recordingOf } from '#contract/race/recording';
import {
  type StoredUpload,
  selectConverted,
  selectFailure,
  selectPhase,
  selectStored,
  type UploadPhase,
} from '#machines/upload';
import { useApi } from './api.tsx';
import { useConnectivity } from './connectivity.tsx';
import { useQueryCache } from './read.tsx';
import { useUnsavedChanges } from './unsaved-changes.tsx';
import { createUploadQueue, type QueuedUpload } from './upload-queue.ts';

/** One session file, from the moment it came. */
interface FileUpload {
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly isShared: boolean;
  readonly phase: UploadPhase;
  /** What the file holds; null before it is read. */
  readonly recording: Recording | null;
  /** What was left out of the file, or why it is not a session file. */
  readonly remarks: readonly string[];
  readonly stored: StoredUpload | null;
  readonly failure: Failure | null;
  readonly confirm: () => void;
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
/** What waits for a person; a shared file does so on the device. */
const waiting: readonly UploadPhase[] = ['ready', 'conflict'];

/** Converts and uploads files for as long as the component lives; also those of other apps. */
export function useUploads(): Uploads {
  const api = useApi();
  const queries = useQueryCache();
  const connectivity = useConnectivity();
  const [queued, setQueued] = useState<readonly QueuedUpload[]>([]);
  const [queue] = useState(() => createUploadQueue({ api, queries, connectivity, onChange: setQueued }));
  useEffect(() => {
    queue.open();
    return () => queue.close();
  }, [queue]);
  const uploads = queued.map(({ key, received: { file, forget }, isShared, ref }): FileUpload => {
    const snapshot = ref.getSnapshot();
    const converted = selectConverted(snapshot);
    return {
      key,
      name: file.name,
      size: file.size,
      isShared,
      phase: selectPhase(snapshot),
      recording: converted === null || 'reason' in converted ? null : recordingOf(converted.upload),
      remarks: converted === null ? [] : 'reason' in converted ? [converted.reason] : converted.remarks,
      stored: selectStored(snapshot),
      failure: selectFailure(snapshot),
      confirm: () => ref.send({ type: 'upload.confirm' }),
      stop: () => ref.send({ type: 'upload.stop' }),
      retry: () => ref.send({ type: 'upload.retry' }),
      keep: () => ref.send({ type: 'upload.keep' }),
      replace: () => ref.send({ type: 'upload.replace' }),
      remove: () => {
        forget();
        queue.remove(key);
      },
    };
  });
  const isUnfinished = uploads.some(
    ({ phase, isShared }) => !(finished.includes(phase) || (isShared && waiting.includes(phase))),
  );
  useUnsavedChanges('Files that are not uploaded yet', isUnfinished);
  return { uploads, upload: queue.upload, offer: queue.offer };
}
