import type { Season } from '#contract/entities/season';
import { formatDay } from '../../format/date.ts';

/** Whether the standings of a season are provisional or official, in words. */
export function seasonStatus({ revision = null }: Pick<Season, 'revision'>): string {
  if (revision === null) return 'Provisional';
  const official = `Official ${revision.number}`;
  return revision.hasChanged
    ? `Provisional, changed since ${official.toLowerCase()}`
    : `${official}, ${formatDay(revision.publishedAt)}`;
}
