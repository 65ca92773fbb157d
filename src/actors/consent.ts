import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import { type Consent, consentMachine, selectConsent } from '#machines/consent';
import { consentChoice } from '../consent/choice.ts';
import { clearTraces, countVisits } from '../consent/visits.ts';
import { useReads } from './read.tsx';

/** The dialog of consent: which layer of it is shown, what was agreed to, and what a person can do. */
export interface ConsentDialog {
  readonly layer: 'asking' | 'managing' | null;
  readonly consent: Consent | null;
  readonly open: () => void;
  readonly close: () => void;
  readonly manage: () => void;
  readonly acceptAll: () => void;
  readonly rejectAll: () => void;
  readonly acceptSelection: (consent: Consent) => void;
}

/** Follows the consent of this browser; `analyticsId` is what the operator counts visits with, or null. */
export function useConsent(analyticsId: string | null): ConsentDialog {
  const { serverTime } = useReads();
  const [machine] = useState(() => {
    const choice = consentChoice(document, location.protocol === 'https:');
    return consentMachine.provide({
      actors: {
        recall: fromPromise(async () => choice.read()),
        keep: fromPromise(async ({ input }) => choice.keep(input, serverTime())),
        watchTabs: fromCallback(({ sendBack }) =>
          choice.watch((consent) => sendBack({ type: 'consent.changed', consent })),
        ),
        countVisits: fromCallback(() => (analyticsId === null ? undefined : countVisits(analyticsId, document))),
        clearTraces: fromPromise(async () => clearTraces(document)),
      },
    });
  });
  const ref = useActorRef(machine, { input: { isNeeded: analyticsId !== null } });
  const snapshot = useSelector(ref, (state) => state);
  return {
    layer: snapshot.hasTag('asking') ? 'asking' : snapshot.hasTag('managing') ? 'managing' : null,
    consent: selectConsent(snapshot),
    open: () => ref.send({ type: 'consent.open' }),
    close: () => ref.send({ type: 'consent.close' }),
    manage: () => ref.send({ type: 'consent.manage' }),
    acceptAll: () => ref.send({ type: 'consent.acceptAll' }),
    rejectAll: () => ref.send({ type: 'consent.rejectAll' }),
    acceptSelection: (consent) => ref.send({ type: 'consent.acceptSelection', consent }),
  };
}
