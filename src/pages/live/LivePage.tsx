import { listLive } from '#contract/calls/live';
import { useRead } from '../../actors/read.tsx';
import { liveListInterval, useRefresh } from '../../actors/refresh.ts';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { LiveCards } from '../../components/live/LiveCards.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';

/** All sessions that run now. */
export function LivePage() {
  const read = useRead({ call: listLive });
  useRefresh(read, liveListInterval);
  return (
    <div className="grid gap-4">
      <Heading title="Live">Live</Heading>
      <ReadView isPart read={read} skeleton={<SkeletonCards count={2} height={92} />}>
        {(sessions) => (
          <LiveCards
            sessions={sessions}
            age={read.unconfirmedAge}
            empty={
              <Empty title="Nothing is live now">
                A session appears here as soon as a recorder sends it. Meanwhile there are the{' '}
                <a href="/home" className="text-red underline">
                  latest results
                </a>
                .
              </Empty>
            }
          />
        )}
      </ReadView>
    </div>
  );
}
