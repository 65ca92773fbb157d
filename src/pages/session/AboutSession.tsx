import type { ReactNode } from 'react';
import type { Session } from '#contract/entities/session';
import { Track } from '#contract/enumerations';
import { isIncomplete } from '#contract/race/describe-session';
import { enteredByHand } from '#contract/race/entered-by-hand';
import { LocalTime } from '../../components/LocalTime.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { formatCount } from '../../format/count.ts';
import { formatStart } from '../../format/date.ts';
import { weatherName } from '../../format/names.ts';
import { completenessText, hasAllLaps, recordingRemarks } from './completeness.ts';

const link = 'inline-flex min-h-6 items-center gap-1 text-text underline underline-offset-4';

/** The end of a session's page: who recorded it, in which game and how completely, and what its owner can do. */
export function AboutSession({ session, actions }: { session: Session; actions: ReactNode }) {
  const { completeness } = session;
  const isEntered = session.gameVersion === enteredByHand;
  const text = completenessText(completeness);
  return (
    <section aria-label="About this recording" className="stack gap-3 border-t border-line pt-4 text-14 text-mute">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>
          {isEntered ? 'Entered by hand by' : 'Recorded by'}{' '}
          <PageLink href={`/user/${session.userId}`} className={link}>
            <bdi>{session.userName ?? 'unknown user'}</bdi>
          </PageLink>
        </span>
        {session.gameVersion === null || isEntered ? null : <span>{session.gameVersion}</span>}
        <span>
          <LocalTime instant={session.sessionStartTime} format={formatStart} />
        </span>
        <span>{formatCount(session.drivers.length, 'driver')}</span>
        {isIncomplete(session) ? <b className="text-amber">Incomplete: the recording ended early</b> : null}
        {text === null ? null : (
          <span className={completeness == null || hasAllLaps(completeness) ? undefined : 'text-amber'}>{text}</span>
        )}
        {recordingRemarks(session).map((remark) => (
          <span key={remark} className="text-amber">
            {remark}
          </span>
        ))}
        <StartWeather session={session} />
        {session.trackId === Track.Unknown ? null : (
          <PageLink href={`/tracks/${session.trackId}`} className={link}>
            Track map
          </PageLink>
        )}
      </p>
      <div className="no-print flex flex-wrap gap-2">{actions}</div>
    </section>
  );
}

function StartWeather({ session: { startWeather, startAirTemp, startTrackTemp } }: { session: Session }) {
  const parts = [
    ...(startWeather === null ? [] : [weatherName(startWeather)]),
    ...(startAirTemp === null ? [] : [`air ${startAirTemp}°`]),
    ...(startTrackTemp === null ? [] : [`track ${startTrackTemp}°`]),
  ];
  return parts.length === 0 ? null : <span>{parts.join(', ')} at the start</span>;
}
