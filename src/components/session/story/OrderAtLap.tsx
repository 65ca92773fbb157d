import type { RaceCourse } from '#contract/race/race-trace';
import { formatGap } from '../../../format/time.ts';
import { StepSlider } from '../../StepSlider.tsx';
import { TeamBar } from '../../TeamBar.tsx';

interface OrderAtLapProps {
  readonly course: RaceCourse;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  /** 0 is the grid. */
  readonly lap: number;
  readonly onLap: (lap: number) => void;
}

/** A slider over the laps, and the order after the chosen one. */
export function OrderAtLap({ course, codes, lap, onLap }: OrderAtLapProps) {
  const cars = course.traces
    .flatMap(({ driver, places, gaps }) => {
      const place = places[lap] ?? null;
      return place === null ? [] : [{ driver, place, gap: gaps[lap - 1] ?? null }];
    })
    .sort((one, other) => one.place - other.place);
  const title = lap === 0 ? 'Grid' : lap === course.laps ? `Lap ${lap}, flag` : `Lap ${lap}`;
  return (
    <div className="stack gap-2">
      <StepSlider
        label="Lap"
        title={title}
        text={cars.map(({ driver, place }) => `${place} ${driver.name}`).join(', ')}
        last={course.laps}
        step={lap}
        onStep={onLap}
      />
      <ol
        aria-label={`Order, ${title.toLowerCase()}`}
        className="grid isolate grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-x-4 text-14"
      >
        {cars.map(({ driver, place, gap }) => (
          // The rows stay and their texts change: rows that move cost several times as much.
          <li key={place} className="h-7">
            <div className="flex h-7 items-center gap-1.5 [contain:size_layout]">
              <span className="w-5 text-right text-mute">{place}</span>
              <TeamBar team={driver.team} height={14} />
              <b title={driver.name}>{codes.get(driver.carIndex)}</b>
              <span className="ml-auto text-mute">{gap === null || gap === 0 ? '' : formatGap(gap)}</span>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
