import type { ServerConfig } from '#contract/api/config';

/** How long an object URL stays valid after the click, in ms; browsers read it asynchronously. */
const objectUrlLifetime = 10_000;

/** Starts the download of a file by its URL; the page stays. */
export function startDownload(url: string, fileName = ''): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  // Browsers ignore `download` for other origins and would replace this page when the URL is not a file.
  if (anchor.origin !== location.origin) anchor.target = '_blank';
  anchor.rel = 'noopener';
  anchor.click();
}

/** The file that suits the visitor's system, of those that the server offers; null while there is none. */
export function chooseDownload(
  { downloadUrl, windowsDownloadUrl = null }: Pick<ServerConfig, 'downloadUrl' | 'windowsDownloadUrl'>,
  { userAgent }: Pick<Navigator, 'userAgent'>,
): string | null {
  return /Windows NT/.test(userAgent) ? (windowsDownloadUrl ?? downloadUrl) : downloadUrl;
}

/** Saves text as a file in the downloads folder. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Saves a file that was made or downloaded. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  startDownload(url, name);
  setTimeout(() => URL.revokeObjectURL(url), objectUrlLifetime);
}

/**
 * Opens the device's share sheet with a file; where there is none, saves the file. Resolves with the outcome; `closed`: the
 * user closed the share sheet.
 */
export async function shareFile(name: string, blob: Blob): Promise<'shared' | 'saved' | 'closed'> {
  const files = [new File([blob], name, { type: blob.type })];
  const isTouch = matchMedia('(pointer: coarse)').matches;
  if (isTouch && 'canShare' in navigator && navigator.canShare({ files })) {
    try {
      await navigator.share({ files });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'closed';
    }
  }
  saveBlob(name, blob);
  return 'saved';
}
