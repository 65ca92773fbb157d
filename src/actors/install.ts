import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { type EventFrom, fromPromise } from 'xstate';
import { type InstallHistory, installMachine, selectView } from '#machines/install';
import type { InstallEvents } from '../pwa/install.ts';
import { hasShareSheet, isStandalone, readInstallTime } from '../pwa/platform.ts';
import type { QueryCache } from '../queries/query-cache.ts';
import { useQueryCache } from './read.tsx';
import { typedCallback } from './typed-callback.ts';

/** A visit counts as another one after this long, in ms. */
const visitLength = 30 * 60_000;
const dismissalSetting = 'install-dismissed';

async function loadHistory({ serverTime, openStorage }: QueryCache): Promise<InstallHistory> {
  const now = serverTime();
  const storedSince = await readInstallTime().catch(() => null);
  const dismissedAt = await openStorage()
    .then(({ settings }) => settings.readSetting(dismissalSetting))
    .catch(() => null);
  return {
    isInstalled: isStandalone(window),
    isReturningVisitor: storedSince !== null && now - storedSince > visitLength,
    dismissedAt: typeof dismissedAt === 'number' ? dismissedAt : null,
    now,
  };
}

/** The browser's install events, as pages pass them on. */
export type InstallSource = InstallEvents;

/** Installs the app as the browser allows. */
export function useInstall(events: InstallSource) {
  const queries = useQueryCache();
  const [machine] = useState(() =>
    installMachine.provide({
      actors: {
        loadHistory: fromPromise(() => loadHistory(queries)),
        watchBrowser: typedCallback<EventFrom<typeof installMachine>>((send) =>
          events.watch({
            onPrompt: () => send({ type: 'prompt.received' }),
            onInstalled: () => send({ type: 'app.installed' }),
          }),
        ),
        showPrompt: fromPromise(async () => {
          const prompt = events.prompt();
          if (prompt === null) throw new Error('The browser has no install prompt');
          return (await prompt.prompt()).outcome === 'accepted';
        }),
        saveDismissal: fromPromise(async () =>
          (await queries.openStorage()).settings.storeSetting(dismissalSetting, queries.serverTime()),
        ),
      },
    }),
  );
  const ref = useActorRef(machine, { input: { method: hasShareSheet(navigator) ? 'share' : 'menu' } });
  return {
    view: useSelector(ref, selectView),
    method: useSelector(ref, ({ context }) => context.method),
    start: () => ref.send({ type: 'install.start' }),
    dismiss: () => ref.send({ type: 'install.dismiss' }),
    close: () => ref.send({ type: 'install.close' }),
  };
}
