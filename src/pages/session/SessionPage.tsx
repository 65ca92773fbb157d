import { lazy, type ReactNode, useEffect, useMemo, useState } from 'react';
import { getSession, listSessionWeekend } from '#contract/calls/sessions';
import type { Session, SessionSummary } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { raceCourse } from '#contract/race/race-trace';
import { hasReplay } from '#contract/race/replay/moment';
import { scoredEventOf } from '#contract/race/ruled-event';
import { secondCarsOfRace } from '#contract/race/second-cars-of-race';
import { useUser } from '../../actors/auth.tsx';
import { useFollowedDrivers } from '../../actors/followed-drivers.ts';
import { type Read, useRead } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Icon } from '../../components/Icon.tsx';
import { NotFound } from '../../components/NotFound.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { ReadView } from '../../components/ReadView.tsx';
import { Skeleton, SkeletonTable } from '../../components/Skeleton.tsx';
import { SecondCarsContext } from '../../components/second-cars-context.ts';
import { Tabs } from '../../components/Tabs.tsx';
import { TeamColours } from '../../components/TeamColours.tsx';
import { privacyText } from '../../format/privacy-words.ts';
import { useSearch } from '../../navigation/address.ts';
import { lazyPart } from '../../navigation/pending.ts';
import { useMediaQuery } from '../../navigation/use-media-query.ts';
import { Part } from '../LoadBoundary.tsx';
import { KeepOfflineButton } from '../offline/KeepOfflineButton.tsx';
import { sessionItem } from '../offline/offline-items.ts';
import { AboutSession } from './AboutSession.tsx';
import { ResultsDialog } from './ResultsDialog.tsx';
import { RuledSession } from './RuledSession.tsx';
import { SessionHead } from './SessionHead.tsx';
import { SummaryPanel } from './SummaryPanel.tsx';
import { readView, type SessionView, tabsOf, viewHref } from './session-view.ts';

/** For the owner alone. */
const DeleteSession = lazy(() => import('./DeleteSession.tsx').then((loaded) => ({ default: loaded.DeleteSession })));

const SessionVisibility = lazy(() =>
  import('./SessionVisibility.tsx').then((loaded) => ({ default: loaded.SessionVisibility })),
);

/** The page of a private race, for viewers with its key. */
const MissingRace = lazy(() => import('../live/MissingRace.tsx').then((loaded) => ({ default: loaded.MissingRace })));

/** For the owner of a season. */
const RuleOnResult = lazy(() => import('./RuleOnResult.tsx').then((loaded) => ({ default: loaded.RuleOnResult })));

/** The summary comes first: the other tabs are loaded after it. */
const SessionPanels = lazyPart(() => import('./SessionPanels.tsx').then((loaded) => loaded.SessionPanels));

const PaceStrips = lazyPart(() =>
  import('../../components/session/story/PaceStrips.tsx').then((loaded) => loaded.PaceStrips),
);

const ReplayPanel = lazyPart(() => import('./ReplayPanel.tsx').then((loaded) => loaded.ReplayPanel));

const DriverSheet = lazy(() => import('./DriverSheet.tsx').then((loaded) => ({ default: loaded.DriverSheet })));

const replayTab = { name: 'replay', label: 'Replay' } as const;

const skeleton = (
  <div className="grid gap-4">
    <Skeleton height={64} />
    <Skeleton height={44} />
    <SkeletonTable rows={12} />
  </div>
);

/** A session: what decided it, results, laps, pace, tyres, penalties, overtakes and weather. */
export function SessionPage({ id }: { id: string }) {
  const read = useRead({ call: getSession, params: { id } });
  const weekend = useRead({ call: listSessionWeekend, params: { sessionId: id } });
  return (
    <ReadView
      read={useReadWithWeekend(read, weekend)}
      skeleton={skeleton}
      missing={
        <Part fallback={<NotFound />}>
          <MissingRace
            id={id}
            onKey={() => {
              read.retry();
              weekend.retry();
            }}
          />
        </Part>
      }
    >
      {(session) => <SessionArticle session={session} weekend={weekend} />}
    </ReadView>
  );
}

SessionPage.loadTab = async (tab: string) => {
  if (tab !== '' && tab !== 'race')
    await Promise.all([SessionPanels.load(), tab === 'pace' ? PaceStrips.load() : null]);
};

/** The longest wait for a session's weekend, in ms: a call without a response must not hide the session. */
const weekendWait = 3_000;

/**
 * The session, as pending until its weekend is known as well: links to the other sessions are above all of the rest. A copy
 * that is shown from this device waits for no server, and what has been shown once stays.
 */
function useReadWithWeekend(session: Read<Session>, weekend: Read<readonly SessionSummary[]>): Read<Session> {
  const [isShown, setIsShown] = useState(false);
  const isReady = session.phase === 'shown' && session.value?.weekendId !== null;
  const isWaiting = weekend.phase === 'waiting' || (weekend.phase === 'pending' && session.cached === null);
  const isHeld = isReady && isWaiting && !isShown;
  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => setIsShown(true), weekendWait);
    return () => clearTimeout(timer);
  }, [isHeld]);
  if (isHeld) return { ...session, phase: weekend.phase };
  if (isReady && !isShown) setIsShown(true);
  return session;
}

