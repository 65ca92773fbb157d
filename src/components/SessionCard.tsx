import { isRace } from '#contract/enumerations';
import { lapGap, raceGap, timeWithPenalties } from '#contract/race/gaps';
import type { SessionSummary } from '#contract/session';
import { formatShortDay } from '../format/date.ts';
import { trackName, typeName } from '../format/names.ts';
import { formatGapOf, formatLap, formatTime, noTime } from '../format/time.ts';
import { PageLink } from './PageLink.tsx';
import { TeamBar } from './TeamBar.tsx';

/** A session in a list: track, type and date, the winner and the gaps. */
export function SessionCard({ session, withTrack = true }: { session: SessionSummary; withTrack?: boolean }) {
  const [first, ...others] = session.podium;
  const isOfRace = isRace(session.sessionType);
  const gapOf = isOfRace ? raceGap : lapGap;
  const type = typeName(session.sessionType);
  return (
    <PageLink
      href={`/sessions/${session.id}`}
      badge="corner"
      className="card relative flex min-h-[72px] items-center justify-between gap-3 px-3.5 py-2.5 transition-colors hover:border-mute"
    >
      <span className="grid min-w-0 gap-0.5">
        <span className="truncate text-14 font-650 text-mute">
          {withTrack ? `${trackName(session.trackId)} · ${type}` : type} · {formatShortDay(session.sessionStartTime)}
        </span>
        <span className="flex min-w-0 items-center gap-2 text-17 font-750">
          {first === undefined ? (
            <span className="text-mute">No result</span>
          ) : (
            <>
              <TeamBar team={first.team} height={18} />
              <bdi className="truncate">{first.name}</bdi>
            </>
          )}
        </span>
      </span>
      {first === undefined ? null : (
        <span className="grid shrink-0 text-right">
          <span className="text-17 font-750">
            {isOfRace ? formatTime(timeWithPenalties(first)) : formatLap(first.bestLapTimeMs)}
          </span>
          <span className="text-12 text-mute">
            {others.map((other) => formatGapOf(gapOf(first, other))).join(' · ') || noTime}
          </span>
        </span>
      )}
    </PageLink>
  );
}
