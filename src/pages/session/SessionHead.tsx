import { type ReactNode, useContext } from 'react';
import { getOutline } from '#contract/calls/site';
import type { Session, SessionEvent, SessionSummary } from '#contract/entities/session';
import { isRace, Track } from '#contract/enumerations';
import { describeSession, officialText } from '#contract/race/describe-session';
import { type Read, useRead } from '../../actors/read.tsx';
import { shareSessionKey } from '../../browser/session-keys.ts';
import { centreInStrip } from '../../browser/strip.ts';
import { Heading } from '../../components/Heading.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LocalTime } from '../../components/LocalTime.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { RuledResultContext } from '../../components/session/ruled-result-context.ts';
import { SessionPlace } from '../../components/session/SessionPlace.tsx';
import { TrackIcon } from '../../components/track/TrackIcon.tsx';
import { formatCount } from '../../format/count.ts';
import { formatDayAndTime } from '../../format/date.ts';
import { typeName } from '../../format/names.ts';
import { ruledMark } from '../../format/ruled-result.ts';
import { useSearch } from '../../navigation/address.ts';
import { weekendHref, weekendLinks } from './session-view.ts';

interface SessionHeadProps {
  readonly session: Session;
  /** The event whose result is shown; null outside of seasons. */
  readonly event: SessionEvent | null;
  readonly weekend: Read<readonly SessionSummary[]>;
  /** The address of what stewards ruled on it: `#stewards` where that is on the page. */
  readonly rulingsHref: string;
  readonly actions: ReactNode;
}

/** The longest title that fits beside the actions of a phone in the larger type. */
const longestLargeTitle = 22;

/** The head of a session: where it belongs, one band with track, type, date and length, and the sessions of its weekend. */
export function SessionHead({ session, event, weekend, rulingsHref, actions }: SessionHeadProps) {
  const { state, stateText, track, type, title, fullTitle } = describeSession(session);
  const isLong = title.length > longestLargeTitle;
  return (
    <div className="stack">
      <SessionPlace events={session.events} />
      <div
        className={`-mx-4 flex min-h-14 items-center gap-3 border-l-[5px] bg-panel py-0.5 pr-3 pl-3 desk:mx-0 desk:min-h-16 desk:rounded-8 desk:py-1.5 ${state === 'incomplete' ? 'border-amber' : 'border-text'}`}
      >
        <span className="grid size-6 shrink-0 place-items-center text-mute narrow:hidden">
          {session.trackId === Track.Unknown ? (
            <Icon path={pageIcons.flag} />
          ) : (
            <TrackOutline trackId={session.trackId} />
          )}
        </span>
        <div className="min-w-0 flex-1">
          {/* On a phone three lines, of the title and of what is below it, are no higher than the actions; on the narrowest four. */}
          <Heading
            title={fullTitle}
            className={`font-800 ${isLong ? 'text-17 max-desk:leading-4.5 narrow:text-15 narrow:leading-4 desk:text-20' : 'text-20 max-desk:leading-5'}`}
          >
            {track} <span className="font-650 text-mute">{type}</span>
          </Heading>
          <p className="flex flex-wrap gap-x-1.5 text-12 text-mute narrow:leading-3.5">
            <time dateTime={session.sessionStartTime}>
              <LocalTime instant={session.sessionStartTime} format={formatDayAndTime} />
            </time>
            <span>
              ·{' '}
              {isRace(session.sessionType) && session.numberOfLaps !== null
                ? formatCount(session.numberOfLaps, 'lap')
                : formatCount(session.drivers.length, 'driver')}
            </span>
            <Incidents count={session.numberOfSafetyCars} code="SC" noun="safety car" />
            <Incidents count={session.numberOfVirtualSafetyCars} code="VSC" noun="virtual safety car" />
            <Incidents count={session.numberOfRedFlags} code="RED" noun="red flag" />
            {stateText === '' ? null : <b className="text-amber">· {stateText}</b>}
            <Official event={event} />
            <RulingsLink href={rulingsHref} />
          </p>
        </div>
        <div className="no-print flex shrink-0 gap-2">{actions}</div>
      </div>
      {session.weekendId === null ? null : <Weekend session={session} read={weekend} />}
    </div>
  );
}

/** The outline of a track; a flag where none is known. */
function TrackOutline({ trackId }: { trackId: Track }) {
  const { value } = useRead({ call: getOutline, params: { trackId: String(trackId) } });
  return value === null || value.points.length === 0 || value.length === null ? (
    <Icon path={pageIcons.flag} />
  ) : (
    <TrackIcon points={value.points} length={value.length} />
  );
}

/** `1 SC`, in words for screen readers. */
function Incidents({ count, code, noun }: { count: number | null; code: string; noun: string }) {
  if (count === null || count === 0) return null;
  return (
    <span className="text-amber" title={formatCount(count, noun)}>
      <span aria-hidden="true">
        · {count} {code}
      </span>
      <span className="sr-only">{formatCount(count, noun)}</span>
    </span>
  );
}

/** Whether the result that is shown is official in its season. */
function Official({ event }: Pick<SessionHeadProps, 'event'>) {
  const ruled = useContext(RuledResultContext);
  const text = event === null || ruled?.isApplied === false ? '' : officialText(event);
  return text === '' ? null : <b className={event?.isOfficial === true ? 'text-green' : 'text-amber'}>· {text}</b>;
}

/** To what stewards ruled, which on a phone is below the result; on a desk it is above. */
function RulingsLink({ href }: { href: string }) {
  const ruled = useContext(RuledResultContext);
  if (ruled === null) return null;
  return (
    <a
      href={href}
      onClick={(click) => {
        const rulings = document.getElementById('stewards');
        if (rulings === null) return;
        click.preventDefault();
        rulings.scrollIntoView();
        rulings.focus({ preventScroll: true });
      }}
      // Higher than its line, for fingers; on paper it would cover the line above.
      className="-mt-3 pt-3 font-650 whitespace-nowrap text-amber underline underline-offset-2 desk:hidden print:mt-0 print:pt-0"
    >
      {ruledMark(ruled)}
    </a>
  );
}

/** Links to the sessions of a weekend; nothing where there is no other one, because a link to this page says nothing. */
function Weekend({ session, read: { value, phase } }: { session: Session; read: SessionHeadProps['weekend'] }) {
  const search = useSearch();
  // Its height where the server is slow: most sessions are one of several.
  if (value === null)
    return phase === 'failed' || phase === 'notFound' ? null : <div className="h-8 desk:mt-2 desk:h-9" />;
  const sessions = weekendLinks(value);
  if (sessions.length === 0) return null;
  return (
    <nav aria-label="Sessions of this weekend" className="no-print -mx-4 bg-panel desk:mx-0 desk:mt-2 desk:bg-bg">
      <ul className="strip-x desk:gap-1">
        {sessions.map(({ id, sessionType }) => (
          <li key={id} className="max-desk:flex-1">
            <PageLink
              ref={id === session.id ? centreInStrip : null}
              href={weekendHref(id, search)}
              // The sessions of a private weekend have one key.
              onClick={() => shareSessionKey(session.id, id)}
              aria-current={id === session.id ? 'page' : undefined}
              className="flex h-8 items-center justify-center gap-1.5 border-y border-line px-4 text-14 font-650 whitespace-nowrap text-mute hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text desk:h-9 desk:rounded-8 desk:border"
            >
              {typeName(sessionType)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
