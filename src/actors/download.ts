import { useActorRef } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { downloadMachine } from '#machines/download';
import { startDownload } from '../browser/download.ts';

/**
 * Starts the download of the desktop app from `url`, if there is one, and calls `openInfoPage` a moment later. `isOpened` is
 * asked once whether the link has opened that page already, before there was a `url`: then the download starts by itself.
 */
export function useDownload(url: string | null, openInfoPage: () => void, isOpened: () => boolean): () => void {
  const [machine] = useState(() =>
    downloadMachine.provide({
      actions: {
        startDownload: (_, params) => (params.url === null ? undefined : startDownload(params.url)),
        openInfoPage,
      },
    }),
  );
  const downloadLate = useEffectEvent(() => {
    if (isOpened() && url !== null) startDownload(url);
  });
  useEffect(() => downloadLate(), []);
  const ref = useActorRef(machine);
  return () => ref.send({ type: 'download.start', url });
}
