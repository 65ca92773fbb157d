import type { LiveRow } from '../../format/live-row.ts';
import { noTime } from '../../format/time.ts';

/** Place and gap of a driver: `P3 · +1.247`, `P1 · Leader`; with the best lap outside of races: `P3 · 1:12.345 · +0.112`. */
export function driverHeadline(row: LiveRow, isOfRace: boolean): string {
  const { place, state, interval, gap, best } = row;
  const parts = state !== '' ? [state] : isOfRace ? [gap === '' ? interval : gap] : [best, gap];
  return [`P${place}`, ...parts.filter((part) => part !== '' && part !== noTime)].join(' · ');
}
