import { type ReactNode, useState } from 'react';
import { useConsent } from '../../actors/consent.ts';
import { Button } from '../../components/Button.tsx';
import { usePathname } from '../../navigation/address.ts';
import { useFocusOnMount } from '../../navigation/use-focus-on-mount.ts';
import { useLinkAction } from '../../navigation/use-link-action.ts';
import { useShownDialog } from '../../navigation/use-shown-dialog.ts';
import { ConsentChoices } from './ConsentChoices.tsx';
import { ConsentRequest, type ConsentViewProps } from './ConsentRequest.tsx';

/** On these pages the dialog is below the text, which must be readable while it is open. */
const legalPages = ['/privacy', '/impressum', '/tos'];

/** Requests consent where the server uses analytics; "Cookie settings" in the footer opens it again. */
export function ConsentDialog({ analyticsId }: { analyticsId: string | null }) {
  const consent = useConsent(analyticsId);
  useLinkAction('/privacy#cookies', consent.open);
  const path = usePathname();
  const isModal = !legalPages.includes(path);
  if (consent.view === null) return null;
  const View = consent.view === 'request' ? ConsentRequest : ConsentPreferences;
  return (
    // A modal dialog cannot become a part of the page: the key makes a new one.
    <Frame key={String(isModal)} isModal={isModal} close={consent.close}>
      <View consent={consent} hasAnalytics={analyticsId !== null} />
      <p className="flex flex-wrap gap-x-4 text-14 text-mute">
        <a href="/privacy" className="flex min-h-11 items-center underline underline-offset-4">
          Privacy Policy
        </a>
        <a href="/impressum" className="flex min-h-11 items-center underline underline-offset-4">
          Legal Notice/Impressum
        </a>
      </p>
    </Frame>
  );
}

const modal = 'max-h-[90dvh] w-full max-desk:mb-0 max-desk:rounded-b-none';
const aside = 'sticky safe-bottom-18 z-40 max-h-[45dvh] w-[calc(100%-32px)] overflow-y-auto desk:bottom-4';

function Frame({ isModal, close, children }: { isModal: boolean; close: () => void; children: ReactNode }) {
  return (
    <dialog
      ref={useShownDialog(isModal)}
      // Escape closes the dialog without a choice.
      onCancel={close}
      aria-labelledby="consent-title"
      className={`no-print m-auto max-w-lg rounded-10 border border-line bg-panel p-0 max-desk:max-w-none ${isModal ? modal : aside}`}
    >
      <div className="grid gap-4 p-5">{children}</div>
    </dialog>
  );
}

/** The second view: one choice for each category. */
function ConsentPreferences({ consent, hasAnalytics }: ConsentViewProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const [analytics, setAnalytics] = useState(consent.consent?.analytics ?? false);
  return (
    <>
      <h2 ref={heading} id="consent-title" tabIndex={-1} className="text-20 font-800">
        Cookie preferences
      </h2>
      <label className="flex items-start gap-3">
        <input type="checkbox" checked disabled className="mt-0.5 size-5 shrink-0 accent-red" />
        <span className="grid">
          <b className="font-750">Necessary</b>
          <span className="text-14 text-mute">Stores this choice and keeps you logged in. Always on.</span>
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
            {hasAnalytics
              ? 'Google Analytics counts visits. It sets the cookies _ga (2 years) and _gid (24 hours).'
              : 'This server doesn’t use analytics, whatever you choose here.'}
          </span>
        </span>
      </label>
      <ConsentChoices consent={consent} />
      <Button onClick={() => consent.acceptSelection({ analytics })}>Accept current selection</Button>
    </>
  );
}
