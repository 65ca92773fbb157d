import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { checkPrecacheSize } from './precache-size.ts';

interface Entry {
  url: string;
  integrity?: string;
}

/**
 * Adds the hash of each file to the precache list of the service worker, and the browser refuses any other content: a
 * captive portal answers every address with its own page. All files are stored together or none. The server writes into
 * `index.html`, which has no hash therefore. A list that is too large, or has a script without one that it imports, ends the build.
 */
export function precacheIntegrity() {
  let folder = 'dist';
  const plugin: Plugin = {
    name: 'precache-integrity',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
  };
  const addTo = <Item extends Entry>(entries: Item[]): Item[] => {
    const stored = new Set(entries.map(({ url }) => url));
    checkPrecacheSize(folder, [...stored]);
    return entries.map((entry) => {
      if (entry.url === 'index.html') return entry;
      const content = readFileSync(resolve(folder, entry.url));
      const missing = importsOf(entry.url, content.toString()).filter((url) => !stored.has(url));
      if (missing.length > 0)
        throw new Error(`${entry.url} is stored with the app and could not run: ${missing.join(', ')} is not.`);
      return { ...entry, integrity: integrityOf(content) };
    });
  };
  return { plugin, addTo };
}

/** The addresses of the scripts that a script of the folder `assets` imports statically; empty for other files. */
function importsOf(url: string, content: string): string[] {
  if (!url.startsWith('assets/') || !url.endsWith('.js')) return [];
  return [...content.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name]) => `assets/${name}`);
}

/** The hash of a file as browsers compare it. */
export function integrityOf(content: Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
