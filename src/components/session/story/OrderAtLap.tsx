import { memo, useContext } from 'react';
import type { RaceCourse } from '#contract/race/race-trace';
import { formatGap } from '../../../format/time.ts';
import { OrderAtStep } from '../../OrderAtStep.tsx';
import { TeamColoursContext } from '../../team-colours-context.ts';
import { useThrottled } from './use-throttled.ts';

interface OrderAtLapProps {
  readonly course: RaceCourse;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  /** 0 is the grid. */
  readonly lap: number;
  readonly onLap: (lap: number) => void;
}

/** How often the order changes, in ms: nobody reads 22 rows sixty times a second, and the cursor has the time. */
const pace = 100;

/** A slider over the laps, and the order after the chosen one. The slider says each lap, also those between two orders. */
export function OrderAtLap({ course, codes, lap, onLap }: OrderAtLapProps) {
  const shown = useThrottled(lap, pace);
  const title = lapTitle(course, lap);
  return (
    <OrderAtStep
      label="Lap"
      title={title}
      text={carsAfter(course, lap)
        .map(({ driver, place }) => `${place} ${driver.name}`)
        .join(', ')}
      last={course.laps}
      step={lap}
      onStep={onLap}
      listLabel={`Order, ${lapTitle(course, shown).toLowerCase()}`}
    >
      <OrderRows course={course} codes={codes} lap={shown} />
    </OrderAtStep>
  );
}

function lapTitle({ laps }: RaceCourse, lap: number): string {
  if (lap === 0) return 'Grid';
  return lap === laps ? `Lap ${lap}, flag` : `Lap ${lap}`;
}

/** The cars that have a place after a lap, the first one first, with their gaps in ms. */
function carsAfter({ traces }: RaceCourse, lap: number) {
  return traces
    .flatMap(({ driver, places, gaps }) => {
      const place = places[lap] ?? null;
      return place === null ? [] : [{ driver, place, gap: gaps[lap - 1] ?? null }];
    })
    .sort((one, other) => one.place - other.place);
}

/** The rows of the order, drawn again where the lap changes that they show. */
const OrderRows = memo(function OrderRows({ course, codes, lap }: Omit<OrderAtLapProps, 'onLap'>) {
  const colourOf = useContext(TeamColoursContext);
  return carsAfter(course, lap).map(({ driver, place, gap }) => (
    <OrderRow
      // The rows stay and their texts change: rows that move cost several times as much.
      key={place}
      place={place}
      code={codes.get(driver.carIndex) ?? ''}
      title={driver.team === null ? driver.name : `${driver.name}, ${driver.team}`}
      colour={colourOf(driver.team)}
      gap={gap === null || gap === 0 ? '' : formatGap(gap)}
    />
  ));
});

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
