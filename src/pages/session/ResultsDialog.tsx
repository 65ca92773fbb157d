import { useState } from 'react';
import type { Session } from '#contract/entities/session';
import { usePictures } from '../../actors/pictures.ts';
import { share } from '../../browser/share.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { Waiting } from '../../components/form/Waiting.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { formatDay } from '../../format/date.ts';
import { trackName, typeName } from '../../format/names.ts';
import { type ResultRow, resultRows } from '../../format/results.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';

/** The results as plain text, for a chat. */
function shareText(session: Session, rows: readonly ResultRow[]): string {
  const title = `${trackName(session.trackId)} ${typeName(session.sessionType)}, ${formatDay(session.sessionStartTime)}`;
  const lines = rows.map((row, index) => {
    const penalties = row.penalties === '' ? '' : ` (${row.penalties})`;
    return `${row.position ?? index + 1}. ${row.driver.name} ${row.main}${penalties}`;
  });
  return [title, ...lines].join('\n');
}

/** A button, and a dialog with the results to share and to print. */
export function ResultsDialog({ session }: { session: Session }) {
  const dialog = useDialogHistory();
  const [message, setMessage] = useState('');
  const picture = usePictures(setMessage);
  const [wasOpened, setWasOpened] = useState(false);
  const rows = wasOpened ? resultRows(session) : [];

  function open(): void {
    setWasOpened(true);
    dialog.open();
  }

  const link = `${location.origin}/sessions/${session.id}`;

  async function handleShare(data: ShareData, text: string): Promise<void> {
    const outcome = await share(data, text);
    if (outcome === 'copied') setMessage('Copied');
    if (outcome === 'blocked') setMessage('Your browser blocked copying');
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
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable */}
          <section aria-labelledby="results-title" tabIndex={0} className="overflow-y-auto px-4 py-1">
            <ol>
              {rows.map((row, index) => (
                <li key={row.driver.carIndex} className="flex min-h-9 items-center gap-3 border-b border-hair">
                  <b className="w-6 shrink-0 text-center">{row.position ?? index + 1}</b>
                  <bdi className="truncate font-650">{row.driver.name}</bdi>
                  {row.penalties === '' ? null : (
                    <span className="shrink-0 text-12 font-750 text-amber">{row.penalties}</span>
                  )}
                  <span className="ml-auto shrink-0">{row.main}</span>
                </li>
              ))}
            </ol>
          </section>
          <div className="no-print flex flex-wrap items-center gap-3 border-t border-line p-3 pb-[calc(env(safe-area-inset-bottom)+12px)]">
            <Button
              kind="primary"
              icon={pageIcons.share}
              isBusy={picture.isBusy}
              onClick={() => picture.submit({ name: trackName(session.trackId), sessionId: session.id })}
            >
              Picture
            </Button>
            <Button
              onClick={() => {
                const text = `${shareText(session, rows)}\n${link}`;
                handleShare({ text }, text);
              }}
            >
              Text
            </Button>
            <Button onClick={() => handleShare({ url: link }, link)}>Link</Button>
            <Button icon={pageIcons.print} onClick={() => print()}>
              Print
            </Button>
            <FormError failure={picture.failure} secondsLeft={picture.secondsLeft} />
            <Waiting wait={picture.wait} />
            <p role="status" className="text-14 text-mute">
              {message}
            </p>
          </div>
        </div>
      </dialog>
    </>
  );
}
