import { useState } from 'react';
import { downloadInfoDelay } from '#contract/constants';
import { startDownload } from '../browser/download.ts';

/** The download of the desktop app. */
export interface AppDownload {
  /** Starts it, as soon as the file is known, and opens its page a moment later. */
  readonly start: () => void;
  /** Sets the file; null where the server names none, which the page says. */
  readonly setFile: (url: string | null) => void;
}

/** The "Download App" link. `openInfoPage` shows the page that explains the download. */
export function useDownload(openInfoPage: () => void): AppDownload {
  const [download] = useState(() => createDownload(startDownload, openInfoPage));
  return download;
}

export function createDownload(startFile: (url: string) => void, openInfoPage: () => void): AppDownload {
  let file: string | null = null;
  /** The link was clicked before the file was known. */
  let isOwed = false;
  let isStarted = false;
  return {
    start() {
      // A second click does nothing.
      if (isStarted) return;
      isStarted = true;
      isOwed = file === null;
      if (file !== null) startFile(file);
      setTimeout(() => {
        isStarted = false;
        openInfoPage();
      }, downloadInfoDelay);
    },
    setFile(url) {
      file = url;
      if (isOwed && url !== null) startFile(url);
      isOwed = false;
    },
  };
}
