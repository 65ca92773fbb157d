import { createElement, memo, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { applyPatch, type Patch, type Tree } from '#contract/live/merge-patch';

/**
 * The baseline of the live table: a page that does no more than show a race with React. It parses the changes, keeps one
 * document in a state, and draws memoised rows with the same cells in the order of the race.
 */

interface Lap {
  readonly lapTime?: number;
  readonly sector1Time?: number;
  readonly sector2Time?: number;
  readonly sector3Time?: number;
}

interface Driver {
  readonly name: string;
  readonly position?: number;
  readonly deltaToCarAhead?: number;
  readonly deltaToLeader?: number;
  readonly bestLapTimeMs?: number;
  readonly currentTyreCompound?: number;
  readonly currentTyreAgeLaps?: number;
  readonly lapTimes?: Readonly<Record<string, Lap>>;
  readonly pitStops?: Readonly<Record<string, unknown>>;
}

const timeOf = (milliseconds: number | undefined) => {
  if (milliseconds === undefined) return '';
  const minutes = Math.floor(milliseconds / 60_000);
  const seconds = ((milliseconds % 60_000) / 1_000).toFixed(3);
  return minutes === 0 ? seconds : `${minutes}:${seconds.padStart(6, '0')}`;
};

const Row = memo(function Row({ cells }: { cells: string }) {
  return createElement(
    'tr',
    null,
    cells.split('|').map((text, place) => createElement('td', { key: String(place) }, text)),
  );
});

function cellsOf(driver: Driver, place: number): string {
  const last = Object.values(driver.lapTimes ?? {}).at(-1);
  return [
    place,
    driver.name,
    timeOf(driver.deltaToCarAhead),
    timeOf(driver.deltaToLeader),
    timeOf(last?.lapTime),
    timeOf(driver.bestLapTimeMs),
    timeOf(last?.sector1Time),
    timeOf(last?.sector2Time),
    timeOf(last?.sector3Time),
    driver.currentTyreCompound,
    driver.currentTyreAgeLaps,
    Object.keys(driver.pitStops ?? {}).length,
  ].join('|');
}

function Table() {
  const [race, setRace] = useState<Tree>({});
  useEffect(() => {
    const socket = new WebSocket(new URLSearchParams(location.search).get('socket') ?? '');
    socket.onmessage = ({ data }) => {
      const message: { type: string; document?: Tree; patch?: Patch } = JSON.parse(data);
      const { document, patch } = message;
      if (document !== undefined) setRace(document);
      else if (patch !== undefined) setRace((before) => applyPatch(before, patch));
    };
    return () => socket.close();
  }, []);
  // The document is that of a race.
  const drivers = Object.entries((race['drivers'] ?? {}) as unknown as Record<string, Driver>).sort(
    ([, one], [, other]) => (one.position ?? 99) - (other.position ?? 99),
  );
  drivers.sort(([, one], [, other]) => (one.position ?? 0) - (other.position ?? 0));
  const rows = drivers.map(([car, driver], index) =>
    createElement(Row, { key: car, cells: cellsOf(driver, index + 1) }),
  );
  return createElement('table', null, createElement('tbody', null, rows));
}

const root = document.body.appendChild(document.createElement('div'));
createRoot(root).render(createElement(Table));
