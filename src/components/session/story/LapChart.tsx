import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { lapTicks } from './chart.ts';
import { LapCursor } from './LapCursor.tsx';
import { useWidth } from './use-width.ts';

/** What is drawn in the frame of a chart. */
interface LapFrame {
  /** From a lap to px; the same function for as long as the width is the same. */
  readonly x: ScaleLinear<number, number>;
  readonly width: number;
  /** Where the last lap ends, in px. */
  readonly end: number;
}

interface LapChartProps {
  /** What the picture shows, and where its numbers are. */
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
  readonly height: number | ((width: number) => number);
  /** The place of the names of laps below the chart, in px from the top; without it they are drawn with the chart. */
  readonly axis?: number;
  /** How far the line of the lap that is read off ends from the edges of the chart, in px. */
  readonly cursor?: { readonly top: number; readonly bottom: number };
  /** The pointer is over a lap. */
  readonly onLap?: (lap: number) => void;
  readonly onClick?: (event: MouseEvent, frame: LapFrame) => void;
  /** What is drawn over the picture, in px of the chart. */
  readonly over?: (frame: LapFrame) => ReactNode;
  readonly children: (frame: LapFrame) => ReactNode;
}

/** The frame of a chart over laps, as wide as its place: its scale, the names of laps and the lap that is read off. */
export function LapChart(props: LapChartProps) {
  const { label, from, to, left, right, axis, cursor, onLap, onClick, over, children } = props;
  const [ref, width] = useWidth();
  const height = typeof props.height === 'number' ? props.height : props.height(width);
  const end = Math.max(left + 1, width - right);
  const x = useMemo(() => scaleLinear([from, Math.max(from + 1, to)], [left, end]), [from, to, left, end]);
  const frame = { x, width, end };
  return (
    <div ref={ref} className="relative isolate min-w-0 overflow-hidden" style={{ height }}>
      {width === 0 || cursor === undefined ? null : <LapCursor x={x} from={from} {...cursor} />}
      {width === 0 ? null : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: what a click does, a control beside the chart does by keyboard
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={height}
          className="block pan-y text-12 select-none"
          onPointerMove={
            onLap === undefined
              ? undefined
              : (event) => {
                  const lap = Math.round(x.invert(event.nativeEvent.offsetX));
                  if (lap >= from && lap <= to) onLap(lap);
                }
          }
          onClick={onClick === undefined ? undefined : (event) => onClick(event, frame)}
        >
          {axis === undefined
            ? null
            : lapTicks(Math.floor(to), x(2) - x(1)).map((lap) => (
                <text key={lap} x={x(lap)} y={axis} textAnchor="middle" className="fill-mute">
                  L{lap}
                </text>
              ))}
          {children(frame)}
        </svg>
      )}
      {width === 0 ? null : over?.(frame)}
    </div>
  );
}
