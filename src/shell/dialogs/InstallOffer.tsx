import { type InstallSource, useInstall } from '../../actors/install.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { usePathname } from '../../navigation/address.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useLinkAction } from '../../navigation/use-link-action.ts';
import { useOpenDialog } from '../../navigation/use-open-dialog.ts';
import { toast } from '../deferred/toast-class.ts';

/** Installs the app: from every "Install" link, and from the second visit with a banner. */
export function InstallOffer({ events }: { events: InstallSource }) {
  const path = usePathname();
  const { view, method, start, dismiss, close } = useInstall(events);
  const dialog = useDialogHistory(close);
  useLinkAction('/faq#install', start);
  useOpenDialog(dialog, view === 'instructions' || view === 'alreadyInstalled');
  return (
    <>
      <Sheet id="install-title" title="Install Pitboard" dialog={dialog}>
        {view === 'alreadyInstalled' ? (
          <p>Pitboard is already installed. Open it from your home screen or your list of apps.</p>
        ) : (
          <InstallInstructions method={method === 'share' ? 'share' : 'menu'} />
        )}
      </Sheet>
      {/* The banner must not cover live timing. */}
      {view === 'banner' && !path.startsWith('/live') ? <InstallBanner install={start} dismiss={dismiss} /> : null}
    </>
  );
}

/** Offers to install the app. */
function InstallBanner({ install, dismiss }: { install: () => void; dismiss: () => void }) {
  return (
    <section aria-label="Install" className={toast}>
      <p>Add Pitboard to your home screen and open it without a network.</p>
      <p className="flex gap-2">
        <Button onClick={dismiss}>Not now</Button>
        <Button kind="primary" onClick={install}>
          Install
        </Button>
      </p>
    </section>
  );
}

const steps = {
  share: ['Tap Share in the browser’s toolbar', 'Choose “Add to Home Screen”', 'Tap “Add”'],
  menu: ['Open the browser’s menu', 'Choose “Install app” or “Add to Home screen”', 'Confirm'],
};

/** How to install the app where the browser offers no prompt. */
function InstallInstructions({ method }: { method: 'share' | 'menu' }) {
  return (
    <>
      <p className="text-mute">Pitboard then opens in its own window, also without a network.</p>
      <ol className="grid gap-2">
        {steps[method].map((step, index) => (
          <li key={step} className="flex min-h-11 items-center gap-3">
            <b className="w-5 text-20 font-800 text-mute">{index + 1}</b>
            {step}
            {index === 0 && method === 'share' ? <Icon path={pageIcons.share} /> : null}
          </li>
        ))}
      </ol>
    </>
  );
}
