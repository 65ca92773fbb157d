import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import { type InstallPast, type InstallWay, installMachine, selectWay } from '#machines/install';
import type { InstallNews } from '../pwa/install.ts';
import { appKeptSince, hasShareSheet, isStandalone } from '../pwa/place.ts';
import { useReads } from './read.tsx';
import type { Reads } from './reads.ts';

/** A visit is another one after so long, in ms. */
const visitLength = 30 * 60_000;

async function recall({ serverTime, onDevice }: Reads): Promise<InstallPast> {
  const now = serverTime();
  const since = await appKeptSince().catch(() => null);
  const dismissedAt = await onDevice.then(({ memory }) => memory.readSetting('install-dismissed')).catch(() => null);
  return {
    isInstalled: isStandalone(window),
    isReturning: since !== null && now - since > visitLength,
    dismissedAt: typeof dismissedAt === 'number' ? dismissedAt : null,
    now,
  };
}

/** What the browser says of installing, as pages hand it on. */
export type InstallSource = InstallNews;

/** Installing the app: what is shown of it, and what a person can do. */
export interface Install {
  readonly shown: 'banner' | 'steps' | null;
  readonly way: InstallWay;
  readonly install: () => void;
  readonly dismiss: () => void;
  readonly close: () => void;
}

/** Follows what the browser says of installing the app. */
export function useInstall(news: InstallSource): Install {
  const reads = useReads();
  const [machine] = useState(() =>
    installMachine.provide({
      actors: {
        recall: fromPromise(() => recall(reads)),
        watchBrowser: fromCallback(({ sendBack }) => news.watch((what) => sendBack({ type: `browser.${what}` }))),
        prompt: fromPromise(async () => {
          const held = news.held();
          if (held === null) throw new Error('the browser holds no prompt');
          return (await held.prompt()).outcome === 'accepted';
        }),
        rest: fromPromise(async () =>
          (await reads.onDevice).memory.keepSetting('install-dismissed', reads.serverTime()),
        ),
      },
    }),
  );
  const ref = useActorRef(machine, { input: { way: hasShareSheet(navigator) ? 'share' : 'menu' } });
  const snapshot = useSelector(ref, (state) => state);
  return {
    shown: snapshot.hasTag('banner') ? 'banner' : snapshot.hasTag('steps') ? 'steps' : null,
    way: selectWay(snapshot),
    install: () => ref.send({ type: 'install.order' }),
    dismiss: () => ref.send({ type: 'install.dismiss' }),
    close: () => ref.send({ type: 'install.close' }),
  };
}
