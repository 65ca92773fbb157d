import type { ReactNode } from 'react';
import type { Session } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import type { RaceCourse } from '#contract/race/race-trace';
import { bestSectors, biggestClimber, fastestLapOf, stopFacts } from '#contract/race/session-facts';
import { slowLapsLabel, slowName } from '../../format/race-story.ts';
import { formatLap, formatTime } from '../../format/time.ts';
import { FastestMark } from './FastestMark.tsx';

interface FactsProps {
  readonly session: Session;
  /** Null outside of races. */
  readonly course: RaceCourse | null;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
}

/** Facts that stand out in a session, beside its result. */
export function Facts({ session, course, codes }: FactsProps) {
  const fastest = fastestLapOf(session);
  const isOfRace = isRace(session.sessionType);
  const climber = isOfRace ? biggestClimber(session) : null;
  const stops = isOfRace ? stopFacts(session) : { count: 0, shortest: null };
  const sectors = (isOfRace ? [] : bestSectors(session)).map((best, index) => ({
    ...best,
    label: `Fastest sector ${index + 1}`,
  }));
  const slowLaps = new Map<string, string[]>();
  for (const { from, to, kind } of course?.slowLaps ?? []) {
    const label = kind === null ? slowLapsLabel(session, 'long') : slowName(kind, 'long');
    slowLaps.set(label, [...(slowLaps.get(label) ?? []), from === to ? `L${from}` : `L${from}–${to}`]);
  }
  return (
    <dl className="isolate grid grid-cols-2 gap-x-4 gap-y-3 desk:grid-cols-4">
      {fastest === null ? null : (
        <Fact
          label={fastest.lap === null ? 'Fastest lap' : `Fastest lap, L${fastest.lap}`}
          note={<bdi>{fastest.driver.name}</bdi>}
        >
          <span className="text-purple">
            <FastestMark />
            {formatLap(fastest.time)}
          </span>
        </Fact>
      )}
      {climber === null ? null : (
        <Fact label="Biggest climber" note={`P${climber.driver.startingPosition} → P${climber.position}`}>
          <bdi>{climber.driver.name}</bdi>
        </Fact>
      )}
      {stops.count === 0 ? null : (
        <Fact
          label="Stops"
          note={
            stops.shortest === null
              ? null
              : `shortest ${formatTime(stops.shortest.time)} s, ${codes.get(stops.shortest.driver.carIndex)}`
          }
        >
          {stops.count}
        </Fact>
      )}
      {[...slowLaps].map(([label, laps]) => (
        <Fact key={label} label={label} note={null}>
          <span className="text-amber">{laps.join(', ')}</span>
        </Fact>
      ))}
      {sectors.map(({ driver, time, label }) => (
        <Fact key={label} label={label} note={<bdi>{driver.name}</bdi>}>
          {formatTime(time)}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-mute">{label}</dt>
      <dd className="name-text font-750">{children}</dd>
      {note === null ? null : <dd className="name-text text-14 text-mute">{note}</dd>}
    </div>
  );
}
