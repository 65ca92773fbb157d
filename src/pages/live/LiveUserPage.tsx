import { listUserLive } from '#contract/calls/live';
import { getProfile } from '#contract/calls/site';
import { useRead } from '../../actors/read.tsx';
import { liveListInterval, useRefresh } from '../../actors/refresh.ts';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { LiveCards } from '../../components/live/LiveCards.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { Skeleton, SkeletonCards } from '../../components/Skeleton.tsx';

/** The sessions of one user that run now. */
export function LiveUserPage({ id }: { id: string }) {
  const profile = useRead({ call: getProfile, params: { userId: id } });
  return (
    <ReadView read={profile} skeleton={<Skeleton width="60%" height={34} />}>
      {({ username }) => <UserSessions id={id} name={username ?? 'A driver'} />}
    </ReadView>
  );
}

function UserSessions({ id, name }: { id: string; name: string }) {
  const read = useRead({ call: listUserLive, params: { userId: id } });
  useRefresh(read, liveListInterval);
  return (
    <div className="grid gap-4">
      <Heading title={`${name}, live`}>
        <bdi>{name}</bdi> <span className="text-mute">live</span>
      </Heading>
      <ReadView isPart read={read} skeleton={<SkeletonCards count={1} height={92} />}>
        {(sessions) => (
          <LiveCards
            age={read.unconfirmedAge}
            sessions={sessions}
            empty={
              <Empty title="No session is running">
                It appears here as soon as it starts. Meanwhile there are the{' '}
                <PageLink href={`/user/${id}`} className="text-red underline">
                  past sessions
                </PageLink>
                .
              </Empty>
            }
          />
        )}
      </ReadView>
    </div>
  );
}
