import type { Result } from '#contract/season';
import { PageLink } from '../../components/PageLink.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { resultText } from '../../format/results.ts';
import { formatPoints } from '../../format/time.ts';
import type { DialogHandle } from '../../navigation/use-dialog-history.ts';

/** A driver's result in one session. */
export interface SelectedResult {
  readonly driverName: string;
  readonly sessionTitle: string;
  readonly result: Result;
}

const bonusLabels = { fastestLap: 'Fastest lap', pole: 'Pole position' };

/** Explains the points of a result. */
export function PointsDialog({ selected, dialog }: { selected: SelectedResult | null; dialog: DialogHandle }) {
  return (
    <Sheet
      id="points-title"
      title={<bdi>{selected?.driverName}</bdi>}
      note={selected?.sessionTitle ?? ''}
      dialog={dialog}
    >
      {selected === null ? null : (
        <>
          <Points result={selected.result} />
          <PageLink href={`/sessions/${selected.result.sessionId}`} className="action border border-line">
            Open session
          </PageLink>
        </>
      )}
    </Sheet>
  );
}

function Points({ result }: { result: Result }) {
  const text = resultText(result);
  const place = /^\d+$/.test(text) ? `P${text}` : text;
  return (
    <dl className="grid">
      <Line label={`Points for ${place}`} value={formatPoints(result.base ?? result.points)} />
      {(result.bonuses ?? []).map((bonus) => (
        <Line key={bonus.kind} label={bonusLabels[bonus.kind]} value={`+${formatPoints(bonus.points)}`} />
      ))}
      {result.rulings === undefined ? null : <Line label="Rulings" value={String(result.rulings.length)} />}
      {result.dropped === true ? <Line label="Dropped result" value="not counted" /> : null}
      <Line label="Total" value={formatPoints(result.points)} isTotal />
    </dl>
  );
}

function Line({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }) {
  return (
    <div
      className={`flex min-h-9 items-center justify-between gap-3 ${isTotal ? 'text-17 font-800' : 'border-b border-hair'}`}
    >
      <dt className={isTotal ? '' : 'text-mute'}>{label}</dt>
      <dd className={isTotal ? 'text-amber' : 'font-650'}>{value}</dd>
    </div>
  );
}
