import { lazy, Suspense } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import type { Session } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { useUser } from '../../actors/auth.tsx';
import { useRead } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { ReadView } from '../../components/ReadView.tsx';
import { Skeleton, SkeletonTable } from '../../components/Skeleton.tsx';
import { ResultsTable } from '../../components/session/ResultsTable.tsx';
import { SectorBars } from '../../components/session/SectorBars.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { TeamColours } from '../../components/TeamColours.tsx';
import { KeepOfflineButton } from '../offline/KeepOfflineButton.tsx';
import { sessionItem } from '../offline/offline-items.ts';
import { ResultsDialog } from './ResultsDialog.tsx';
import { SessionHead } from './SessionHead.tsx';

/** For the owner alone. */
const DeleteSession = lazy(() => import('./DeleteSession.tsx').then((loaded) => ({ default: loaded.DeleteSession })));

/** Charts are a quarter of the page's code, which most readers do not open. */
const RaceStory = lazy(() =>
  import('../../components/session/story/RaceStory.tsx').then((loaded) => ({ default: loaded.RaceStory })),
);

/** The results come first: the other tabs are loaded after them. */
const SessionPanels = lazy(() => import('./SessionPanels.tsx').then((loaded) => ({ default: loaded.SessionPanels })));

/** For the owner of a season. */
const RuleOnResult = lazy(() => import('./RuleOnResult.tsx').then((loaded) => ({ default: loaded.RuleOnResult })));

const tabs = [
  { name: 'results', label: 'Results' },
  { name: 'story', label: 'Story' },
  { name: 'laps', label: 'Laps' },
  { name: 'tyres', label: 'Tyres' },
  { name: 'penalties', label: 'Penalties' },
  { name: 'overtakes', label: 'Overtakes' },
  { name: 'weather', label: 'Weather' },
] as const;

/** A session: results, laps, tyres, penalties, overtakes and weather. */
export function SessionPage({ id }: { id: string }) {
  const user = useUser();
  const read = useRead({ name: 'getSession', params: { id } });
  const tabName = new URLSearchParams(useSearch()).get('tab');
  const skeleton = (
    <div className="grid gap-4">
      <Skeleton height={72} />
      <Skeleton height={44} />
      <SkeletonTable rows={12} />
    </div>
  );
  return (
    <ReadView read={read} skeleton={skeleton}>
      {(session) => {
        const shown = tabs.filter(({ name }) => name !== 'story' || isRace(session.sessionType));
        const current = shown.find((tab) => tab.name === tabName)?.name ?? 'results';
        return (
          <article className="stack gap-4">
            <SessionHead
              session={session}
              actions={
                <>
                  {session.userId === user?.userId ? (
                    <>
                      <ButtonLink icon={pageIcons.edit} href={`/dashboard/sessions?rename=${session.id}`}>
                        <span className="max-desk:sr-only">Rename drivers</span>
                      </ButtonLink>
                      <Suspense fallback={<Button className="invisible">&emsp;</Button>}>
                        <DeleteSession session={session} />
                      </Suspense>
                    </>
                  ) : null}
                  <KeepOfflineButton item={sessionItem(session)} />
                  <ResultsDialog session={session} />
                  {user === null || !isRace(session.sessionType) ? null : (
                    <Suspense fallback={null}>
                      <RuleOnResult session={session} />
                    </Suspense>
                  )}
                </>
              }
            />
            <Tabs label="Session" tabs={shown} current={current} />
            <section aria-label={tabs.find((tab) => tab.name === current)?.label}>
              <TeamColours teams={session.drivers.map(({ team }) => team ?? '')}>
                <Panel session={session} name={current} />
              </TeamColours>
            </section>
          </article>
        );
      }}
    </ReadView>
  );
}

function Panel({ session, name }: { session: Session; name: (typeof tabs)[number]['name'] }) {
  switch (name) {
    case 'results':
      return (
        <div className="stack gap-8">
          <ResultsTable session={session} />
          {isRace(session.sessionType) ? null : <SectorBars session={session} />}
        </div>
      );
    case 'story':
      return (
        <Suspense fallback={<Skeleton height={900} />}>
          <RaceStory session={session} />
        </Suspense>
      );
    default:
      return (
        <Suspense fallback={<SkeletonTable rows={12} />}>
          <SessionPanels session={session} name={name} />
        </Suspense>
      );
  }
}
