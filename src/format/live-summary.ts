import { flagText, type LiveHead } from './live-head.ts';
import type { LiveRow } from './live-row.ts';

interface Race {
  readonly rows: ReadonlyMap<number, LiveRow>;
  readonly order: readonly number[];
  readonly head: LiveHead;
}

/** Longer summaries are not read out before the next one. */
const longest = 3;

/** The changes between two views of a race, in a few sentences; empty without notable ones. */
export function liveSummary(before: Race, now: Race, favourites: readonly string[]): string {
  const sentences: string[] = [];
  const flag = flagText(now.head);
  if (flag !== flagText(before.head)) sentences.push(`${flag}.`);
  const leader = now.rows.get(now.order[0] ?? -1);
  if (leader !== undefined && now.order[0] !== before.order[0]) sentences.push(`${leader.name} leads.`);
  const rows = now.order.flatMap((carIndex) => now.rows.get(carIndex) ?? []);
  const isFavourite = ({ name }: LiveRow) => favourites.includes(name);
  // Followed drivers first.
  for (const row of [...rows.filter(isFavourite), ...rows.filter((row) => !isFavourite(row))]) {
    const old = before.rows.get(row.carIndex);
    if (old === undefined) continue;
    if (isFavourite(row) && row.place !== old.place) sentences.push(`${row.name} is now in position ${row.place}.`);
    if (row.chip === 'PIT' && old.chip !== 'PIT') sentences.push(`${row.name} is in the pits.`);
    if (row.isOut && !old.isOut) sentences.push(`${row.name} is out.`);
  }
  const { lap } = now.head;
  if (lap !== null && lap !== before.head.lap && sentences.length === 0) sentences.push(`Lap ${lap}.`);
  return sentences.slice(0, longest).join(' ');
}
