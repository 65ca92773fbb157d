import { listDrivenSeasons } from '#contract/calls/seasons';
import type { DrivenSeason } from '#contract/entities/season';
import { type Read, useRead } from './read.tsx';

/** How many seasons are shown, the newest first. */
const mostShown = 6;

/** The seasons of others that the user drives in, as their owners have confirmed. */
export function useDrivenSeasons(userId: string): Read<readonly DrivenSeason[]> {
  const read = useRead({ call: listDrivenSeasons, params: { userId }, query: { owner: 'others' } });
  return { ...read, value: read.value === null ? null : ofOthers(read.value, userId) };
}

/** Whether an empty list is one that this device has stored, and that could not be renewed: it proves nothing. */
export function isUnconfirmedEmpty({ value, cached, failure }: DrivenRead): boolean {
  return value?.length === 0 && cached !== null && failure !== null;
}

type DrivenRead = Pick<Read<readonly DrivenSeason[]>, 'value' | 'cached' | 'failure'>;

/** Servers before this query list the user's own seasons too. */
function ofOthers(seasons: readonly DrivenSeason[], userId: string): readonly DrivenSeason[] {
  return seasons.filter(({ season }) => season.ownerId !== userId).slice(0, mostShown);
}
