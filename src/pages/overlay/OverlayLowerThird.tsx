import { type LiveStore, useRace } from '../../actors/live.ts';
import type { OverlayOptions } from '../../format/overlay-options.ts';
import { findCar } from './find-car.ts';
import { OverlayChip } from './OverlayChip.tsx';
import { OverlayTyre } from './OverlayTyre.tsx';
import { useTeamLook } from './use-team-look.ts';

/** One driver: place, name, team, gap, tyre and last lap. The leader, unless the address names another. */
export function OverlayLowerThird({ store, options }: { store: LiveStore; options: OverlayOptions }) {
  const view = useRace(store, (state) => state.view);
  const [wanted = 'leader'] = options.drivers;
  const line = view === null ? undefined : (findCar(view, wanted) ?? view.lines[0]);
  const row = view?.rows.get(line?.carIndex ?? -1);
  const look = useTeamLook(row?.team ?? null, row?.carIndex ?? -1);
  if (line === undefined || row === undefined) return null;
  const isFastest = wanted.toLowerCase() === 'fastest';
  const gap = row.chip !== '' || row.state !== '' ? '' : row.place === 1 ? '' : row.interval;
  return (
    <section className="lower-third panel" aria-label="Driver" data-code={row.code} {...look}>
      <span className="place">{row.place}</span>
      <span className="team" />
      <p className="driver">
        <bdi className="name">{row.name}</bdi>
        <span className="label">
          {[row.team, line.driver.carNumber === undefined ? null : `No. ${line.driver.carNumber}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <p className="facts">
        <OverlayChip row={row} withState />
        {gap === '' ? null : (
          <span>
            <span className="label">Interval</span> {gap}
          </span>
        )}
        <OverlayTyre compound={row.compound} age={row.tyreAge} unit=" L" />
        <span>
          <span className="label">{isFastest ? 'Fastest lap' : 'Last'}</span>{' '}
          <span data-highlight={isFastest ? row.bestHighlight : row.lastHighlight}>
            {isFastest ? row.best : row.last}
          </span>
        </span>
      </p>
    </section>
  );
}
