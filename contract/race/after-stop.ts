import { gapTime } from './live-gaps.ts';
import { lapsOf } from './live-laps.ts';
import type { LiveLine } from './live-timing.ts';

/** Where a driver would come out of the pit lane after a stop now. */
export interface AfterStop {
  readonly place: number;
  /** The car ahead then and the time to it in ms; null at the front. */
  readonly ahead: { readonly carIndex: number; readonly milliseconds: number } | null;
  readonly behind: { readonly carIndex: number; readonly milliseconds: number } | null;
  /** The time lost by a stop, in ms, and whether it is measured in this session. */
  readonly loss: number;
  readonly isMeasured: boolean;
}

/** The time lost by a stop before the first one of a session, in ms. */
const usualLoss = 22_000;

/** The race of one driver after a stop that begins now; null where the gaps are not known, and in the pit lane. */
export function afterStop(lines: readonly LiveLine[], carIndex: number): AfterStop | null {
  const leader = lines[0];
  if (leader === undefined) return null;
  const running = lines.filter(({ isOut }) => !isOut);
  const timed = running.flatMap((line) => {
    const time = line === leader ? 0 : gapTime(line.gap, leader.driver);
    return time === null ? [] : [{ carIndex: line.carIndex, time }];
  });
  const own = timed.find((line) => line.carIndex === carIndex);
  const isStopping = running.some((line) => line.carIndex === carIndex && line.state === 'pit');
  if (own === undefined || isStopping) return null;
  const measured = medianLoss(lines);
  const loss = measured ?? usualLoss;
  const after = own.time + loss;
  const others = timed.filter((line) => line !== own);
  const ahead = others.filter(({ time }) => time <= after).at(-1);
  const behind = others.find(({ time }) => time > after);
  return {
    place: others.filter(({ time }) => time <= after).length + 1,
    ahead: ahead === undefined ? null : { carIndex: ahead.carIndex, milliseconds: after - ahead.time },
    behind: behind === undefined ? null : { carIndex: behind.carIndex, milliseconds: behind.time - after },
    loss,
    isMeasured: measured !== null,
  };
}

/** How much longer the laps into and out of the pit lane took than usual laps of the same driver. */
function medianLoss(lines: readonly LiveLine[]): number | null {
  const losses = lines.flatMap(({ driver }) => {
    const laps = lapsOf(driver).map(({ lapTime }) => lapTime);
    const usual = median(laps.slice(1).flatMap((lap) => lap ?? []));
    return Object.values(driver.pitStops ?? {}).flatMap(({ lapNum }) => {
      const [into, out] = [laps[lapNum - 1], laps[lapNum]];
      const loss = into === undefined || out === undefined || usual === null ? 0 : into + out - 2 * usual;
      return loss > 5_000 && loss < 90_000 ? [loss] : [];
    });
  });
  return median(losses);
}

function median(values: readonly number[]): number | null {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? null;
}
