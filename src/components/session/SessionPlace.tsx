import type { NearbyRound, SessionEvent } from '#contract/entities/session';
import { nearbyText, roundText, seasonBesideLeague } from '#contract/race/describe-session';
import { seasonSessionPath } from '../../format/session-path.ts';
import { Icon } from '../Icon.tsx';
import { PageLink } from '../PageLink.tsx';

const arrows = { previous: 'M15 5 8 12l7 7', next: 'M9 5l7 7-7 7' } as const;

/**
 * Where a session belongs: league, season and round, with the rounds before and after it. On a phone several seasons are in one
 * line, which scrolls, so that they move the result no further down than one does.
 */
export function SessionPlace({ events }: { events: readonly SessionEvent[] | null | undefined }) {
  if (events == null || events.length === 0) return null;
  const isOne = events.length === 1;
  return (
    <nav
      aria-label="Season of this session"
      // The padding has room for the arrows, which are higher than the line.
      className={`no-print grid ${isOne ? '' : 'max-desk:-mx-4 max-desk:-my-2 max-desk:strip-x max-desk:gap-5 max-desk:px-4 max-desk:py-2'}`}
    >
      {events.map((event) => (
        <div
          key={event.eventId}
          className={`flex h-7 items-center gap-1 text-14 desk:h-8 desk:min-w-0 ${isOne ? 'min-w-0' : 'shrink-0'}`}
        >
          <RoundLink event={event} to="previous" round={event.previous} />
          <p
            className={`min-w-0 flex-1 gap-1.5 leading-7 whitespace-nowrap text-mute desk:flex-none ${isOne ? 'strip-x' : 'flex desk:strip-x'}`}
          >
            {event.league == null ? null : (
              <>
                <PageLink href={`/leagues/${event.league.id}`} className="text-red">
                  <bdi>{event.league.name}</bdi>
                </PageLink>
                <span>·</span>
              </>
            )}
            <PageLink href={`/seasons/${event.seasonId}`} className="font-650 text-text">
              <bdi>{seasonBesideLeague(event)}</bdi>
            </PageLink>
            <span>·</span>
            <bdi>{roundText(event)}</bdi>
            {event.scoring === 'sprint' ? <span>· Sprint</span> : null}
          </p>
          <RoundLink event={event} to="next" round={event.next} />
        </div>
      ))}
    </nav>
  );
}

interface RoundLinkProps {
  readonly event: SessionEvent;
  readonly to: keyof typeof arrows;
  readonly round: NearbyRound | null | undefined;
}

/** To the session of a round; to the calendar while it has none. */
function RoundLink({ event, to, round }: RoundLinkProps) {
  if (round == null) return null;
  const text = nearbyText(round);
  const calendar = `/seasons/${event.seasonId}?tab=calendar`;
  return (
    <PageLink
      href={round.sessionId === null ? calendar : seasonSessionPath(event.seasonId, round.sessionId)}
      title={text}
      className={`-my-2 flex size-11 shrink-0 items-center justify-center rounded-8 text-mute hover:text-text ${to === 'previous' ? '-ml-3' : '-mr-3'}`}
    >
      <Icon path={arrows[to]} size={20} />
      <span className="sr-only">{`${to === 'previous' ? 'Previous' : 'Next'}: ${text}`}</span>
    </PageLink>
  );
}
