import { useState } from 'react';
import type { Session } from '#contract/session';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { formatDay } from '../../format/date.ts';
import { trackName, typeName } from '../../format/names.ts';
import { type ResultRow, resultRows } from '../../race/classification.ts';
import { useLayer } from '../shell/navigation.tsx';

/** The result as lines of text, for a chat. */
function textOf(session: Session, rows: readonly ResultRow[]): string {
  const title = `${trackName(session.trackId)} ${typeName(session.sessionType)}, ${formatDay(session.sessionStartTime)}`;
  const lines = rows.map((row, index) => {
    const penalties = row.penalties === '' ? '' : ` (${row.penalties})`;
    return `${row.place ?? index + 1}. ${row.driver.name} ${row.main}${penalties}`;
  });
  return [title, ...lines].join('\n');
}

/** A button, and the result in a form fit for sharing and printing. */
export function ResultsDialog({ session }: { session: Session }) {
  const layer = useLayer();
  const [said, say] = useState('');
  const [isWanted, want] = useState(false);
  const rows = isWanted ? resultRows(session) : [];

  function open(): void {
    want(true);
    layer.open();
  }

  async function share(): Promise<void> {
    const text = `${textOf(session, rows)}\n${location.origin}/sessions/${session.id}`;
    try {
      if ('share' in navigator && matchMedia('(pointer: coarse)').matches) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        say('Copied');
      }
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        say('This browser does not let it be copied');
    }
  }

  return (
    <>
      <button type="button" className="action border border-line" onClick={open}>
        <Icon path={pageIcons.flag} size={18} />
        <span className="max-desk:sr-only">Results sheet</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own */}
      <dialog
        ref={layer.ref}
        onClose={layer.onClose}
        onClick={(event) => (event.target === event.currentTarget ? layer.close() : undefined)}
        aria-labelledby="sheet-title"
        className="m-auto max-h-[90dvh] w-full max-w-lg rounded-10 border border-line bg-panel p-0 max-desk:mb-0 max-desk:max-w-none max-desk:rounded-b-none"
      >
        <div className="grid max-h-[90dvh] grid-rows-[auto_minmax(0,1fr)_auto]">
          <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-4">
            <h2 id="sheet-title" className="text-17 font-800">
              {trackName(session.trackId)} <span className="text-mute">{typeName(session.sessionType)}</span>
            </h2>
            <button type="button" onClick={layer.close} className="ml-auto grid h-11 w-11 place-items-center text-mute">
              <Icon path={frameIcons.close} size={22} />
              <span className="sr-only">Close</span>
            </button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <section aria-labelledby="sheet-title" tabIndex={0} className="overflow-y-auto px-4 py-1">
            <ol>
              {rows.map((row, index) => (
                <li key={row.driver.carIndex} className="flex min-h-9 items-center gap-3 border-b border-hair">
                  <b className="w-6 shrink-0 text-center">{row.place ?? index + 1}</b>
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
            <button type="button" className="action bg-redfill text-white" onClick={share}>
              <Icon path={pageIcons.share} size={18} /> Share
            </button>
            <button type="button" className="action border border-line" onClick={() => print()}>
              <Icon path={pageIcons.print} size={18} /> Print
            </button>
            <p role="status" className="text-14 text-mute">
              {said}
            </p>
          </div>
        </div>
      </dialog>
    </>
  );
}
