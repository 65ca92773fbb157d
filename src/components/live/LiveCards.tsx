import type { ReactNode } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import { describeSession } from '#contract/race/describe-session';
import { formatAge } from '../../format/age.ts';
import { formatClock } from '../../format/time.ts';
import { CardList } from '../CardList.tsx';
import { Icon } from '../Icon.tsx';
import { PageLink } from '../PageLink.tsx';
import { pageIcons } from '../page-icons.ts';

interface LiveCardsProps {
  readonly sessions: readonly LiveSummary[];
  /** How old the list is, in ms; null for one that the server has confirmed. */
  readonly age: number | null;
  /** Shown where there are none. */
  readonly empty: ReactNode;
}

/** Live sessions as cards. Those of a list that may be out of date look like none that runs. */
export function LiveCards({ sessions, age, empty }: LiveCardsProps) {
  if (sessions.length === 0) return empty;
  return (
    <CardList items={sessions} className="grid gap-2.5 desk:grid-cols-2">
      {(session) => <LiveCard session={session} age={age} />}
    </CardList>
  );
}

const edges = {
  live: 'border-l-green',
  silent: 'border-l-amber',
  incomplete: 'border-l-line',
  ended: 'border-l-line',
} as const;

/** A live session in a list: track, place in a season, lap and leader, or nothing but its recorder where it is private. */
function LiveCard({ session, age }: { session: LiveSummary; age: number | null }) {
  const { id, userName, leaderName, currentLap, totalLaps, isPrivate } = session;
  const { state, title, place } = describeSession(session);
  return (
    <PageLink
      href={`/live/${id}`}
      badge="corner"
      className={`card relative flex min-h-23 items-center justify-between gap-3 border-l-[5px] px-3.5 py-3 hover-transition hover:border-mute ${edges[age === null ? state : 'ended']}`}
    >
      <span className="grid min-w-0 gap-0.5">
        <span className="name-text text-14 font-650 text-mute">
          {age === null ? stateTextOf(session) : `As of ${formatAge(0, age)}`} · by{' '}
          <bdi>{userName === null || userName === '' ? 'unknown user' : userName}</bdi>
        </span>
        <span className="name-line text-20 font-800">
          {title || (isPrivate ? 'Private session' : 'Waiting for data')}
        </span>
        {place === '' ? null : <bdi className="name-text text-14 text-mute">{place}</bdi>}
        {leaderName === null ? null : (
          <span className="name-text text-15">
            <bdi className="font-650">{leaderName}</bdi> <span className="text-mute">leads</span>
          </span>
        )}
        {isPrivate ? <span className="text-14 text-mute">You need its key to watch.</span> : null}
      </span>
      {isPrivate ? (
        <span className="text-mute">
          <Icon path={pageIcons.lock} size={22} />
        </span>
      ) : currentLap === null || totalLaps === null ? null : (
        <span className="shrink-0 text-right">
          <span className="block text-12 font-650 text-mute">LAP</span>
          <span className="text-20 font-800">
            {currentLap}
            <span className="text-14 font-650 text-mute">/{totalLaps}</span>
          </span>
        </span>
      )}
    </PageLink>
  );
}

function stateTextOf(session: LiveSummary): string {
  const { state, stateText } = describeSession(session);
  const { lastDataAt } = session;
  return state === 'silent' && lastDataAt !== null
    ? `${stateText} since ${formatClock(Date.parse(lastDataAt))}`
    : stateText || 'Ended';
}
