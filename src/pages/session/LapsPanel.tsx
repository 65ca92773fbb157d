import { useMemo } from 'react';
import type { Session } from '#contract/entities/session';
import { inResultOrder } from '#contract/race/classify';
import { codesByCar } from '#contract/race/driver-codes';
import { sessionBestTimes } from '#contract/race/laps';
import type { RaceCourse } from '#contract/race/race-trace';
import { useFollowedDrivers } from '../../actors/followed-drivers.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { DriverSelect } from '../../components/session/DriverSelect.tsx';
import { LapsCompare } from '../../components/session/LapsCompare.tsx';
import { LapsTable } from '../../components/session/LapsTable.tsx';
import { lapMomentsOf } from '../../format/session-moments.ts';
import { lazyPart } from '../../navigation/pending.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { Part } from '../LoadBoundary.tsx';
import { type SessionView, viewHref } from './session-view.ts';

const PaceChart = lazyPart(() =>
  import('../../components/session/story/PaceChart.tsx').then((loaded) => loaded.PaceChart),
);

interface LapsPanelProps {
  readonly session: Session;
  /** Null outside of races. */
  readonly course: RaceCourse | null;
  readonly view: SessionView;
}

/** The laps of one driver, or of two side by side; the address has them. */
export function LapsPanel({ session, course, view }: LapsPanelProps) {
  const navigate = useNavigate();
  const momentOf = useMemo(() => lapMomentsOf(session), [session]);
  const { isFollowed } = useFollowedDrivers();
  const drivers = inResultOrder(session).filter((driver) => driver.lapTimes.length > 0);
  const byCar = (carIndex: number | null) => drivers.find((driver) => driver.carIndex === carIndex);
  const selected = byCar(view.driver) ?? drivers.find(({ name }) => isFollowed(name)) ?? drivers[0];
  if (selected === undefined) return null;
  const found = byCar(view.compared);
  const compared = found === selected ? undefined : found;
  const codes = codesByCar(session.drivers);
  const show = (driver: number, other: number | null) =>
    navigate(viewHref({ ...view, tab: 'laps', driver, compared: other === driver ? null : other }));
  const places = course?.traces.find((trace) => trace.driver === selected)?.places.slice(1) ?? null;
  return (
    <div className="stack gap-4">
      <div className="flex max-w-2xl flex-wrap gap-3">
        <DriverSelect
          label="Driver"
          drivers={drivers}
          value={selected.carIndex}
          onChange={(carIndex) => show(carIndex ?? selected.carIndex, compared?.carIndex ?? null)}
        />
        <DriverSelect
          label="Compare with"
          drivers={drivers.filter((driver) => driver !== selected)}
          value={compared?.carIndex ?? null}
          none="No one"
          onChange={(carIndex) => show(selected.carIndex, carIndex)}
        />
      </div>
      <div className="stack items-start gap-x-8 gap-y-4 wide:grid-cols-2">
        <div className="min-w-0 wide:sticky wide:top-30">
          <Part fallback={<Skeleton height={compared === undefined ? 290 : 386} />}>
            <PaceChart drivers={compared === undefined ? [selected] : [selected, compared]} codes={codes} />
          </Part>
        </div>
        {compared === undefined ? (
          <LapsTable
            driver={selected}
            bests={sessionBestTimes(session.drivers)}
            positions={places}
            momentOf={(lap) => momentOf(lap, selected.carIndex)}
          />
        ) : (
          <LapsCompare
            drivers={[selected, compared]}
            codes={codes}
            course={course}
            momentOf={(lap) => momentOf(lap, selected.carIndex, compared.carIndex)}
          />
        )}
      </div>
    </div>
  );
}
