import { useState } from 'react';
import { type Battle, createBattlePicker, gapBetween } from '#contract/race/battle';
import { type LiveStore, useRace } from '../../actors/live.ts';
import type { LiveRow } from '../../format/live-row.ts';
import type { OverlayOptions } from '../../format/overlay-options.ts';
import { formatGapOf } from '../../format/time.ts';
import { findCar } from './find-car.ts';
import { OverlayChip } from './OverlayChip.tsx';
import { OverlayTyre } from './OverlayTyre.tsx';
import { useTeamLook } from './use-team-look.ts';

/** Two cars beside each other: gap, tyres and last laps. Without two drivers in the address it is the closest battle. */
export function OverlayBattle({ store, options }: { store: LiveStore; options: OverlayOptions }) {
  const [pick] = useState(createBattlePicker);
  const view = useRace(store, (state) => state.view);
  if (view === null) return null;
  const chosen = options.drivers.map((driver) => findCar(view, driver));
  const [first, second] = chosen;
  const battle: Battle | null =
    first == null || second == null || first === second
      ? pick(view.lines, performance.now())
      : first.place < second.place
        ? [first, second]
        : [second, first];
  if (battle === null) return null;
  const [ahead, behind] = battle.map(({ carIndex }) => view.rows.get(carIndex));
  if (ahead === undefined || behind === undefined) return null;
  return (
    <section className="battle panel" aria-label="Battle">
      <Car row={ahead} />
      <p className="gap" data-close={behind.isClose && behind.place === ahead.place + 1 ? '' : undefined}>
        {formatGapOf(gapBetween(battle))}
      </p>
      <Car row={behind} />
    </section>
  );
}

function Car({ row }: { row: LiveRow }) {
  const { place, code, name } = row;
  return (
    <div className="car" data-code={code} {...useTeamLook(row.team, row.carIndex)}>
      <span className="place">{place}</span>
      <span className="team" />
      <span className="driver">
        <span className="code">{code}</span>
        <bdi className="name">{name}</bdi>
      </span>
      <span className="facts">
        <OverlayChip row={row} withState />
        <OverlayTyre compound={row.compound} age={row.tyreAge} unit=" L" />
        <span className="label">Last</span>
        <span data-highlight={row.lastHighlight}>{row.last}</span>
      </span>
    </div>
  );
}
