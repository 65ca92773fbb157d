import type { RaceCourse } from '#contract/race/race-trace';
import { slowName } from '../../../format/race-story.ts';

interface SlowLapsProps {
  readonly course: RaceCourse;
  /** For laps of which nothing has recorded what slowed the field. */
  readonly label: string;
  readonly x: (lap: number) => number;
  readonly top: number;
  readonly height: number;
}

/** Bands behind the laps under a safety car or a red flag. */
export function SlowLaps({ course, label, x, top, height }: SlowLapsProps) {
  return course.slowLaps.map(({ from, to, kind }) => (
    <g key={from}>
      <rect
        x={x(from - 0.5)}
        width={x(to + 0.5) - x(from - 0.5)}
        y={top}
        height={height}
        className="fill-amber"
        opacity={0.08}
      />
      <text
        x={(x(from - 0.5) + x(to + 0.5)) / 2}
        y={top - 8}
        textAnchor="middle"
        className="fill-amber text-12 font-650"
      >
        {kind === null ? label : slowName(kind)}
      </text>
    </g>
  ));
}
