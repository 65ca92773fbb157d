import type { SessionSummary } from '#contract/entities/session';
import { describeSession, stoppedText } from '#contract/race/describe-session';
import { formatDayAndTime } from '../format/date.ts';
import { podiumLines } from '../format/podium-lines.ts';
import { noTime } from '../format/time.ts';
import { LocalTime } from './LocalTime.tsx';
import { PageLink } from './PageLink.tsx';
import { SessionTeamColours } from './SessionTeamColours.tsx';
import { TeamBar } from './TeamBar.tsx';

interface SessionCardProps {
  readonly session: SessionSummary;
  /** False inside of another card. */
  readonly isFramed?: boolean;
}

/** A session in a list: track and type, the winner and the gaps or how far an incomplete recording goes, date and time, and the round of its season. */
export function SessionCard({ session, isFramed = true }: SessionCardProps) {
  const [first, ...others] = podiumLines(session);
  const { state, track, type, place } = describeSession(session);
  return (
    <PageLink
      href={`/sessions/${session.id}`}
      badge="corner"
      className={`${isFramed ? 'card hover:border-mute' : 'hover:bg-raised'} relative grid min-h-22 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 gap-y-0.5 px-3.5 py-2.5 hover-transition`}
    >
      <span className="name-text text-14 font-650 text-mute narrow:col-span-2">
        {track} · {type}
      </span>
      <span className="flex min-w-0 items-center gap-2 self-start text-17 font-750 tiny:col-span-2">
        {first === undefined ? (
          <span className={state === 'incomplete' ? 'text-15 text-amber' : 'text-mute'}>
            {state === 'incomplete' ? 'Incomplete' : 'No result'}
          </span>
        ) : (
          <>
            <SessionTeamColours session={session}>
              <TeamBar team={first.driver.team} height={18} />
            </SessionTeamColours>
            <bdi className="name-text">{first.driver.name}</bdi>
          </>
        )}
      </span>
      <span className="col-span-2 flex min-w-0 gap-x-1 text-12 text-mute">
        <span className="shrink-0">
          <LocalTime instant={session.sessionStartTime} format={formatDayAndTime} />
        </span>
        {place === '' ? null : <bdi className="truncate">· {place}</bdi>}
      </span>
      {first === undefined ? null : (
        // Beside both lines, or beside the winner where the first line needs the whole width.
        <span className="col-start-2 row-span-2 row-start-1 grid self-center text-right narrow:row-span-1 narrow:row-start-2 tiny:col-span-2 tiny:col-start-1 tiny:row-start-3 tiny:justify-self-start tiny:text-left">
          {state === 'incomplete' ? (
            <>
              <span className="text-15 font-750 text-amber">Incomplete</span>
              <span className="text-12 text-mute">{stoppedText(session)}</span>
            </>
          ) : (
            <>
              <span className="text-17 font-750">{first.text}</span>
              <span className="text-12 text-mute">{others.map(({ text }) => text).join(' · ') || noTime}</span>
            </>
          )}
        </span>
      )}
    </PageLink>
  );
}