interface SessionProps {
  readonly session: Session;
  readonly weekend: Read<readonly SessionSummary[]>;
}

function SessionArticle({ session, weekend }: SessionProps) {
  const view = readView(useSearch(), session);
  return (
    <RuledSession session={session} view={view}>
      {(shown, rulings) => <Article session={shown} weekend={weekend} view={view} rulings={rulings} />}
    </RuledSession>
  );
}

interface ArticleProps extends SessionProps {
  readonly view: SessionView;
  /** The stewards' rulings. */
  readonly rulings: ReactNode;
}

function Article({ session, weekend, view, rulings }: ArticleProps) {
  const tabs = tabsOf(session);
  const driver = session.drivers.find(({ carIndex }) => carIndex === view.driver);
  const second = useMemo(() => secondCarsOfRace(session.drivers), [session.drivers]);
  const event = scoredEventOf(session, view.result);
  if (view.moment !== null)
    return (
      <Part fallback={<SkeletonTable rows={22} />}>
        <ReplayPanel session={session} event={event} moment={view.moment} />
      </Part>
    );
  return (
    <TeamColours
      teams={event?.teams ?? []}
      chosen={event?.teamColours}
      others={session.drivers.map(({ team }) => team ?? '')}
    >
      <SecondCarsContext value={second}>
        <article className="-mt-5 stack desk:-mt-1">
          <SessionHead
            session={session}
            event={event}
            weekend={weekend}
            rulingsHref={ruledTabs.includes(view.tab) ? '#stewards' : viewHref({ tab: 'results', result: view.result })}
            actions={
              <>
                <KeepOfflineButton item={sessionItem(session)} />
                <ResultsDialog session={session} />
              </>
            }
          />
          <Privacy session={session} />
          <Tabs
            label="Session"
            tabs={hasReplay(session) ? [...tabs.slice(0, 1), replayTab, ...tabs.slice(1)] : tabs}
            current={view.tab}
            hrefOf={(name) =>
              name === 'replay' ? '?at=0' : viewHref({ tab: name as SessionView['tab'], result: view.result })
            }
          />
          <section aria-label={tabs.find(({ name }) => name === view.tab)?.label} className="pb-8 desk:pt-4">
            <Panel session={session} view={view} rulings={rulings} />
          </section>
          <AboutSession session={session} actions={<OwnActions session={session} />} />
        </article>
        {driver === undefined || view.tab === 'laps' ? null : (
          <Part fallback={null}>
            <DriverSheet key={driver.carIndex} session={session} view={view} driver={driver} />
          </Part>
        )}
      </SecondCarsContext>
    </TeamColours>
  );
}

/** The audience of a private session; empty for a public one. */
function Privacy({ session }: { session: Session }) {
  const user = useUser();
  const text = privacyText(session, session.userId === user?.userId);
  return text === null ? null : (
    <p className="flex items-center gap-2 text-14 text-amber">
      <Icon path={pageIcons.lock} />
      {text}
    </p>
  );
}

/** The actions of the owner of the session, or of a season with it. */
function OwnActions({ session }: { session: Session }) {
  const user = useUser();
  return (
    <>
      {session.userId === user?.userId ? (
        <>
          <ButtonLink icon={pageIcons.edit} href={`/dashboard/sessions?rename=${session.id}`}>
            Rename drivers
          </ButtonLink>
          <Part fallback={<Button className="invisible">&emsp;</Button>}>
            <SessionVisibility session={session} />
          </Part>
          <Part fallback={<Button className="invisible">&emsp;</Button>}>
            <DeleteSession session={session} />
          </Part>
        </>
      ) : null}
      {user === null || !isRace(session.sessionType) ? null : (
        <Part fallback={null}>
          <RuleOnResult session={session} />
        </Part>
      )}
    </>
  );
}

/** The tabs that have what stewards ruled. */
const ruledTabs: readonly SessionView['tab'][] = ['race', 'results', 'penalties'];

function Panel({ session, view, rulings }: Omit<ArticleProps, 'weekend'>) {
  const course = useMemo(() => (isRace(session.sessionType) ? raceCourse(session) : null), [session]);
  const { isFollowed } = useFollowedDrivers();
  // The result comes first on a phone, and its head leads to the rulings.
  const isDesk = useMediaQuery('(min-width: 720px)');
  const rows = {
    isFollowed,
    hrefOf: (carIndex: number) => viewHref({ tab: view.tab, driver: carIndex, result: view.result }),
  };
  if (view.tab === 'race')
    return <SummaryPanel session={session} result={view.result} course={course} rulings={rulings} {...rows} />;
  const isBelow = view.tab === 'results' && !isDesk;
  const isAbove = ruledTabs.includes(view.tab) && !isBelow;
  return (
    <div className="stack gap-3">
      {isAbove ? rulings : null}
      <Part isRendered fallback={<SkeletonTable rows={20} />}>
        {view.tab === 'pace' ? (
          <PaceStrips session={session} course={course} {...rows} />
        ) : (
          <SessionPanels session={session} course={course} view={view} tab={view.tab} {...rows} />
        )}
        {isBelow ? rulings : null}
      </Part>
    </div>
  );
}
