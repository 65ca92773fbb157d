import { memo } from 'react';
import { Button } from '../../Button.tsx';
import { TeamBar } from '../../TeamBar.tsx';
import type { ChartProps } from './chart.ts';

/** A switch for each driver: whether the line has a colour. */
export const ColouredDrivers = memo(function ColouredDrivers({
  course,
  lit,
  onToggle,
}: Pick<ChartProps, 'course' | 'lit' | 'onToggle'>) {
  return (
    // Isolated, as all that stands still beside a lap cursor: browsers paint it once, and not with each move.
    <fieldset className="isolate no-print">
      <legend className="pb-3 text-17 font-750">Drivers with a colour</legend>
      <ul className="flex flex-wrap gap-2">
        {course.traces.map(({ driver: { carIndex, name, team } }) => (
          <li key={carIndex}>
            <Button
              kind="chip"
              aria-pressed={lit.has(carIndex)}
              className="text-mute aria-pressed:border-mute aria-pressed:text-text"
              onClick={() => onToggle(carIndex)}
            >
              <TeamBar team={team} driver={carIndex} height={16} />
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
});
