import { Empty } from '../../components/Empty.tsx';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import { useDelay } from '../../navigation/use-delay.ts';

/** In place of a race of which nothing is known yet. `problem` is why its picture does not come; null while it should. */
export function FirstWait({ problem }: { problem: string | null }) {
  return problem === null ? <SkeletonTable rows={22} /> : <LongWait />;
}

/** What a delay has kept is read within the first second. */
function LongWait() {
  const isLong = useDelay(1_000);
  return isLong ? (
    <Empty title="No picture of this race yet">It comes by itself once the server can be reached.</Empty>
  ) : (
    <SkeletonTable rows={22} />
  );
}
