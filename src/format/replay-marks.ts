import type { Session } from '#contract/entities/session';
import type { LiveFlag } from '#contract/entities/track-flag';
import { isRace } from '#contract/enumerations';
import { toDocument } from '#contract/live/to-document';
import { createEventFeed, type LiveEvent } from '#contract/race/live-feed';
import { raceCourse } from '#contract/race/race-trace';
import type { Replay } from '#contract/race/replay/replay';

/** What the time bar of a replay marks; times in ms since the start of the session. */
export interface ReplayMarks {
  /** When the first car begins each lap; in practice and qualifying, when each lap begins that is the fastest so far. */
  readonly laps: readonly number[];
  readonly flags: readonly {
    readonly key: string;
    readonly flag: LiveFlag;
    readonly from: number;
    readonly to: number;
  }[];
  readonly stops: readonly number[];
  /** Flags, penalties and cars that are out, in the order of time. */
  readonly incidents: readonly LiveEvent[];
}

/** A step back from shortly after a mark goes to the one before, in ms. */
const tolerance = 1_500;

/** The marks of a session. */
export function replayMarks(session: Session, { start, duration }: Pick<Replay, 'start' | 'duration'>): ReplayMarks {
  const events = [...createEventFeed()(toDocument(session))].reverse();
  const laps = isRace(session.sessionType)
    ? raceCourse(session)
        .times.slice(0, -1)
        .flatMap((time) => (time === null ? [] : [start + time]))
    : events.flatMap((event) => (event.kind === 'fastestLap' ? [Math.max(start, event.at - event.lapTime)] : []));
  return {
    laps: [...new Set([start, ...laps])].sort((one, other) => one - other),
    flags: events.flatMap((event) =>
      event.kind === 'flag' && event.flag !== 'chequered'
        ? [{ key: event.key, flag: event.flag, from: event.at, to: event.until?.time ?? duration }]
        : [],
    ),
    stops: events.flatMap(({ kind, at }) => (kind === 'stop' ? [at] : [])),
    incidents: events.filter(
      (event) =>
        event.kind === 'penalty' || event.kind === 'out' || (event.kind === 'flag' && event.flag !== 'chequered'),
    ),
  };
}

/** The next of some ascending times, or the one before; null without one. */
export function stepFrom(times: readonly number[], time: number, direction: 1 | -1): number | null {
  const found = direction === 1 ? times.find((at) => at > time + 1) : times.findLast((at) => at < time - tolerance);
  return found ?? null;
}
