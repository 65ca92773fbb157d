import type { LiveRow } from '../../format/live-row.ts';

/** PIT, OUT LAP, GARAGE and the like beside a driver; a chequered mark for finishers. */
export function OverlayChip({ row: { chip, state }, withState = false }: { row: LiveRow; withState?: boolean }) {
  const text = chip === '' && withState ? state : chip;
  if (text === '') return null;
  return text === 'FIN' ? (
    <span className="finished" role="img" aria-label="Finished" />
  ) : (
    <span className="chip" data-chip={text}>
      {text}
    </span>
  );
}
