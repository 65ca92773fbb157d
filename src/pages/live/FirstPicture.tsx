import { useState } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import { createUnfollowedRace } from '../../actors/live.ts';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import { LiveHeader } from './LiveHeader.tsx';
import { LiveTabs, panelsOf } from './LiveTabs.tsx';
import { RaceBar } from './RaceBar.tsx';
import { RaceRoot } from './RaceRoot.tsx';
import { StatusLine } from './StatusLine.tsx';
import { useRootAttribute } from './use-root-attribute.ts';

/** A running race as the server renders it: what the list of sessions says of it, in the places of the page that follows it. */
export function FirstPicture({ session }: { session: LiveSummary }) {
  const [store] = useState(createUnfollowedRace);
  useRootAttribute('data-live', 'page');
  const { leaderName, delaySeconds } = session;
  return (
    <RaceRoot
      store={store}
      event={session.event}
      data-live="page"
      data-inline-status={delaySeconds === 0}
      className="group stack race-band"
    >
      <RaceBar>
        <LiveHeader store={store} session={session} weather={null}>
          {null}
        </LiveHeader>
        <StatusLine store={store} problem="Connecting" viewerDelay={0} delaySeconds={delaySeconds} />
        <LiveTabs
          panels={panelsOf(session.event !== undefined)}
          current="tower"
          store={store}
          onView={() => undefined}
        />
      </RaceBar>
      <section aria-label="Timing" className="min-w-0 wide:mr-101">
        {leaderName === null ? null : (
          <p className="flex h-11 items-center gap-3 border-b border-hair">
            <span className="w-6 text-center text-17 font-800">1</span>
            <bdi className="name-line font-700">{leaderName}</bdi>
          </p>
        )}
        <SkeletonTable rows={leaderName === null ? 22 : 21} />
      </section>
    </RaceRoot>
  );
}
