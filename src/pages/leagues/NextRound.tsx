import type { Track } from '#contract/enumerations';
import { useSecondsLeft } from '../../actors/seconds-left.ts';
import { LocalTime } from '../../components/LocalTime.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { formatStart } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { formatUntil } from '../../format/until.ts';
import { useServerTime } from '../use-server-time.ts';

interface NextRoundProps {
  readonly href: string;
  /** Counts from 1. */
  readonly round: number;
  readonly track: Track;
  readonly eventName: string | null;
  readonly startsAt: string | null;
  /** Where it belongs: its league or its season. */
  readonly place?: string;
}

/** The round that is next: what, when, and how long until then. */
export function NextRound({ href, round, track, eventName, startsAt, place }: NextRoundProps) {
  return (
    <PageLink
      href={href}
      badge="corner"
      className="card relative flex items-center gap-3 border-l-[5px] border-l-amber px-3.5 py-3 hover-transition hover:border-mute"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="name-text text-14 text-mute">
          Round {round}
          {place === undefined ? null : (
            <>
              {' · '}
              <bdi>{place}</bdi>
            </>
          )}
        </span>
        <bdi className="name-text text-20 font-800">{eventName ?? trackName(track)}</bdi>
        <span className="text-14 text-mute">
          {startsAt === null ? 'No date yet' : <LocalTime instant={startsAt} format={formatStart} />}
        </span>
      </span>
      {startsAt === null ? null : <Countdown until={Date.parse(startsAt)} />}
    </PageLink>
  );
}

function Countdown({ until }: { until: number }) {
  useSecondsLeft(until);
  const text = formatUntil(until, useServerTime());
  return text === null ? null : <b className="shrink-0 text-17 font-800">{text}</b>;
}
