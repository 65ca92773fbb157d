import { formatCount } from '../../format/count.ts';

/** The tyres that a car has on, with their age where it is known. */
export function tyresNowText(age: number | null | undefined): string {
  return age == null ? 'now' : `now, ${formatCount(age, 'lap')}`;
}
