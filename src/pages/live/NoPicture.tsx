import { Empty } from '../../components/Empty.tsx';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import { useDelay } from '../../navigation/use-delay.ts';

/**
 * In place of a race of which nothing is known, while it cannot be followed. A stored delay is read within a second.
 */
export function NoPicture() {
  const isLong = useDelay(1_000);
  return (
    <section aria-label="Timing">
      {isLong ? (
        <Empty title="No picture of this race yet">It comes by itself once the server can be reached.</Empty>
      ) : (
        <SkeletonTable rows={22} />
      )}
    </section>
  );
}
