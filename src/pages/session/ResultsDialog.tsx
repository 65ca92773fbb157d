import { useState } from 'react';
import type { Session } from '#contract/entities/session';
import { Button } from '../../components/Button.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import { trackName, typeName } from '../../format/names.ts';
import { lazyPart } from '../../navigation/pending.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { Part } from '../LoadBoundary.tsx';

/** Loaded when the dialog is opened first. */
const ResultsToShare = lazyPart(() => import('./ResultsToShare.tsx').then((loaded) => loaded.ResultsToShare));

/** A button, and a dialog with the results to share and to print. */
export function ResultsDialog({ session }: { session: Session }) {
  const dialog = useDialogHistory();
  const [wasOpened, setWasOpened] = useState(false);

  function open(): void {
    setWasOpened(true);
    dialog.open();
  }

  return (
    <>
      <Button icon={pageIcons.share} onClick={open}>
        <span className="max-desk:sr-only">Share results</span>
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog */}
      <dialog
        ref={dialog.ref}
        onClose={dialog.onClose}
        onClick={(event) => (event.target === event.currentTarget ? dialog.close() : undefined)}
        aria-labelledby="results-title"
        className="m-auto max-h-[90dvh] w-full max-w-lg rounded-10 border border-line bg-panel p-0 max-desk:mb-0 max-desk:max-w-none max-desk:rounded-b-none"
      >
        <div className="grid max-h-[90dvh] grid-rows-[auto_minmax(0,1fr)_auto]">
          <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-4">
            <h2 id="results-title" className="text-17 font-800">
              {trackName(session.trackId)} <span className="text-mute">{typeName(session.sessionType)}</span>
            </h2>
            <IconButton onClick={dialog.close} className="ml-auto" icon={frameIcons.close} label="Close" size={22} />
          </div>
          {wasOpened ? (
            <Part fallback={<SkeletonTable rows={session.drivers.length} />}>
              <ResultsToShare session={session} />
            </Part>
          ) : null}
        </div>
      </dialog>
    </>
  );
}
