import type { ReactNode } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { useConsent } from '../../actors/consent.ts';
import { useLinkAction } from '../../navigation/use-link-action.ts';
import { useShownDialog } from '../../navigation/use-shown-dialog.ts';
import { ConsentPreferences } from './ConsentPreferences.tsx';
import { ConsentRequest } from './ConsentRequest.tsx';

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
