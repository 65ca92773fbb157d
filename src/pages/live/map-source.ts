import { flagColours } from '#contract/colours/flag-colours';
import type { LiveLine } from '#contract/race/live-timing';
import type { LiveStore } from '../../actors/live.ts';
import type { MapSource } from '../../browser/track-canvas.ts';
import type { MapCar } from '../../browser/track-painter.ts';

/** The cars of a live race for its map, first place first. `selected` is a car index. */
export function createMapSource(
  store: LiveStore,
  selected: number | null,
  colourOf: (team: string | null) => string,
): MapSource {
  const view = () => store.state().view;
  return {
    subscribe: store.subscribe,
    cars: () =>
      (view()?.lines ?? []).map((line) => ({
        ...toCar(line, view()?.rows.get(line.carIndex)?.code ?? '', selected),
        colour: colourOf(line.driver.team ?? null),
      })),
    tone: () => flagColours[view()?.head.flag ?? 'green'] ?? null,
  };
}

function toCar(
  { carIndex, driver, isOut, state }: LiveLine,
  label: string,
  selected: number | null,
): Omit<MapCar, 'colour'> {
  return {
    carIndex,
    label,
    x: driver.livePosition?.x ?? null,
    z: driver.livePosition?.z ?? null,
    lapDistance: driver.lapDistance ?? null,
    isDimmed: isOut || state === 'pit' || state === 'garage',
    isSelected: carIndex === selected,
  };
}
