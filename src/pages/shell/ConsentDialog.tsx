import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type ConsentDialog as Dialog, useConsent } from '../../actors/consent.ts';
import { useOrder } from '../../actors/orders.ts';

/** Pages of the law: there the dialog stands below the text, which can be read while it is open. */
const legalPages = ['/privacy', '/impressum', '/tos'];

/** Asks for consent where there is something to ask for, and is opened again by the footer's link (spec §2). */
export function ConsentDialog({ analyticsId }: { analyticsId: string | null }) {
  const consent = useConsent(analyticsId);
  useOrder('/privacy#cookies', consent.open);
  const [path] = useLocation();
  const isAside = legalPages.includes(path);
  if (consent.layer === null) return null;
  // Another place is another dialog: a modal one cannot become part of the page.
  return (
    <Frame key={String(isAside)} isAside={isAside} close={consent.close}>
      {consent.layer === 'asking' ? (
        <Asking consent={consent} isCounting={analyticsId !== null} />
      ) : (
        <Managing consent={consent} isCounting={analyticsId !== null} />
      )}
    </Frame>
  );
}

function Frame({ isAside, close, children }: { isAside: boolean; close: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isAside) ref.current?.show();
    else ref.current?.showModal();
  }, [isAside]);
  return (
    <dialog
      ref={ref}
      // Escape and the like are no choice; taking the dialog off the page is none either.
      onCancel={close}
      aria-labelledby="consent-title"
      data-aside={isAside ? '' : undefined}
      className="no-print m-auto max-h-[90dvh] w-[calc(100%-32px)] max-w-lg rounded-10 border border-line bg-panel p-0 data-aside:sticky data-aside:bottom-[calc(72px+env(safe-area-inset-bottom))] data-aside:z-40 data-aside:max-h-[45dvh] data-aside:overflow-y-auto desk:data-aside:bottom-4"
    >
      <div className="grid gap-4 p-5">{children}</div>
    </dialog>
  );
}

interface LayerProps {
  readonly consent: Dialog;
  readonly isCounting: boolean;
}

function Asking({ consent, isCounting }: LayerProps) {
  return (
    <>
      <h2 id="consent-title" className="text-20 font-800">
        Cookies
      </h2>
      <p className="text-mute">
        {isCounting
          ? 'May this site count your visits with Google Analytics? Everything works without it, and you can change your mind at the foot of every page.'
          : 'This server counts no visits and sets no cookie but the one that would keep your choice.'}
      </p>
      <p className="grid grid-cols-2 gap-3">
        <Choice word="Reject all" choose={consent.rejectAll} />
        <Choice word="Accept all" choose={consent.acceptAll} />
      </p>
      <button type="button" className="action border border-line" onClick={consent.manage}>
        Manage Individual preferences
      </button>
      <Legal />
    </>
  );
}

function Managing({ consent, isCounting }: LayerProps) {
  const [analytics, setAnalytics] = useState(consent.consent?.analytics ?? false);
  return (
    <>
      <h2 id="consent-title" className="text-20 font-800">
        Individual preferences
      </h2>
      <label className="flex items-start gap-3">
        <input type="checkbox" checked disabled className="mt-0.5 size-5 shrink-0 accent-red" />
        <span className="grid">
          <b className="font-750">Necessary</b>
          <span className="text-14 text-mute">Your choice itself, and signing in when you do. Always on.</span>
        </span>
      </label>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          checked={analytics}
          onChange={(event) => setAnalytics(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-red"
        />
        <span className="grid">
          <b className="font-750">Analytics</b>
          <span className="text-14 text-mute">
            {isCounting
              ? 'Google Analytics counts visits with the cookies _ga (2 years) and _gid (24 hours).'
              : 'This server counts no visits, whatever stands here.'}
          </span>
        </span>
      </label>
      <p className="grid grid-cols-2 gap-3">
        <Choice word="Reject all" choose={consent.rejectAll} />
        <Choice word="Accept all" choose={consent.acceptAll} />
      </p>
      <button
        type="button"
        className="action border border-line"
        onClick={() => consent.acceptSelection({ analytics })}
      >
        Accept current selection
      </button>
      <Legal />
    </>
  );
}

/** Yes and no look alike. */
function Choice({ word, choose }: { word: string; choose: () => void }) {
  return (
    <button type="button" className="action bg-text text-black" onClick={choose}>
      {word}
    </button>
  );
}

function Legal() {
  return (
    <p className="flex flex-wrap gap-x-4 text-14 text-mute">
      <a href="/privacy" className="flex min-h-11 items-center underline underline-offset-4">
        Privacy Policy
      </a>
      <a href="/impressum" className="flex min-h-11 items-center underline underline-offset-4">
        Legal Notice/Impressum
      </a>
    </p>
  );
}
