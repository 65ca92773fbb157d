import type { LeagueSeason } from '#contract/entities/record';
import { formatPoints } from './time.ts';

/** What the card of a season says of its league and its leader. */
export function seasonCardFacts({ league, leader }: { league: string | null; leader: LeagueSeason['leader'] }) {
  return { league, leader: leader === null ? null : { name: leader.name, points: formatPoints(leader.points) } };
}
