import { type FunctionComponent, useState } from 'react';
import { useConnectivity } from '../../actors/connectivity.ts';
import { useDownload } from '../../actors/download.ts';
import type { InstallSource } from '../../actors/install.ts';
import { useQueryCache, useRead } from '../../actors/read.tsx';
import { useUnsavedChangesRegistry } from '../../actors/unsaved-changes.tsx';
import { type AppUpdateRef, startAppUpdate } from '../../actors/update.ts';
import { chooseDownload } from '../../browser/download.ts';
import { useLinkAction } from '../../navigation/use-link-action.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { ConsentDialog } from '../dialogs/ConsentDialog.tsx';
import { InstallOffer } from '../dialogs/InstallOffer.tsx';
import { OfflineLibraryDialog } from '../dialogs/OfflineLibraryDialog.tsx';
import { OfflineStatus } from './OfflineStatus.tsx';
import { SessionEndStatus } from './SessionEndStatus.tsx';
import { UpdateToast } from './UpdateToast.tsx';

export interface DeferredShellProps {
  readonly install: InstallSource;
}

/** Starts following the app's versions; returns the component that shows them and the rest of the deferred shell. */
export function startDeferredShell(): FunctionComponent<DeferredShellProps> {
  let started: AppUpdateRef | null = null;
  // Loads the drawer's content before it is opened.
  import('../drawer/DrawerMenu.tsx').catch(() => undefined);
  return ({ install }) => {
    const { storage } = useQueryCache();
    const connectivity = useConnectivity();
    const unsavedChanges = useUnsavedChangesRegistry();
    // Once per tab, even where React renders a component twice.
    const [update] = useState(() => {
      started ??= startAppUpdate({ storage, connectivity, unsavedChanges });
      return started;
    });
    return (
      <>
        {/* In the flow, above the dock: at the end of the page it covers nothing. */}
        <div
          data-notices=""
          className="pointer-events-none sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-20 grid desk:bottom-0 landscape:bottom-0"
        >
          <InstallOffer events={install} />
          <UpdateToast update={update} />
          <SessionEndStatus />
          <OfflineStatus />
        </div>
        <OfflineLibraryDialog />
        <Configured />
      </>
    );
  };
}

/** The parts that depend on the server's settings. */
function Configured() {
  const config = useRead({ name: 'getConfig' }).value;
  if (config === null) return null;
  return (
    <>
      <ConsentDialog analyticsId={config.analyticsId} />
      <Download url={chooseDownload(config, navigator)} />
    </>
  );
}

function Download({ url }: { url: string | null }) {
  const navigate = useNavigate();
  useLinkAction(
    '/downloadInfo',
    useDownload(url, () => navigate('/downloadInfo')),
  );
  return null;
}
