import { type FunctionComponent, useEffect, useState } from 'react';
import { getConfig } from '#contract/calls/site';
import { useConnectivity } from '../../actors/connectivity.ts';
import type { AppDownload } from '../../actors/download.ts';
import type { InstallSource } from '../../actors/install.ts';
import { useQueryCache, useRead } from '../../actors/read.tsx';
import { useStoredFiles } from '../../actors/stored-files.ts';
import { useUnsavedChangesRegistry } from '../../actors/unsaved-changes.tsx';
import { type AppUpdateRef, startAppUpdate } from '../../actors/update.ts';
import { chooseDownload } from '../../browser/download.ts';
import { usePathname } from '../../navigation/address.ts';
import { ConsentDialog } from '../dialogs/ConsentDialog.tsx';
import { InstallOffer } from '../dialogs/InstallOffer.tsx';
import { OfflineLibraryDialog } from '../dialogs/OfflineLibraryDialog.tsx';
import { OfflineStatus } from './OfflineStatus.tsx';
import { ReadyNotice } from './ReadyNotice.tsx';
import { SessionEndStatus } from './SessionEndStatus.tsx';
import { UpdateToast } from './UpdateToast.tsx';

export interface DeferredShellProps {
  readonly install: InstallSource;
  /** Called with the file of the desktop app, once the server has named it. */
  readonly onDownloadFile: AppDownload['setFile'];
}

/** Starts to watch for updates of the app. Returns the deferred shell, with the toast of an update. */
export function startDeferredShell(): FunctionComponent<DeferredShellProps> {
  let started: AppUpdateRef | null = null;
  // Loads the drawer's content before it is opened.
  import('../drawer/DrawerMenu.tsx').catch(() => undefined);
  return ({ install, onDownloadFile }) => {
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
        <Configured onDownloadFile={onDownloadFile} />
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
function Configured({ onDownloadFile }: Pick<DeferredShellProps, 'onDownloadFile'>) {
  const config = useRead({ call: getConfig }).value;
  if (config === null) return null;
  return (
    <>
      <ConsentDialog analyticsId={config.analyticsId} />
      <DownloadFile url={chooseDownload(config, navigator)} onDownloadFile={onDownloadFile} />
    </>
  );
}

type DownloadFileProps = Pick<DeferredShellProps, 'onDownloadFile'> & { readonly url: string | null };

function DownloadFile({ url, onDownloadFile }: DownloadFileProps) {
  useEffect(() => onDownloadFile(url), [url, onDownloadFile]);
  return null;
}
