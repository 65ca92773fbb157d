import { memo, type ReactNode, useState } from 'react';
import type { Session, SessionEvent } from '#contract/entities/session';
import type { LiveFlag } from '#contract/entities/track-flag';
import { describeSession } from '#contract/race/describe-session';
import { momentHref } from '#contract/race/replay/moment';
import { useRace } from '../../actors/live.ts';
import { type ReplayControls, replaySpeeds, useReplayTime } from '../../actors/replay.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Options } from '../../components/form/Options.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { ShareButton } from '../../components/ShareButton.tsx';
import { eventClock, eventText, messageName } from '../../format/live-event-words.ts';
import type { ReplayMarks } from '../../format/replay-marks.ts';
import { streamMoment } from '../../format/stream-moment.ts';
import { liveIcons } from '../live/live-icons.ts';

interface ReplayBarProps {
  readonly replay: ReplayControls;
  readonly session: Session;
  /** The video of its event. */
  readonly stream: SessionEvent['stream'];
  /** The cars that a shared moment is about. */
  readonly cars: readonly number[];
  /** More actions on the moment that is shown. */
  readonly children: ReactNode;
}

const icons = { previous: 'M7 5v14M18 5 9 12l9 7V5Z', next: 'M17 5v14M6 5l9 7-9 7V5Z' } as const;

/** The time of a replay: played, paused, moved, with what happened marked along it. */
export function ReplayBar({ replay, session, stream, cars, children }: ReplayBarProps) {
  const { store, start, duration, marks, isPlaying, speed } = replay;
  const time = useReplayTime(replay);
  const [said, setSaid] = useState('');
  const lap = useRace(store, ({ view }) => view?.head.lap ?? null);
  const clock = `${eventClock(time)} of ${eventClock(duration)}`;
  const video = stream === undefined ? null : streamMoment(stream, session.sessionStartTime, time);
  const goToIncident = (direction: 1 | -1) => {
    const event = replay.stepIncident(direction);
    if (event === null) return;
    const { mark, text } = eventText(event, (car) => messageName(store.state().view?.rows, car));
    setSaid(`${mark} ${text}`);
  };
  return (
    <div className="no-print grid bg-bg px-3.5 phone:px-2">
      <div className="flex flex-wrap items-center gap-1 pt-1">
        <IconButton icon={icons.previous} label="Previous incident" size={20} onClick={() => goToIncident(-1)} />
        <IconButton
          icon={isPlaying ? liveIcons.pause : liveIcons.play}
          label={isPlaying ? 'Pause' : 'Play'}
          onClick={replay.toggle}
        />
        <IconButton icon={icons.next} label="Next incident" size={20} onClick={() => goToIncident(1)} />
        <p className="ml-1 text-14 whitespace-nowrap">
          <span className="font-650">{eventClock(time)}</span>
          <span className="text-mute phone:hidden"> / {eventClock(duration)}</span>
        </p>
        <p role="status" className="sr-only">
          {said}
        </p>
        <select
          aria-label="Speed"
          value={speed}
          onChange={({ target }) => replay.setSpeed(replaySpeeds.find((each) => String(each) === target.value) ?? 1)}
          className="ml-auto h-11 rounded-8 border border-line bg-bg px-2 text-14 font-650"
        >
          <Options of={replaySpeeds.map((each) => [each, `${each} ×`] as const)} />
        </select>
        <ShareButton title={describeSession(session).fullTitle} address={momentHref({ at: time, cars })}>
          <span className="phone:sr-only">Share</span>
        </ShareButton>
        {video === null ? null : (
          <a href={video} target="_blank" rel="noopener noreferrer" className="link px-1">
            Video
          </a>
        )}
        {children}
        <ButtonLink href="?tab=results" className="max-desk:hidden">
          Result
        </ButtonLink>
      </div>
      <div className="relative pb-1">
        <Marks marks={marks} start={start} duration={duration} />
        <input
          type="range"
          aria-label="Time"
          aria-valuetext={lap === null ? clock : `Lap ${lap}, ${clock}`}
          min={start}
          max={duration}
          step={100}
          value={time}
          onChange={({ target }) => replay.seek(Number(target.value))}
          className="m-0 block h-6 w-full cursor-pointer accent-red"
        />
      </div>
    </div>
  );
}

const flagColours: Partial<Record<LiveFlag, string>> = {
  red: 'fill-red',
  safetyCar: 'fill-amber',
  safetyCarEnding: 'fill-amber',
  virtualSafetyCar: 'fill-amber',
  virtualSafetyCarEnding: 'fill-amber',
};

interface MarksProps {
  readonly marks: ReplayMarks;
  readonly start: number;
  readonly duration: number;
}

/** Laps, flags, stops and incidents along the bar, whose ends are half of its handle from the edges. */
const Marks = memo(({ marks, start, duration }: MarksProps) => {
  const place = (time: number) =>
    (1_000 * Math.min(Math.max(time, start) - start, duration - start)) / (duration - start);
  const tick = (key: string, time: number, className: string, y: number, height: number) => (
    <rect key={key} x={place(time) - 0.75} y={y} width={1.5} height={height} className={className} />
  );
  return (
    <svg aria-hidden="true" viewBox="0 0 1000 14" preserveAspectRatio="none" className="block h-3.5 w-full px-2">
      {marks.flags.map(({ key, flag, from, to }) => (
        <rect
          key={key}
          x={place(from)}
          y={5}
          width={Math.max(2, place(to) - place(from))}
          height={5}
          className={flagColours[flag] ?? 'fill-yellow'}
        />
      ))}
      {marks.laps.map((time) => tick(`lap ${time}`, time, 'fill-mute', 10, 4))}
      {marks.stops.map((time, index) => tick(`stop ${index}`, time, 'fill-text', 7, 3))}
      {marks.incidents.map(({ key, at, kind }) =>
        kind === 'flag' ? null : tick(key, at, kind === 'out' ? 'fill-red' : 'fill-amber', 0, 5),
      )}
    </svg>
  );
});
