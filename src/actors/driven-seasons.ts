import type { DrivenSeason } from '#contract/entities/season';
import { useRead } from './read.tsx';

/** So many are shown, the newest first. */
const mostShown = 6;

interface DrivenSeasons {
  /** Those of other owners. */
  readonly seasons: readonly DrivenSeason[];
  /** False while it is not known whether there are any. */
  readonly isKnown: boolean;
}

/** The seasons of others that the user drives in, as their owners have confirmed. */
export function useDrivenSeasons(userId: string): DrivenSeasons {
  const { value, phase, network } = useRead({ name: 'listDrivenSeasons', params: { userId } });
  const isWaiting = network === 'online' && (phase === 'waiting' || phase === 'pending');
  return {
    seasons: (value ?? []).filter(({ season }) => season.ownerId !== userId).slice(0, mostShown),
    isKnown: value !== null || !isWaiting,
  };
}
