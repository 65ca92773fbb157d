import type { ReactNode } from 'react';
import { useRead } from '../../actors/read.tsx';
import { PageLink } from '../../components/PageLink.tsx';

/** The link to the live race of an event while it runs, otherwise `children`. */
export function WatchLive({ id, children }: { id: string; children: ReactNode }) {
  const { value, cached } = useRead({ name: 'getLive', params: { id } });
  // A copy of this device says nothing about now.
  if (value === null || cached !== null || value.state === 'ended') return children;
  return (
    <PageLink
      href={`/live/${id}`}
      className="flex h-11 items-center justify-self-start rounded-full border border-green px-4 text-14 font-650"
    >
      <span aria-hidden="true" className="mr-2 size-2 rounded-full bg-green" />
      Watch live
    </PageLink>
  );
}
