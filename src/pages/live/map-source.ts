import type { LiveFlag } from '#contract/race/live-flag';
import type { LiveLine } from '#contract/race/live-timing';
import type { LiveStore } from '../../actors/live.ts';
import type { MapSource } from '../../browser/track-canvas.ts';
import type { MapCar } from '../../browser/track-painter.ts';
import { teamColour } from '../../format/teams.ts';

const tones: Partial<Record<LiveFlag, string>> = {
  yellow: '#fde047',
  doubleYellow: '#fde047',
  red: '#ef5350',
  safetyCar: '#ffc107',
  safetyCarEnding: '#ffc107',
  virtualSafetyCar: '#ffc107',
  virtualSafetyCarEnding: '#ffc107',
  formationLap: '#ffc107',
};

/** The cars of a live race for its map, first place first. `selected` is a car index. */
export function createMapSource(store: LiveStore, selected: number | null): MapSource {
  const view = () => store.state().view;
  return {
    subscribe: store.subscribe,
    cars: () => (view()?.lines ?? []).map((line) => toCar(line, view()?.rows.get(line.carIndex)?.code ?? '', selected)),
    tone: () => tones[view()?.head.flag ?? 'green'] ?? null,
  };
}

function toCar({ carIndex, driver, isOut, state }: LiveLine, label: string, selected: number | null): MapCar {
  return {
    carIndex,
    label,
    x: driver.livePosition?.x ?? null,
    z: driver.livePosition?.z ?? null,
    lapDistance: driver.lapDistance ?? null,
    colour: teamColour(driver.team ?? null),
    isDimmed: isOut || state === 'pit' || state === 'garage',
    isSelected: carIndex === selected,
  };
}
