import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

interface Entry {
  url: string;
  integrity?: string;
}

/**
 * Adds the hash of each file to the precache list of the service worker, and the browser refuses any other content: a
 * captive portal answers every address with its own page. All files are stored together or none. The server writes into
 * `index.html`, which has no hash therefore.
 */
export function precacheIntegrity() {
  let folder = 'dist';
  const plugin: Plugin = {
    name: 'precache-integrity',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
  };
  const addTo = <Item extends Entry>(entries: Item[]): Item[] =>
    entries.map((entry) =>
      entry.url === 'index.html'
        ? entry
        : { ...entry, integrity: integrityOf(readFileSync(resolve(folder, entry.url))) },
    );
  return { plugin, addTo };
}

/** The hash of a file as browsers compare it. */
export function integrityOf(content: Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
