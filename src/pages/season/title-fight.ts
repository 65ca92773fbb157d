import type { TitleFight } from '#contract/race/title-fight';
import { formatCount } from '../../format/count.ts';
import { formatPoints } from '../../format/time.ts';

/** The leader of a championship, the lead, and the points left: `Ada 29 ahead, at most 78 left`. */
export function leadText({ rows, left, isDecided, isLevel }: TitleFight): { name: string; text: string } | null {
  const [first, second] = rows;
  if (first === undefined || first.points === 0) return null;
  if (isDecided) return { name: first.name, text: 'is champion' };
  const gap = second === undefined ? 0 : first.points - second.points;
  const lead =
    second === undefined
      ? ''
      : gap > 0
        ? `${formatPoints(gap)} ahead`
        : isLevel
          ? `level with ${second.name}`
          : 'ahead on count-back';
  const rest = left.points === 0 ? '' : `at most ${formatPoints(left.points)} left`;
  return { name: first.name, text: [lead, rest].filter((part) => part !== '').join(', ') };
}

/** The leader of a championship, and the drivers who can still win it. */
export function titleSentence(fight: TitleFight): string {
  const { of, rows, left, isDecided, isLevel } = fight;
  const [first, second] = rows;
  if (first === undefined || second === undefined) return '';
  const gap = first.points - second.points;
  const behind =
    gap > 0
      ? `${second.name} is ${formatPoints(gap)} behind ${first.name}`
      : `${second.name} is level with ${first.name}${isLevel ? '' : ', who is ahead on count-back'}`;
  if (isDecided)
    return left.races === 0
      ? `${first.name} is champion: ${behind}.`
      : `${first.name} is champion with ${formatCount(left.races, 'event')} left.`;
  if (left.points === 0) return `All events of the calendar are run. ${behind}.`;
  const inFight = rows.filter(({ isInFight }) => isInFight).length;
  const condition =
    left.undecidedSprints === 0
      ? ''
      : left.undecidedSprints === left.races
        ? ', if each event has a sprint'
        : ', if the undecided events have sprints';
  const who = of === 'drivers' ? 'drivers' : 'teams';
  return `${behind}, with at most ${formatPoints(left.points)} left for each${condition}: ${inFight} ${who} can win the title.`;
}
