import type { Plugin } from 'vite';
import { editWorker } from './edit-worker.ts';

/**
 * Workbox deletes, when a version takes over, every file that is not on its list. The files of a newer version that is being
 * installed meanwhile are stored in the same cache: they stay, and so does all else until that version takes over.
 */
export function precacheCleanup(): Plugin {
  // The listener has to come before those of Workbox.
  return editWorker('precache-cleanup', (text) => `self.addEventListener("activate",${skipWhileInstalling});\n${text}`);
}

/** Runs in the service worker, as text: uses nothing but its parameter and globals. */
function skipWhileInstalling(event: Event): void {
  const { registration } = event.currentTarget as EventTarget & { readonly registration: ServiceWorkerRegistration };
  if (registration.installing !== null) event.stopImmediatePropagation();
}
