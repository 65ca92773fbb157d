import type { Season } from '#contract/entities/season';
import { formatDay } from '../../format/date.ts';

/** Whether the standings of a season are provisional or official, in words. */
export function seasonStatus({ revision = null, provisional }: Pick<Season, 'revision' | 'provisional'>): string {
  const isOfficial = provisional === 'whenPublished';
  if (revision === null) return isOfficial ? 'Not published yet' : 'Provisional';
  const official = `Official ${revision.number}`;
  return revision.hasChanged && !isOfficial
    ? `Provisional, changed since ${official.toLowerCase()}`
    : `${official}, ${formatDay(revision.publishedAt)}`;
}
