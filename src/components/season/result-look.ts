import type { Result } from '#contract/entities/season';
import { ResultStatus } from '#contract/enumerations';

/** The tint of a result by its place: the win, the podium, points, none, not finished. The place stands in it. */
export function resultLook({ resultStatus, isClassified, position, points }: Result): string {
  if (resultStatus !== ResultStatus.Finished && isClassified !== true) return 'text-red';
  if (position === 1) return 'bg-amber/25 font-800 text-amber';
  if (position !== null && position <= 3) return 'bg-text/20 font-750';
  return points > 0 ? 'bg-text/8 font-650' : 'text-mute';
}
