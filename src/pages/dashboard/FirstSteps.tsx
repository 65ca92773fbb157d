import type { ReactNode } from 'react';
import { useDrivenSeasons } from '../../actors/driven-seasons.ts';
import { useRead } from '../../actors/read.tsx';
import { newSeasonPath } from '../../actors/season-create.ts';
import { markSettling } from '../../components/mark-settling.ts';
import { canRecord, runningOf } from '../../format/own-live.ts';

/**
 * The way of a new admin to a season that records itself: what is done is ticked. Once all is, `children` are shown; so they are to
 * whoever drives in a season of somebody else and has begun none.
 */
export function FirstSteps({ userId, children }: { userId: string; children: ReactNode }) {
  const reads = {
    leagues: useRead({ name: 'pageUserLeagues', params: { userId }, query: { page: 0, pageSize: 6 } }),
    seasons: useRead({ name: 'pageOwnSeasons', query: { page: 0, pageSize: 6 } }),
    sessions: useRead({ name: 'listOwnSessions', query: { page: 0, pageSize: 6 } }),
  };
  const recorders = useRead({ name: 'listRecorders' });
  const live = useRead({ name: 'listUserLive', params: { userId } });
  const driven = useDrivenSeasons(userId);
  const [leagues, seasons, sessions] = [reads.leagues.value, reads.seasons.value, reads.sessions.value];
  const isWaiting = [recorders, live].some(
    ({ phase, network }) => network === 'online' && (phase === 'waiting' || phase === 'pending'),
  );
  if (leagues === null || seasons === null || sessions === null || isWaiting || !driven.isKnown)
    // What has failed is said beside its list.
    return Object.values(reads).some(({ phase }) => phase === 'failed' || phase === 'notFound') ? (
      children
    ) : (
      <div ref={markSettling} className="min-h-[72px]" />
    );
  const [league, ...otherLeagues] = leagues.leagues.filter(({ ownerId }) => ownerId === userId);
  const isDriverAlone = driven.seasons.length > 0 && league === undefined && seasons.seasons.length === 0;
  const steps = [
    {
      isDone: seasons.seasons.length > 0 || league !== undefined,
      href: '/dashboard/leagues/create',
      title: 'Create your league',
      text: 'Its page is what you share with the drivers.',
    },
    {
      isDone: seasons.seasons.length > 0,
      href: newSeasonPath({ leagueId: otherLeagues.length === 0 ? (league?.id ?? null) : null }),
      title: 'Add a season with its dates',
      text: 'A list of tracks makes one event a week.',
    },
    {
      isDone: canRecord({
        sessions: sessions.sessions.length,
        recorders: recorders.value?.length ?? 0,
        live: runningOf(live.value).length,
      }),
      href: '/dashboard/race-night',
      title: 'Upload a race, or connect the recorder',
      text: 'Each session finds its event.',
    },
  ];
  if (isDriverAlone || steps.every(({ isDone }) => isDone)) return children;
  return (
    <ol className="grid border-t border-line">
      {steps.map(({ isDone, href, title, text }, index) => (
        <li key={href} className="border-b border-line">
          <a href={href} className="flex min-h-13 items-center gap-4 py-2">
            <span
              aria-hidden="true"
              className={`grid size-7 shrink-0 place-items-center rounded-full border text-14 font-750 ${isDone ? 'border-green text-green' : 'border-line text-mute'}`}
            >
              {isDone ? '✓' : index + 1}
            </span>
            <span className="grid min-w-0">
              <span className={isDone ? 'text-mute' : 'font-650'}>
                {title}
                {isDone ? <span className="sr-only">, done</span> : null}
              </span>
              <span className="text-14 text-mute">{text}</span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}
