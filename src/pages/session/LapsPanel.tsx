import { lazy, Suspense, useState } from 'react';
import type { Driver, Session } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { inResultOrder } from '#contract/race/classification';
import { sessionBestTimes } from '#contract/race/laps';
import { raceCourse } from '#contract/race/race-trace';
import { Empty } from '../../components/Empty.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { LapsTable } from '../../components/session/LapsTable.tsx';
import { codesByCar } from '../../format/codes.ts';

const PaceChart = lazy(() =>
  import('../../components/session/story/PaceChart.tsx').then((loaded) => ({ default: loaded.PaceChart })),
);

/** The laps of one driver, or of two side by side. */
export function LapsPanel({ session }: { session: Session }) {
  const drivers = inResultOrder(session.drivers).filter((driver) => driver.lapTimes.length > 0);
  const [selected, setSelected] = useState(drivers[0]?.carIndex ?? null);
  const [compared, setCompared] = useState<number | null>(null);
  if (drivers.length === 0) return <Empty title="No laps recorded">No one completed a lap in this session.</Empty>;
  const bests = sessionBestTimes(session.drivers);
  const traces = isRace(session.sessionType) ? raceCourse(session).traces : null;
  const positionsOf = (driver: Driver) => traces?.find((trace) => trace.driver === driver)?.places.slice(1) ?? null;
  const shown = [selected, compared].flatMap(
    (carIndex) => drivers.find((driver) => driver.carIndex === carIndex) ?? [],
  );
  const options = (without: number | null) =>
    drivers
      .filter(({ carIndex }) => carIndex !== without)
      .map((driver) => (
        <option key={driver.carIndex} value={driver.carIndex}>
          {driver.name}
        </option>
      ));
  const select = 'h-11 w-full min-w-0 rounded-8 border border-line bg-panel px-3 font-650';
  return (
    <div className="stack gap-4">
      <div className="flex max-w-2xl flex-wrap gap-3">
        <label className="grid min-w-36 flex-1 gap-1 text-14 text-mute">
          Driver
          <select
            className={`${select} text-text`}
            value={selected ?? ''}
            onChange={(event) => {
              const driver = Number(event.target.value);
              setSelected(driver);
              if (driver === compared) setCompared(null);
            }}
          >
            {options(null)}
          </select>
        </label>
        <label className="grid min-w-36 flex-1 gap-1 text-14 text-mute">
          Compare with
          <select
            className={`${select} text-text`}
            value={compared ?? ''}
            onChange={(event) => setCompared(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">No one</option>
            {options(selected)}
          </select>
        </label>
      </div>
      <Suspense fallback={<Skeleton height={254} />}>
        <PaceChart drivers={shown} codes={codesByCar(session.drivers)} />
      </Suspense>
      <div className={`grid items-start gap-8 ${shown.length > 1 ? 'wide:grid-cols-2' : 'max-w-3xl'}`}>
        {shown.map((driver, index) => (
          <section key={`${index === 0 ? 'selected' : 'compared'} ${driver.carIndex}`} className="grid min-w-0 gap-2">
            {shown.length > 1 ? (
              <h2 className="truncate text-17 font-750">
                <bdi>{driver.name}</bdi>
              </h2>
            ) : null}
            <LapsTable driver={driver} bests={bests} positions={positionsOf(driver)} />
          </section>
        ))}
      </div>
    </div>
  );
}
