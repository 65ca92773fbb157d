import { useContext, useState } from 'react';
import type { Session } from '#contract/entities/session';
import { describeSession } from '#contract/race/describe-session';
import { ruledEventOf } from '#contract/race/ruled-event';
import { usePictures } from '../../actors/pictures.ts';
import { share } from '../../browser/share.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { RuledResultContext } from '../../components/session/ruled-result-context.ts';
import { formatDay } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { type ResultRow, resultRows } from '../../format/results.ts';
import type { RuledResult } from '../../format/ruled-result.ts';

/** The results as plain text, for a chat. */
function shareText(session: Session, rows: readonly ResultRow[], ruled: RuledResult | null): string {
  const title = `${describeSession(session).fullTitle}, ${formatDay(session.sessionStartTime)}`;
  const lines = rows.map((row, index) => {
    const penalties = row.penalties === '' ? '' : ` (${row.penalties})`;
    return `${row.position ?? index + 1}. ${row.driver.name} ${row.main}${penalties}`;
  });
  const label = ruled === null || ruled.label === '' ? [] : [ruled.label];
  return [title, ...label, ...lines].join('\n');
}

/** The results, and buttons that share and print them: what the dialog of a session shows below its head. */
export function ResultsToShare({ session }: { session: Session }) {
  const [message, setMessage] = useState('');
  const picture = usePictures(setMessage);
  const rows = resultRows(session);
  const ruled = useContext(RuledResultContext);
  const isUsual = ruled === null || ruled.result === ruledEventOf(session)?.seasonId;
  const query = isUsual ? '' : `?result=${ruled.result}`;
  const link = `${location.origin}/sessions/${session.id}${query}`;

  async function handleShare(data: ShareData, text: string): Promise<void> {
    const outcome = await share(data, text);
    if (outcome === 'copied') setMessage('Copied');
    if (outcome === 'blocked') setMessage('Your browser blocked copying');
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable */}
      <section aria-labelledby="results-title" tabIndex={0} className="overflow-y-auto px-4 py-1">
        {ruled === null || ruled.label === '' ? null : <p className="py-1 text-14 text-mute">{ruled.label}</p>}
        <ol>
          {rows.map((row, index) => (
            <li key={row.driver.carIndex} className="flex min-h-9 items-center gap-3 border-b border-hair">
              <b className="w-6 shrink-0 text-center">{row.position ?? index + 1}</b>
              <bdi className="truncate font-650">{row.driver.name}</bdi>
              <span className="shrink-0 text-12 text-mute empty:hidden">
                {ruled?.otherPlaces.get(row.driver.carIndex)}
              </span>
              {row.penalties === '' ? null : (
                <span className="shrink-0 text-12 font-750 text-amber">{row.penalties}</span>
              )}
              <span className="ml-auto shrink-0">{row.main}</span>
            </li>
          ))}
        </ol>
      </section>
      <div className="no-print flex flex-wrap items-center gap-3 border-t border-line p-3 safe-pb-3">
        <Button
          kind="primary"
          icon={pageIcons.share}
          isBusy={picture.isBusy}
          onClick={() =>
            picture.submit({ name: trackName(session.trackId), sessionId: session.id, result: ruled?.result })
          }
        >
          Picture
        </Button>
        <Button
          onClick={() => {
            const text = `${shareText(session, rows, ruled)}\n${link}`;
            handleShare({ text }, text);
          }}
        >
          Text
        </Button>
        <Button onClick={() => handleShare({ url: link }, link)}>Link</Button>
        <Button icon={pageIcons.print} onClick={() => print()}>
          Print
        </Button>
        <FormError failure={picture.failure} secondsLeft={picture.secondsLeft} wait={picture.wait} />
        <p role="status" className="text-14 text-mute">
          {message}
        </p>
      </div>
    </>
  );
}
