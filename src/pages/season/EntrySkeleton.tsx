import type { Season } from '#contract/entities/season';
import { isSignUpOpen } from '#contract/race/entries';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useServerTime } from '../use-server-time.ts';

/** The place of an open sign-up, until it is known who the user is. */
export function EntrySkeleton({ season: { signUp } }: { season: Pick<Season, 'signUp'> }) {
  const now = useServerTime();
  return isSignUpOpen(signUp, now) ? <Skeleton height={136} /> : null;
}
