import { pendingDelay } from '#contract/constants';
import { Skeleton, SkeletonCards } from '../../components/Skeleton.tsx';
import { useDelay } from '../../navigation/use-delay.ts';

/** Keeps the place of a page whose chunk is loading: empty at first, then a skeleton. */
export function PendingPage() {
  const hasSkeleton = useDelay(pendingDelay);
  return (
    <div className="min-h-dvh" aria-busy="true">
      <p className="sr-only" role="status">
        {hasSkeleton ? 'Loading' : ''}
      </p>
      {hasSkeleton ? (
        <div className="grid gap-4">
          <Skeleton width="40%" height={32} />
          <SkeletonCards count={6} />
        </div>
      ) : null}
    </div>
  );
}
