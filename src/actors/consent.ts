import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { type EventFrom, fromCallback, fromPromise } from 'xstate';
import { type Consent, consentMachine, selectDialog } from '#machines/consent';
import { clearAnalyticsCookies, createAnalytics } from '../consent/analytics.ts';
import { createConsentStorage } from '../consent/consent-cookie.ts';
import { useQueryCache } from './read.tsx';
import { typedCallback } from './typed-callback.ts';

/** The consent dialog: its open view, the choice, and the actions of the visitor. */
export type ConsentDialogState = ReturnType<typeof useConsent>;

/** Manages consent of this browser; `analyticsId` is the operator's measurement id, or null. */
export function useConsent(analyticsId: string | null) {
  const { serverTime } = useQueryCache();
  const [machine] = useState(() => {
    const storage = createConsentStorage(document, location.protocol === 'https:');
    const analytics = analyticsId === null ? null : createAnalytics(analyticsId, document);
    return consentMachine.provide({
      actors: {
        loadConsent: fromPromise(async () => storage.load()),
        saveConsent: fromPromise(async ({ input }) => storage.save(input, serverTime())),
        watchTabs: typedCallback<EventFrom<typeof consentMachine>>((send) =>
          storage.watchTabs((consent) => send({ type: 'consent.changed', consent })),
        ),
        runAnalytics: fromCallback(() => analytics?.start()),
        clearAnalytics: fromPromise(async () => clearAnalyticsCookies(document)),
      },
    });
  });
  const ref = useActorRef(machine, { input: { isRequired: analyticsId !== null } });
  return {
    view: useSelector(ref, selectDialog),
    consent: useSelector(ref, ({ context }) => context.consent),
    open: () => ref.send({ type: 'dialog.open' }),
    close: () => ref.send({ type: 'dialog.close' }),
    openPreferences: () => ref.send({ type: 'preferences.open' }),
    acceptAll: () => ref.send({ type: 'consent.acceptAll' }),
    rejectAll: () => ref.send({ type: 'consent.rejectAll' }),
    acceptSelection: (consent: Consent) => ref.send({ type: 'consent.acceptSelection', consent }),
  };
}
