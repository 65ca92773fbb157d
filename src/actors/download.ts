import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { downloadMachine } from '#machines/download';
import { startDownload } from '../browser/download.ts';

/** Starts the download of the desktop app from `url`, if there is one, and calls `openInfoPage` a moment later. */
export function useDownload(url: string | null, openInfoPage: () => void): () => void {
  const [machine] = useState(() =>
    downloadMachine.provide({
      actions: {
        startDownload: (_, params) => (params.url === null ? undefined : startDownload(params.url)),
        openInfoPage,
      },
    }),
  );
  const ref = useActorRef(machine, { input: { url } });
  return () => ref.send({ type: 'download.start' });
}
