import type { SeasonEvent } from '#contract/entities/season';
import { centreInStrip } from '../../browser/strip.ts';
import { LocalTime } from '../../components/LocalTime.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { formatShortDay } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { seasonSessionPath } from '../../format/session-path.ts';
import { trackCode } from '../../format/track-code.ts';

interface RoundStripProps {
  readonly seasonId: string;
  readonly events: readonly SeasonEvent[];
  /** The rounds whose races run now; counted from 1. */
  readonly live: readonly number[];
  /** The round that is next; counts from 1. */
  readonly next: number | null;
  /** The winner of a session, if known. */
  readonly winnerOf: (event: SeasonEvent) => { readonly sessionId: string; readonly name: string } | null;
}

/** The rounds of a season in one line, scrolled to the one that is live or next; those that are over have their winner. */
export function RoundStrip({ seasonId, events, live, next, winnerOf }: RoundStripProps) {
  return (
    <ol className="strip-x -mx-4 gap-2 px-4 pb-1 desk:mx-0 desk:px-0">
      {events.map((event, index) => {
        const winner = winnerOf(event);
        const isNext = index + 1 === next;
        const isLive = live.includes(index + 1);
        const content = (
          <>
            <span className="flex justify-between gap-2 text-12 text-mute">
              <span>R{index + 1}</span>
              {isLive ? (
                <b className="font-650 text-green">Live</b>
              ) : (
                <span>{isNext ? 'Next' : <DayOf event={event} />}</span>
              )}
            </span>
            <b className="text-17 font-800" title={event.name ?? trackName(event.track)}>
              {trackCode(event.track)}
            </b>
            <bdi className="name-text text-12 text-mute">
              {winner?.name ?? (isLive || isNext ? <DayOf event={event} /> : '\u00a0')}
            </bdi>
          </>
        );
        const box = `stack min-h-18 w-28 shrink-0 content-center rounded-8 border px-2.5 py-1.5 ${isLive ? 'border-green' : isNext ? 'border-amber' : 'border-line'}`;
        return (
          <li key={event.id} ref={index + 1 === (live[0] ?? next) ? centreInStrip : null} className="grid">
            {winner === null ? (
              <span className={box}>{content}</span>
            ) : (
              <PageLink href={seasonSessionPath(seasonId, winner.sessionId)} className={`${box} hover:border-mute`}>
                {content}
              </PageLink>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The day of an event; a blank where it has none. */
function DayOf({ event: { startsAt } }: { event: SeasonEvent }) {
  return startsAt === null ? '\u00a0' : <LocalTime instant={startsAt} format={formatShortDay} />;
}
