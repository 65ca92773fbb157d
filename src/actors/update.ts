import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type ActorRefFrom, createActor, fromCallback, fromPromise } from 'xstate';
import { appUpdateMachine } from '#machines/app-update';
import { loadUntilPresent } from '../browser/load-late.ts';
import { createAppWorker } from '../pwa/worker.ts';
import type { QueryCache } from '../queries/query-cache.ts';
import type { Connectivity } from './connectivity.ts';
import type { UnsavedChanges } from './unsaved-changes.tsx';

/** The app's versions on this device. */
export type AppUpdateRef = ActorRefFrom<typeof appUpdateMachine>;

interface Dependencies {
  readonly openStorage: QueryCache['openStorage'];
  readonly connectivity: Connectivity;
  readonly unsavedChanges: UnsavedChanges;
}

/** Registers the service worker and follows its versions, for as long as the tab is open. */
export function startAppUpdate({ openStorage, connectivity, unsavedChanges }: Dependencies): AppUpdateRef {
  const worker = createAppWorker(() => connectivity.status() === 'online');
  const machine = appUpdateMachine.provide({
    actors: {
      watchWorker: fromCallback(({ sendBack }) => {
        const stops: (() => void)[] = [];
        let isStopped = false;
        const reportWaiting = () => sendBack({ type: 'worker.waiting' });
        loadUntilPresent(openStorage).then(
          ({ onOutdated }) => {
            // A newer version runs in another tab, so it is on this device.
            if (!isStopped) stops.push(onOutdated(reportWaiting));
          },
          () => undefined,
        );
        if (worker !== null) {
          stops.push(worker.watch((event) => sendBack({ type: `worker.${event}` })));
          stops.push(
            connectivity.subscribe((status) => {
              if (status === 'online') worker.checkForUpdate();
            }),
          );
        }
        return () => {
          isStopped = true;
          for (const stop of stops) stop();
        };
      }),
      watchChanges: fromCallback(({ sendBack }) => {
        const report = () =>
          sendBack({ type: unsavedChanges.changes().length > 0 ? 'changes.unsaved' : 'changes.saved' });
        report();
        return unsavedChanges.subscribe(report);
      }),
      findNewer: fromPromise(async () => (await worker?.findNewer()) ?? false),
      installNewer: fromPromise(async () => worker?.installNewer()),
      activate: fromPromise(async () => (await worker?.activate()) ?? false),
      isWaiting: fromPromise(async () => (await worker?.isWaiting()) ?? false),
    },
    actions: { reload: () => location.reload() },
  });
  return createActor(machine).start();
}

/** The state of the app's versions. */
export function useAppUpdate(ref: AppUpdateRef) {
  const notice = useSelector(ref, (snapshot) => {
    const tags = ['applying', 'offered', 'dismissed', 'deferred', 'ready'] as const;
    return tags.find((tag) => snapshot.hasTag(tag)) ?? null;
  });
  return {
    notice,
    accept: () => ref.send({ type: 'update.accept' }),
    dismiss: () => ref.send({ type: 'update.dismiss' }),
  };
}

/** Holds the announcement of the first install back while a page shows a race. */
export function useRacePage(ref: AppUpdateRef, hasRace: boolean): void {
  useEffect(() => ref.send({ type: hasRace ? 'race.opened' : 'race.left' }), [ref, hasRace]);
}
