import type { ReactNode } from 'react';
import type { Session } from '#contract/entities/session';
import { SessionStatus, Track } from '#contract/enumerations';
import { useRead } from '../../actors/read.tsx';
import { Heading } from '../../components/Heading.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { SessionPlace } from '../../components/session/SessionPlace.tsx';
import { weatherIcon } from '../../components/session/weather-icon.ts';
import { completenessText, hasAllLaps } from '../../format/completeness.ts';
import { formatCount } from '../../format/count.ts';
import { formatInstant } from '../../format/date.ts';
import { trackName, typeName, weatherName } from '../../format/names.ts';

/** The header of a session: track, type, date and weather, and links to the other sessions of the weekend. */
export function SessionHead({ session, actions }: { session: Session; actions: ReactNode }) {
  const track = trackName(session.trackId);
  const type = typeName(session.sessionType);
  const isOver = session.sessionStatus === SessionStatus.Finished;
  return (
    <header className="grid gap-3">
      <SessionPlace events={session.events} />
      <div
        className={`-mx-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-l-[5px] px-3.5 py-2.5 ${isOver ? 'border-text' : 'border-amber'} bg-panel desk:mx-0 desk:rounded-8`}
      >
        <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
          <Heading title={`${track} ${type}`} className="text-26 font-800 desk:text-30">
            {track} <span className="font-650 text-mute">{type}</span>
          </Heading>
          <p className="text-14 text-mute">{formatInstant(session.sessionStartTime)}</p>
        </div>
        {session.startWeather === null ? null : (
          <p className="ml-auto flex shrink-0 items-center gap-2.5 text-right">
            <Icon path={weatherIcon(session.startWeather)} size={26} />
            <span className="grid">
              <span className="font-750">
                <span className="sr-only">{weatherName(session.startWeather)}, air </span>
                {session.startAirTemp === null ? '—' : `${session.startAirTemp}°`}
              </span>
              <span className="text-12 text-mute">
                track {session.startTrackTemp === null ? '—' : `${session.startTrackTemp}°`}
              </span>
            </span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <p className="flex min-h-11 flex-1 basis-32 flex-wrap items-center gap-x-4 gap-y-1 text-14 text-mute">
          {isOver ? null : <b className="text-amber">Incomplete: the recording ended early</b>}
          {session.numberOfLaps === null ? null : <span>{formatCount(session.numberOfLaps, 'lap')}</span>}
          <span>{formatCount(session.drivers.length, 'driver')}</span>
          <Incidents count={session.numberOfSafetyCars} noun="safety car" />
          <Incidents count={session.numberOfVirtualSafetyCars} noun="virtual safety car" />
          <Incidents count={session.numberOfRedFlags} noun="red flag" />
          <Recorded completeness={session.completeness} />
          {session.trackId === Track.Unknown ? null : (
            <PageLink
              href={`/tracks/${session.trackId}?user=${session.userId}`}
              className="inline-flex min-h-6 items-center gap-1 text-text underline underline-offset-4"
            >
              Track map
            </PageLink>
          )}
          {session.gameVersion === null ? null : <span>{session.gameVersion}</span>}
          <span>
            by{' '}
            <PageLink
              href={`/user/${session.userId}`}
              className="inline-flex min-h-6 items-center gap-1 text-text underline underline-offset-4"
            >
              <bdi>{session.userName ?? 'unknown user'}</bdi>
            </PageLink>
          </span>
        </p>
        <div className="no-print flex max-w-full shrink-0 flex-wrap gap-2">{actions}</div>
      </div>
      {session.weekendId === null ? null : <Weekend session={session} />}
    </header>
  );
}

function Incidents({ count, noun }: { count: number | null; noun: string }) {
  return count === null || count === 0 ? null : <span className="text-amber">{formatCount(count, noun)}</span>;
}

function Recorded({ completeness }: Pick<Session, 'completeness'>) {
  const text = completenessText(completeness);
  if (completeness == null || text === null) return null;
  return <span className={hasAllLaps(completeness) ? undefined : 'text-amber'}>{text}</span>;
}

function Weekend({ session }: { session: Session }) {
  const { value } = useRead({ name: 'listSessionWeekend', params: { sessionId: session.id } });
  // One link at least from the start, so that the page does not move when the others load.
  const sessions = value === null || value.length === 0 ? [session] : [...value].reverse();
  return (
    <nav aria-label="Sessions of this weekend" className="no-print scroll-x -mx-4 px-4">
      <ul className="flex gap-2">
        {sessions.map(({ id, sessionType }) => (
          <li key={id}>
            <PageLink
              href={`/sessions/${id}`}
              aria-current={id === session.id ? 'page' : undefined}
              className="flex h-11 items-center gap-1.5 rounded-full border border-line px-4 text-14 font-650 whitespace-nowrap text-mute hover:text-text aria-[current=page]:border-red aria-[current=page]:text-text"
            >
              {typeName(sessionType)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
