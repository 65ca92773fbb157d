/** How long an object URL stays valid after the click, in ms; browsers read it asynchronously. */
const objectUrlLifetime = 10_000;

/** Starts the download of a file by its URL; the page stays. */
export function downloadUrl(url: string, fileName = ''): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  // Browsers ignore `download` for other origins and would replace this page when the URL is not a file.
  if (anchor.origin !== location.origin) anchor.target = '_blank';
  anchor.rel = 'noopener';
  anchor.click();
}

/** Saves text as a file in the downloads folder. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  downloadUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), objectUrlLifetime);
}
