import { createFailure } from '#contract/api/problem';
import { probeServer } from '../network/probe.ts';
import type { Connectivity } from './connectivity.ts';
import type { UnsavedChanges } from './unsaved-changes.tsx';

const storageKey = 'pitboard-reload';
/** Not again within this time, in ms: a fault that a reload does not mend is shown instead. */
const pause = 15_000;
/** The most reloads within the pause while the server recovers in between. */
const mostRecoveries = 3;

/** Reloads the page if our server answers: otherwise the browser could show another page in place of the app. */
export async function reloadIfReachable(): Promise<void> {
  if (await isServerReachable()) location.reload();
}

/**
 * The same, unless the page was just reloaded, the browser cannot remember that, or `mayReload` is false by then. After a
 * recovery of the server another reload may mend what the last one did not. Resolves with whether the server answers.
 */
export async function reloadOnce({ hasRecovered = false, mayReload = (): boolean => true } = {}): Promise<boolean> {
  const isReachable = await isServerReachable();
  if (isReachable && mayReload() && storeReload(hasRecovered ? mostRecoveries : 1)) location.reload();
  return isReachable;
}

/**
 * Reloads a page that lacks a script: once if the server answers, otherwise as soon as it does. Input that is not stored is
 * waited for. Returns how to stop.
 */
export function reloadWhenReachable(
  { subscribe, reportCall }: Pick<Connectivity, 'subscribe' | 'reportCall'>,
  unsavedChanges: Pick<UnsavedChanges, 'changes' | 'subscribe'>,
): () => void {
  let hasRecovered = false;
  let isPostponed = false;
  let isStopped = false;
  const mayReload = () => {
    isPostponed = unsavedChanges.changes().some(({ hasDraft, isSending }) => !hasDraft || isSending === true);
    return !isPostponed && !isStopped;
  };
  const reload = async () => {
    // The network is probed until the server answers.
    if (!(await reloadOnce({ hasRecovered, mayReload }))) reportCall(createFailure('unreachable', {}));
  };
  const stops = [
    subscribe((status) => {
      if (status !== 'online') return;
      hasRecovered = true;
      void reload();
    }),
    unsavedChanges.subscribe(() => (isPostponed && mayReload() ? void reload() : undefined)),
  ];
  void reload();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

async function isServerReachable(): Promise<boolean> {
  const { status } = await probeServer(fetch, new AbortController().signal);
  return status === 'online';
}

/**
 * False after `most` reloads within the pause, or where they cannot be stored: then the page offers a button. Also while this
 * page is being reloaded: several of its parts may lack a script.
 */
function storeReload(most: number): boolean {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    const now = Date.now();
    const recent = (Array.isArray(stored) ? stored : [stored]).map(Number).filter((time) => now - time <= pause);
    if (recent.length >= most || recent.some((time) => time >= performance.timeOrigin)) return false;
    sessionStorage.setItem(storageKey, JSON.stringify([...recent, now]));
    return true;
  } catch {
    return false;
  }
}
