// Where drivers lost time to pole: their best laps by sector.
import type { Driver, Session } from '../entities/session.ts';
import { classificationOf } from './classification.ts';
import { lastSafePlace } from './knock-out.ts';

const sectors = ['sector1Time', 'sector2Time', 'sector3Time'] as const;

/** A driver's best lap, by sector. */
export interface LadderRow {
  readonly driver: Driver;
  readonly position: number | null;
  /** To the best lap of the first driver, in ms. */
  readonly gap: number;
  /** How much slower each of its sectors was than the fastest in all best laps, in ms. */
  readonly losses: readonly [number, number, number];
}

/** The best laps of a session, in the order of the result. */
export interface SectorLadder {
  readonly rows: readonly LadderRow[];
  /** How much slower pole was than a lap of the best sectors, in ms. */
  readonly poleLoss: number;
  /** The last place that goes on; null without a knock-out. */
  readonly lastSafe: number | null;
}

/** The best laps with all their sectors; null where fewer than two drivers, or not the first, have one. */
export function sectorLadder(session: Pick<Session, 'sessionType' | 'drivers'>): SectorLadder | null {
  const classified = classificationOf(session);
  const timed = classified.flatMap(({ driver, position, isOut }) => {
    const best = driver.lapTimes.find((lap) => !lap.invalidLap && lap.lapTime === driver.bestLapTimeMs);
    const times = sectors.flatMap((sector) => best?.[sector] ?? []);
    const [first, second, third] = times;
    if (isOut || first === undefined || second === undefined || third === undefined) return [];
    return [{ driver, position, times: [first, second, third] as const }];
  });
  const pole = timed[0];
  if (pole === undefined || timed.length < 2 || pole.driver !== classified[0]?.driver) return null;
  const bestOf = (sector: 0 | 1 | 2) => Math.min(...timed.map(({ times }) => times[sector]));
  const best = [bestOf(0), bestOf(1), bestOf(2)] as const;
  const rows = timed.map(({ driver, position, times }): LadderRow => {
    const losses = [times[0] - best[0], times[1] - best[1], times[2] - best[2]] as const;
    return { driver, position, gap: sum(times) - sum(pole.times), losses };
  });
  return {
    rows,
    poleLoss: sum(pole.times) - sum(best),
    lastSafe: lastSafePlace(session.sessionType, session.drivers.length),
  };
}

function sum([one, two, three]: readonly [number, number, number]): number {
  return one + two + three;
}
