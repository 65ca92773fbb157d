import { type FunctionComponent, type RefObject, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { useConnectivity } from '../../actors/connectivity.ts';
import { useDownload } from '../../actors/download.ts';
import type { InstallSource } from '../../actors/install.ts';
import { useQueryCache, useRead } from '../../actors/read.tsx';
import { useStoredFiles } from '../../actors/stored-files.ts';
import { useUnsavedChangesRegistry } from '../../actors/unsaved-changes.tsx';
import { type AppUpdateRef, startAppUpdate } from '../../actors/update.ts';
import { chooseDownload } from '../../browser/download.ts';
import { useLinkAction } from '../../navigation/use-link-action.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { ConsentDialog } from '../dialogs/ConsentDialog.tsx';
import { InstallOffer } from '../dialogs/InstallOffer.tsx';
import { OfflineLibraryDialog } from '../dialogs/OfflineLibraryDialog.tsx';
import { OfflineStatus } from './OfflineStatus.tsx';
import { ReadyNotice } from './ReadyNotice.tsx';
import { SessionEndStatus } from './SessionEndStatus.tsx';
import { UpdateToast } from './UpdateToast.tsx';

export interface DeferredShellProps {
  readonly install: InstallSource;
  /** The address of the link that was followed last. */
  readonly followed: RefObject<string | null>;
}

/** Starts following the app's versions; returns the component that shows them and the rest of the deferred shell. */
export function startDeferredShell(): FunctionComponent<DeferredShellProps> {
  let started: AppUpdateRef | null = null;
  // Loads the drawer's content before it is opened.
  import('../drawer/DrawerMenu.tsx').catch(() => undefined);
  return ({ install, followed }) => {
    const { openStorage } = useQueryCache();
    const connectivity = useConnectivity();
    const unsavedChanges = useUnsavedChangesRegistry();
    // Once per tab, even where React renders a component twice.
    const [update] = useState(() => {
      started ??= startAppUpdate({ openStorage, connectivity, unsavedChanges });
      return started;
    });
    return (
      <>
        <ReadyNotice update={update} />
        {/* In the flow, above the dock: at the end of the page it covers nothing. */}
        <div
          data-notices=""
          className="pointer-events-none sticky safe-bottom-14 z-20 grid desk:bottom-0 landscape:bottom-0"
        >
          <InstallOffer events={install} />
          <UpdateToast update={update} />
          <SessionEndStatus />
          <OfflineStatus />
        </div>
        <OfflineLibraryDialog />
        <StoredFiles update={update} />
        <Configured followed={followed} />
      </>
    );
  };
}

/** A component of its own: the rest is not drawn again when it changes. */
function StoredFiles({ update }: { update: AppUpdateRef }) {
  useStoredFiles(update, usePathname());
  return null;
}

/** The parts that depend on the server's settings. */
function Configured({ followed }: Pick<DeferredShellProps, 'followed'>) {
  const config = useRead({ name: 'getConfig' }).value;
  if (config === null) return null;
  return (
    <>
      <ConsentDialog analyticsId={config.analyticsId} />
      <Download url={chooseDownload(config, navigator)} followed={followed} />
    </>
  );
}

const infoPage = '/downloadInfo';

function Download({ url, followed }: Pick<DeferredShellProps, 'followed'> & { url: string | null }) {
  const navigate = useNavigate();
  const isOpened = () => {
    const isLast = followed.current === infoPage;
    followed.current = null;
    return isLast;
  };
  useLinkAction(
    infoPage,
    useDownload(url, () => navigate(infoPage), isOpened),
  );
  return null;
}
