import type { titleFight } from '#contract/race/title-fight';
import { formatCount } from './count.ts';
import { formatPoints } from './time.ts';

type TitleFight = NonNullable<ReturnType<typeof titleFight>>;

/** Who leads a championship, and who can still win it. */
export function titleSentence({ rows, left, roundsLeft, isDecided }: TitleFight): string {
  const [first, second] = rows;
  if (first === undefined || second === undefined) return '';
  const gap = second.behind.at(-1) ?? 0;
  const behind = `${second.name} is ${gap === 0 ? 'level with' : `${formatPoints(gap)} behind`} ${first.name}`;
  // Dropped results make the points that are left unknown.
  if (left === null || roundsLeft === null) return `${behind}.`;
  if (roundsLeft === 0) return `All rounds of the calendar are run. ${behind}.`;
  if (isDecided) return `${first.name} is champion with ${formatCount(roundsLeft, 'round')} left.`;
  const inFight = rows.filter(({ isInFight }) => isInFight).length;
  return `${behind}, with at most ${formatPoints(left)} left for each: ${inFight} drivers can win the title.`;
}
