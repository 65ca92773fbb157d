import { isRace } from '#contract/enumerations';
import type { PodiumPlace, SessionSummary } from '#contract/session';
import { formatShortDay } from '../format/date.ts';
import { trackName, typeName } from '../format/names.ts';
import { formatGap, formatLap, formatLapsBehind, formatTime, noTime } from '../format/time.ts';
import { Away } from './Away.tsx';
import { TeamBar } from './TeamBar.tsx';

function total(place: PodiumPlace): number | null {
  return place.totalRaceTime === null ? null : place.totalRaceTime + (place.totalPenaltiesSeconds ?? 0) * 1_000;
}

function gapTo(first: PodiumPlace, other: PodiumPlace, isOfRace: boolean): string {
  const laps = (first.numberOfLaps ?? 0) - (other.numberOfLaps ?? 0);
  if (isOfRace && laps > 0) return formatLapsBehind(laps);
  const times = isOfRace ? [total(first), total(other)] : [first.bestLapTimeMs, other.bestLapTimeMs];
  const [leader, behind] = times;
  return leader == null || behind == null ? noTime : formatGap(behind - leader);
}

/** A session in a list: where, what, who won and by how much; the whole card is the link. */
export function SessionCard({ session, withTrack = true }: { session: SessionSummary; withTrack?: boolean }) {
  const [first, ...others] = session.podium;
  const isOfRace = isRace(session.sessionType);
  const type = typeName(session.sessionType);
  return (
    <a
      href={`/sessions/${session.id}`}
      className="group card flex min-h-[72px] items-center justify-between gap-3 px-3.5 py-2.5 transition-colors hover:border-mute"
    >
      <span className="grid min-w-0 gap-0.5">
        <span className="truncate text-14 font-650 text-mute">
          <Away />
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
          <span className={`text-17 font-750 ${isOfRace ? 'text-text' : 'text-purple'}`}>
            {isOfRace ? formatTime(total(first)) : formatLap(first.bestLapTimeMs)}
          </span>
          <span className="text-12 text-mute">
            {others.map((other) => gapTo(first, other, isOfRace)).join(' · ') || noTime}
          </span>
        </span>
      )}
    </a>
  );
}
