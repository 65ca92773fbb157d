import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Workbox deletes, when a version takes over, every file that is not on its list. The files of a newer version that is being
 * installed meanwhile are stored in the same cache: they stay, and so does all else until that version takes over.
 */
export function precacheCleanup(): Plugin {
  let worker = '';
  return {
    name: 'precache-cleanup',
    apply: 'build',
    configResolved({ root, build }) {
      worker = join(resolve(root, build.outDir), 'sw.js');
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      // The listener has to come before those of Workbox.
      handler(error) {
        if (error !== undefined) return;
        const text = readFileSync(worker, 'utf8');
        writeFileSync(worker, `self.addEventListener("activate",${skipWhileInstalling});\n${text}`);
      },
    },
  };
}

/** Runs in the service worker, as text: uses nothing but its parameter and globals. */
function skipWhileInstalling(event: Event): void {
  const { registration } = event.currentTarget as EventTarget & { readonly registration: ServiceWorkerRegistration };
  if (registration.installing !== null) event.stopImmediatePropagation();
}
