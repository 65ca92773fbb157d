import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useState } from 'react';
import { type ActorRefFrom, createActor, fromCallback, fromPromise } from 'xstate';
import { appUpdateMachine } from '#machines/app-update';
import { appWorker } from '../pwa/worker.ts';
import type { Reads } from './reads.ts';

/** The app's versions on this device, followed from now on. */
export type AppUpdateRef = ActorRefFrom<typeof appUpdateMachine>;

/** Puts the app on this device and follows its versions, once for as long as the tab is open. */
export function startAppUpdate(onDevice: Reads['onDevice']): AppUpdateRef {
  const worker = appWorker();
  const machine = appUpdateMachine.provide({
    actors: {
      watchWorker: fromCallback(({ sendBack }) => {
        let stopDevice: () => void = () => undefined;
        let isOver = false;
        // A newer version runs in another tab already: it is here, whatever the worker says.
        const outdated = () => sendBack({ type: 'worker.waiting' });
        onDevice.then(
          ({ watchOutdated }) => {
            if (!isOver) stopDevice = watchOutdated(outdated);
          },
          () => undefined,
        );
        const stopWorker = worker?.watch((news) => sendBack({ type: `worker.${news}` }));
        return () => {
          isOver = true;
          stopDevice();
          stopWorker?.();
        };
      }),
      activate: fromPromise(async () => (await worker?.activate()) ?? false),
      isWaiting: fromPromise(async () => (await worker?.isWaiting()) ?? false),
    },
    actions: { reload: () => location.reload() },
  });
  return createActor(machine).start();
}

/** What there is to say of the app's version, and what a person can do about it. */
interface AppUpdate {
  readonly notice: 'ready' | 'offered' | 'dismissed' | 'quiet' | 'applying' | null;
  readonly accept: () => void;
  readonly dismiss: () => void;
}

/** Follows the versions from the page at `path`: what is typed there and not sent puts them off. */
export function useAppUpdate(ref: AppUpdateRef, path: string, isTyped: RefObject<boolean>): AppUpdate {
  useEffect(() => {
    const typed = () => ref.send({ type: 'page.typed' });
    const sent = () => ref.send({ type: 'page.sent' });
    addEventListener('input', typed);
    addEventListener('submit', sent);
    return () => {
      removeEventListener('input', typed);
      removeEventListener('submit', sent);
    };
  }, [ref]);
  const [shown, setShown] = useState(path);
  useEffect(() => {
    // Another page has none of what was typed on the last one.
    if (shown !== path) isTyped.current = false;
    setShown(path);
    ref.send({ type: isTyped.current ? 'page.typed' : 'page.sent' });
  }, [ref, path, shown, isTyped]);
  const notice = useSelector(ref, (snapshot) => {
    const tags = ['applying', 'offered', 'dismissed', 'quiet', 'ready'] as const;
    return tags.find((tag) => snapshot.hasTag(tag)) ?? null;
  });
  return {
    notice,
    accept: () => ref.send({ type: 'update.accept' }),
    dismiss: () => ref.send({ type: 'update.dismiss' }),
  };
}
