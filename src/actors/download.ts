import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { downloadMachine } from '#machines/download';
import { startDownload } from '../browser/download.ts';

/** The download of the desktop app. */
export interface AppDownload {
  /** Starts it, as soon as the file is known, and opens its page a moment later. */
  readonly start: () => void;
  /** Sets the file; null where the server names none. */
  readonly setFile: (url: string | null) => void;
}

/** `openInfoPage` shows the page that explains the download. */
export function useDownload(openInfoPage: () => void): AppDownload {
  const [machine] = useState(() =>
    downloadMachine.provide({
      actions: {
        startDownload: (_, { url }) => (url === null ? undefined : startDownload(url)),
        openInfoPage,
      },
    }),
  );
  const ref = useActorRef(machine);
  const [download] = useState(() => ({
    start: () => ref.send({ type: 'download.start' }),
    setFile: (url: string | null) => ref.send({ type: 'download.found', url }),
  }));
  return download;
}
