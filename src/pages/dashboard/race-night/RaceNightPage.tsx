import { listUserLive } from '#contract/calls/live';
import { pageOwnSeasons } from '#contract/calls/seasons';
import { listOwnSessions } from '#contract/calls/sessions';
import { maximumPageSize } from '#contract/constants';
import { useUser } from '../../../actors/auth.tsx';
import { useRead } from '../../../actors/read.tsx';
import { useUploads } from '../../../actors/uploads.ts';
import { Empty } from '../../../components/Empty.tsx';
import { Heading } from '../../../components/Heading.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Section } from '../../../components/Section.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import { runningOf, sortedText } from '../../../format/own-live.ts';
import { useKeepFocus } from '../../../navigation/use-keep-focus.ts';
import { OwnLiveLink } from '../OwnLiveLink.tsx';
import { SeasonReads } from '../SeasonReads.tsx';
import { UploadPanel } from '../sessions/UploadPanel.tsx';
import { NightLineUps } from './NightLineUps.tsx';
import { NightSteps } from './NightSteps.tsx';
import { NightTable } from './NightTable.tsx';

/** The number of seasons to choose from, the newest first. */
const offeredSeasons = 8;

/** Race night: from files to shared standings, as one path that can be left and taken up again. */
export function RaceNightPage() {
  const { uploads, upload, offer } = useUploads();
  const content = useKeepFocus<HTMLDivElement>();
  const user = useUser();
  if (user === null) return null;
  return (
    <div ref={content} className="in-order stack min-h-dvh content-start gap-7">
      <header className="grid gap-1">
        <div className="flex min-h-11 items-center gap-4">
          <Heading title="Race night" className="shrink-0 text-30 font-800">
            Race night
          </Heading>
          <OwnLiveLink userId={user.userId} />
        </div>
        <p className="text-mute">Files or recorded sessions first, then their events, then the standings.</p>
      </header>
      <NightLineUps />
      <UploadPanel uploads={uploads} onChosen={upload} onDropped={offer} notReceived={null} />
      <Section id="night-sessions" title="Sessions without an event">
        <Unsorted userId={user.userId} />
      </Section>
      <Section id="night-steps" title="To the standings">
        <NightSteps />
      </Section>
    </div>
  );
}

function Unsorted({ userId }: { userId: string }) {
  const { value: live } = useRead({ call: listUserLive, params: { userId } });
  const sessions = useRead({
    call: listOwnSessions,
    query: { page: 0, pageSize: maximumPageSize, TrackIds: [], SessionTypes: [], Without: 'event' },
  });
  const seasons = useRead({
    call: pageOwnSeasons,
    query: { page: 0, pageSize: offeredSeasons, right: 'manageSeason' },
  });
  const skeleton = <SkeletonCards count={3} height={72} />;
  return (
    <ReadView isPart read={seasons} skeleton={skeleton}>
      {({ seasons: summaries }) =>
        summaries.length === 0 ? (
          <Empty title="No seasons yet">
            <a href="/dashboard/seasons/create" className="link">
              Create a season
            </a>{' '}
            first; sessions go to its events.
          </Empty>
        ) : (
          <ReadView isPart read={sessions} skeleton={skeleton}>
            {({ sessions: unsorted, totalElements }) => (
              <SeasonReads ids={summaries.map(({ id }) => id)}>
                {(found, isComplete) =>
                  isComplete ? (
                    <>
                      <p className="text-mute">
                        {totalElements === 0
                          ? sortedText(runningOf(live).length > 0)
                          : totalElements > unsorted.length
                            ? `The latest ${unsorted.length} of ${totalElements}`
                            : formatCount(totalElements, 'session')}
                      </p>
                      <NightTable sessions={unsorted} seasons={found} />
                    </>
                  ) : (
                    skeleton
                  )
                }
              </SeasonReads>
            )}
          </ReadView>
        )
      }
    </ReadView>
  );
}
