import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Changes the text of the service worker that Workbox has made. */
export function editWorker(name: string, edit: (text: string) => string): Plugin {
  let worker = '';
  return {
    name,
    apply: 'build',
    configResolved({ root, build }) {
      worker = join(resolve(root, build.outDir), 'sw.js');
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler(error) {
        if (error === undefined) writeFileSync(worker, edit(readFileSync(worker, 'utf8')));
      },
    },
  };
}
