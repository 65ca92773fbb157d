import { memo, useContext } from 'react';
import type { RaceCourse } from '#contract/race/race-trace';
import { formatGap } from '../../../format/time.ts';
import { OrderAtStep } from '../../OrderAtStep.tsx';
import { TeamColoursContext } from '../../team-colours-context.ts';

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
  const colourOf = useContext(TeamColoursContext);
  const cars = course.traces
    .flatMap(({ driver, places, gaps }) => {
      const place = places[lap] ?? null;
      return place === null ? [] : [{ driver, place, gap: gaps[lap - 1] ?? null }];
    })
    .sort((one, other) => one.place - other.place);
  const title = lap === 0 ? 'Grid' : lap === course.laps ? `Lap ${lap}, flag` : `Lap ${lap}`;
  return (
    <OrderAtStep
      label="Lap"
      title={title}
      text={cars.map(({ driver, place }) => `${place} ${driver.name}`).join(', ')}
      last={course.laps}
      step={lap}
      onStep={onLap}
      listLabel={`Order, ${title.toLowerCase()}`}
    >
      {cars.map(({ driver, place, gap }) => (
        <OrderRow
          // The rows stay and their texts change: rows that move cost several times as much.
          key={place}
          place={place}
          code={codes.get(driver.carIndex) ?? ''}
          title={driver.team === null ? driver.name : `${driver.name}, ${driver.team}`}
          colour={colourOf(driver.team)}
          gap={gap === null || gap === 0 ? '' : formatGap(gap)}
        />
      ))}
    </OrderAtStep>
  );
}

interface OrderRowProps {
  readonly place: number;
  readonly code: string;
  /** The driver, and the team. */
  readonly title: string;
  readonly colour: string;
  readonly gap: string;
}

/** A row, drawn again where it changes. One element has all that another driver changes but the gap: each is styled again. */
const OrderRow = memo(function OrderRow({ place, code, title, colour, gap }: OrderRowProps) {
  return (
    <li className="h-7">
      <div className="flex h-7 items-center gap-1.5 text-mute [contain:size_layout]">
        <span className="w-5 text-right">{place}</span>
        <b
          title={title}
          className="rounded-[2px] border-l-4 pl-1.5 leading-[14px] text-text"
          style={{ borderColor: colour }}
        >
          {code}
        </b>
        <span className="ml-auto">{gap}</span>
      </div>
    </li>
  );
});
