import { useEffect, useRef, useState } from 'react';
import { installOfferCooldown } from '#contract/constants';
import type { InstallEvents } from '../pwa/install.ts';
import { hasShareSheet, isStandalone, readInstallTime } from '../pwa/platform.ts';
import type { QueryCache } from '../queries/query-cache.ts';
import { useQueryCache } from './read.tsx';

/** How this browser installs an app: by its own prompt, its share sheet or its menu. */
type InstallMethod = 'prompt' | 'share' | 'menu';

/** A visit counts as another one after this long, in ms. */
const visitLength = 30 * 60_000;
const dismissalSetting = 'install-dismissed';

/** A banner is due from the second visit, unless it was dismissed lately. Times in ms of the server. */
export function isBannerDue(now: number, storedSince: number | null, dismissedAt: unknown): boolean {
  const isReturningVisitor = storedSince !== null && now - storedSince > visitLength;
  return isReturningVisitor && !(typeof dismissedAt === 'number' && now - dismissedAt <= installOfferCooldown);
}

async function findBannerDue({ serverTime, openStorage }: QueryCache): Promise<boolean> {
  const storedSince = await readInstallTime().catch(() => null);
  const dismissedAt = await openStorage()
    .then(({ settings }) => settings.readSetting(dismissalSetting))
    .catch(() => null);
  return isBannerDue(serverTime(), storedSince, dismissedAt);
}

/** The browser's install events, as pages pass them on. */
export type InstallSource = InstallEvents;

/** Installs the app as the browser allows: with a button at any time, and with a banner from the second visit. */
export function useInstall(events: InstallSource) {
  const queries = useQueryCache();
  const [method, setMethod] = useState<InstallMethod>(() => (hasShareSheet(navigator) ? 'share' : 'menu'));
  const [isInstalled, setInstalled] = useState(() => isStandalone(window));
  const [isBannerShown, showBanner] = useState(false);
  const [isOpen, setOpen] = useState(false);
  /** Once the user has answered, the banner is not shown again. */
  const isAnswered = useRef(false);
  useEffect(
    () =>
      events.watch({
        onPrompt: () => setMethod('prompt'),
        onInstalled: () => {
          setInstalled(true);
          setOpen(false);
        },
      }),
    [events],
  );
  useEffect(() => {
    findBannerDue(queries).then((isDue) => showBanner(isDue && !isAnswered.current));
  }, [queries]);

  function hideBanner(): void {
    isAnswered.current = true;
    showBanner(false);
  }

  function dismiss(): void {
    hideBanner();
    queries
      .openStorage()
      .then(({ settings }) => settings.storeSetting(dismissalSetting, queries.serverTime()))
      // Without storage the banner comes again.
      .catch(() => undefined);
  }

  async function start(): Promise<void> {
    hideBanner();
    const prompt = isInstalled || method !== 'prompt' ? null : events.prompt();
    if (prompt === null) return setOpen(true);
    // A prompt can be shown once; the browser reports when it has another.
    setMethod('menu');
    const choice = await prompt.prompt().catch(() => null);
    if (choice === null) setOpen(true);
    else if (choice.outcome === 'dismissed') dismiss();
  }

  return {
    method,
    // Instructions for a browser's menu are not worth a banner.
    view: isOpen
      ? isInstalled
        ? ('alreadyInstalled' as const)
        : ('instructions' as const)
      : isBannerShown && !isInstalled && method !== 'menu'
        ? ('banner' as const)
        : null,
    start,
    dismiss,
    close: () => setOpen(false),
  };
}
