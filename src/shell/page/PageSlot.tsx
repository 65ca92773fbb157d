import { type ComponentType, lazy, Suspense, useState } from 'react';
import { withSkeletonTime } from '../../navigation/pending.ts';
import { PendingPage } from './PendingPage.tsx';

type Page = ComponentType<{ id: string }>;

interface PageSlotProps {
  readonly load: () => Promise<Page>;
  /** The page, when it is loaded already. */
  readonly loaded: Page | undefined;
  readonly id: string;
}

/** Renders one page, and a skeleton while its chunk is late. The component stays the same for as long as it is mounted. */
export function PageSlot({ load, loaded, id }: PageSlotProps) {
  const [{ Page }] = useState(() => ({
    Page: loaded ?? lazy(async () => ({ default: await withSkeletonTime(load()) })),
  }));
  return (
    <Suspense fallback={<PendingPage />}>
      <Page id={id} />
    </Suspense>
  );
}
