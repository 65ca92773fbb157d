import type { Amount } from '#contract/entities/usage';
import { formatSize } from '../../format/size.ts';

/** The kinds of stored data, in the words of the settings. */
export const storedKinds = {
  sessions: 'Sessions',
  bytes: 'Size of sessions',
  leagues: 'Leagues',
  seasons: 'Seasons',
} as const;

export type StoredKind = keyof typeof storedKinds;

/** `12 of 2,000`, `1.2 MB of 500.0 MB` */
export function formatAmount(kind: StoredKind, { used, limit }: Amount): string {
  const format = kind === 'bytes' ? formatSize : (count: number) => count.toLocaleString('en');
  return `${format(used)} of ${format(limit)}`;
}

/** The advice from 80 % on; null below. */
export function usageWarning(kind: StoredKind, { used, limit }: Amount): string | null {
  const deleted = kind === 'bytes' ? 'sessions' : kind;
  if (used >= limit) return `Full: delete ${deleted} that you no longer need to store others.`;
  return used >= limit * 0.8 ? `Nearly full: ${Math.floor((100 * used) / limit)} %.` : null;
}
