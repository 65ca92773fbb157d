import type { CSSProperties } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { flagText } from '../../format/live-head.ts';
import { typeName } from '../../format/names.ts';
import type { OverlayColumn, OverlayOptions } from '../../format/overlay-options.ts';
import { formatCountdown } from '../../format/time.ts';
import { OverlayRow } from './OverlayRow.tsx';

const heads: Readonly<Record<OverlayColumn, string>> = {
  interval: 'Int',
  gap: 'Gap',
  tyre: 'Tyre',
  last: 'Last',
  best: 'Best',
  stops: 'Stops',
  gained: 'Gained',
  penalties: 'Pen',
};
const widths: Readonly<Record<OverlayColumn, number>> = {
  interval: 96,
  gap: 96,
  tyre: 60,
  last: 96,
  best: 96,
  stops: 48,
  gained: 48,
  penalties: 64,
};
const noCars: readonly number[] = [];

/** All drivers, first place first. Rows move to their places. */
export function OverlayTower({ store, options }: { store: LiveStore; options: OverlayOptions }) {
  const { columns, rows } = options;
  const cars = useRace(store, (state) => state.view?.cars ?? noCars);
  const lastSafePlace = useRace(store, (state) => state.view?.lastSafePlace ?? null);
  const shown = Math.min(rows ?? cars.length, cars.length);
  const width = columns.reduce((sum, column) => sum + widths[column], 152);
  const template = `40px 4px minmax(0, 1fr) ${columns.map((column) => `${widths[column]}px`).join(' ')}`;
  const style = { '--columns': template, '--rows': shown, '--width': `${width}px` } as CSSProperties;
  return (
    <section className="tower panel" aria-label="Timing" style={style}>
      <OverlayHead store={store} />
      {options.heads ? (
        <p className="heads">
          <span>P</span>
          <span />
          <span className="driver">Driver</span>
          {columns.map((column) => (
            <span key={column} data-column={column}>
              {heads[column]}
            </span>
          ))}
        </p>
      ) : null}
      <ol className="rows">
        {cars.map((carIndex) => (
          <OverlayRow
            key={carIndex}
            store={store}
            carIndex={carIndex}
            columns={columns}
            shown={shown}
            lastSafePlace={lastSafePlace}
          />
        ))}
      </ol>
    </section>
  );
}

/** Lap or clock, and the flag in its colour and in words; the kind of session while it is green. */
function OverlayHead({ store }: { store: LiveStore }) {
  const head = useRace(store, (state) => state.view?.head ?? null);
  if (head === null) return null;
  const { lap, laps, timeLeft, flag } = head;
  return (
    <header className="head" data-flag={flag}>
      {lap !== null ? (
        <p className="lap">
          LAP {lap}
          {laps === null ? null : <span className="laps">/{laps}</span>}
        </p>
      ) : timeLeft === null ? null : (
        <p className="lap">{formatCountdown(timeLeft)}</p>
      )}
      <p className="flag">{flag === 'green' ? typeName(head.type) : flagText(head)}</p>
    </header>
  );
}
