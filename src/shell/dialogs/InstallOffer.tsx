import { usePathname } from 'wouter/use-browser-location';
import { type InstallSource, useInstall } from '../../actors/install.ts';
import { InstallInstructions } from '../../components/InstallInstructions.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useLinkAction } from '../../navigation/use-link-action.ts';
import { useOpenDialog } from '../../navigation/use-open-dialog.ts';
import { InstallBanner } from './InstallBanner.tsx';

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
      {/* Nothing covers live timing. */}
      {view === 'banner' && !path.startsWith('/live') ? <InstallBanner install={start} dismiss={dismiss} /> : null}
    </>
  );
}
