import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { downloadMachine } from '#machines/download';
import { followDownload } from './files.ts';

/** Begins the download of the recorder from `url`, or says that there is none; `openInfo` shows what to do with it. */
export function useDownload(url: string | null, openInfo: () => void): () => void {
  const [machine] = useState(() =>
    downloadMachine.provide({
      actions: {
        begin: (_, params) => (params.url === null ? undefined : followDownload(params.url)),
        openInfo,
      },
    }),
  );
  const ref = useActorRef(machine, { input: { url } });
  return () => ref.send({ type: 'download.order' });
}
