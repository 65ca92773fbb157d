import { type FunctionComponent, type RefObject, useState } from 'react';
import { useDownload } from '../../actors/download.ts';
import type { InstallSource } from '../../actors/install.ts';
import type { ReadsOf } from '../../actors/offline-marks.ts';
import { useOrder } from '../../actors/orders.ts';
import { useRead, useReads } from '../../actors/read.tsx';
import { type AppUpdateRef, startAppUpdate } from '../../actors/update.ts';
import { ConsentDialog } from './ConsentDialog.tsx';
import { DeviceDialog } from './DeviceDialog.tsx';
import { InstallOffer } from './InstallOffer.tsx';
import { useGo } from './navigation.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';

/** What the parts of the frame need that come after the page itself. */
export interface LateProps {
  /** Something was typed on this page. */
  readonly isTyped: RefObject<boolean>;
  readonly readsOf: ReadsOf;
  readonly install: InstallSource;
}

/** Begins to follow the app's versions, and answers what shows them and the rest of what comes late. */
export function startLateParts(): FunctionComponent<LateProps> {
  let started: AppUpdateRef | null = null;
  // A tap on the menu finds it there.
  import('./Drawer.tsx').catch(() => undefined);
  return ({ isTyped, readsOf, install }) => {
    const { onDevice } = useReads();
    // Once for as long as the tab is open, however often this is drawn.
    const [update] = useState(() => {
      started ??= startAppUpdate(onDevice);
      return started;
    });
    return (
      <>
        <OfflineLine readsOf={readsOf} />
        <UpdateNotice update={update} isTyped={isTyped} />
        <InstallOffer news={install} />
        <DeviceDialog />
        <ByConfig />
      </>
    );
  };
}

/** What depends on the server's settings. */
function ByConfig() {
  const config = useRead({ name: 'getConfig' }).value;
  if (config === null) return null;
  return (
    <>
      <ConsentDialog analyticsId={config.analyticsId} />
      <Download url={config.downloadUrl} />
    </>
  );
}

function Download({ url }: { url: string | null }) {
  const go = useGo();
  useOrder(
    '/downloadInfo',
    useDownload(url, () => go('/downloadInfo')),
  );
  return null;
}
