import { isSignUpOpen } from '#contract/race/entries';
import { formatCount } from './count.ts';

interface SignUpFacts {
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  /** Null without a limit. */
  readonly free: number | null;
}

/** `3 places left`; empty where they are not counted. */
export function placesText({ free }: Pick<SignUpFacts, 'free'>): string {
  if (free === null) return '';
  return free === 0 ? 'waiting list' : `${formatCount(free, 'place')} left`;
}

/** The sign-up of a season that is open at a time in ms since 1970: `Sign-up open · 3 places left`; null for none. */
export function openSignUpText(signUps: readonly SignUpFacts[] | null | undefined, now: number): string | null {
  const open = (signUps ?? []).findLast((signUp) => isSignUpOpen(signUp, now));
  if (open === undefined) return null;
  return ['Sign-up open', placesText(open)].filter((part) => part !== '').join(' · ');
}
