import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { PageWaitContext } from '../../actors/page-wait-context.ts';
import { withSkeletonTime } from '../../navigation/pending.ts';
import { PendingPage } from './PendingPage.tsx';

type Page = ComponentType<{ id: string }>;

interface PageSlotProps {
  readonly load: () => Promise<Page>;
  /** The page, when it is loaded already. */
  readonly loaded: Page | undefined;
  readonly id: string;
  /** Called once the page is on the screen. */
  readonly onDrawn: () => void;
}

/** Renders one page, and a skeleton while its chunk is late. The component stays the same for as long as it is mounted. */
export function PageSlot({ load, loaded, id, onDrawn }: PageSlotProps) {
  const [{ Page }] = useState(() => ({
    Page: loaded ?? lazy(async () => ({ default: await withSkeletonTime(load()) })),
  }));
  const [begun] = useState(() => performance.now());
  // A change of the frame, such as the signed-in user, does not render the page again.
  const page = useMemo(() => <Page id={id} />, [Page, id]);
  const waitedSince = useRef<number | null>(loaded === undefined ? begun : null);
  return (
    <PageWaitContext value={waitedSince}>
      <Suspense fallback={<PendingPage />}>
        {page}
        <EndOfWait waitedSince={waitedSince} onDrawn={onDrawn} />
      </Suspense>
    </PageWaitContext>
  );
}

/** Ends the wait for a page once its first picture is there: what it reads later has a wait of its own. */
function EndOfWait({ waitedSince, onDrawn }: { waitedSince: RefObject<number | null>; onDrawn: () => void }) {
  useEffect(() => {
    waitedSince.current = null;
    onDrawn();
  }, [waitedSince, onDrawn]);
  return null;
}
