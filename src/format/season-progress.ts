import { formatCount } from './count.ts';

/** How far a season is: `Round 5 of 8`, or in words before its first race. */
export function seasonProgress({ run, all }: { readonly run: number; readonly all: number }): string {
  if (all === 0) return 'No events yet';
  if (run > 0) return `Round ${run} of ${all}`;
  return `${formatCount(all, 'event')}, ${all === 1 ? 'not' : 'none'} driven yet`;
}
