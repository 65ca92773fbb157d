import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import { ink } from '../../ink.ts';
import { TableScroll } from '../../TableScroll.tsx';
import { lapTicks } from './chart.ts';
import { LapCursor } from './LapCursor.tsx';
import { useWidth } from './use-width.ts';

/** The content of a chart's frame. */
interface LapFrame {
  /** From a lap to px; the same function for as long as the width is the same. */
  readonly x: ScaleLinear<number, number>;
  readonly width: number;
  /** Where the last lap ends, in px. */
  readonly end: number;
}

interface LapChartProps {
  /** A description of the picture, which names the place of its numbers. */
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
  /** A layer over the picture, in px of the chart. */
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

interface ValueAxisProps {
  readonly y: ScaleLinear<number, number>;
  readonly left: number;
  readonly end: number;
  readonly labelOf: (value: number) => string;
  /** A value whose line stands out. */
  readonly marked?: number;
}

/** The lines of some values across a chart, with their names before them. */
export function ValueAxis({ y, left, end, labelOf, marked }: ValueAxisProps) {
  return y.ticks(5).map((value) => (
    <g key={value}>
      <line
        x1={left}
        x2={end}
        y1={y(value)}
        y2={y(value)}
        className={value === marked ? 'stroke-kerb' : 'stroke-hair'}
      />
      <text x={left - 8} y={y(value)} textAnchor="end" dominantBaseline="central" className="fill-mute">
        {labelOf(value)}
      </text>
    </g>
  ));
}

interface LineNameProps {
  readonly end: number;
  readonly place: number;
  readonly colour: string | undefined;
  readonly code: string | undefined;
  readonly value: string;
}

/** The driver and value at the end of a line. */
export function LineName({ end, place, colour, code, value }: LineNameProps) {
  return (
    <g dominantBaseline="central">
      <rect x={end + 8} y={place - 7} width={4} height={14} rx={2} className="ink-fill" style={ink(colour)} />
      <text x={end + 18} y={place} className="fill-text font-750">
        <tspan className="[unicode-bidi:isolate]">{code}</tspan>
        <tspan className="fill-mute font-500"> {value}</tspan>
      </text>
    </g>
  );
}

interface ChartRow {
  /** The driver of the row. */
  readonly name: string;
  readonly cells: readonly ReactNode[];
}

interface ChartTableProps {
  readonly label: string;
  /** The first one has the names of the rows. */
  readonly columns: readonly string[];
  readonly rows: () => readonly ChartRow[];
}

/** The numbers of a chart. They are drawn when the table is opened: they are many, and seldom read. */
export function ChartTable({ label, columns, rows }: ChartTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  const name = 'sticky left-0 max-w-40 truncate bg-bg text-left font-650';
  return (
    <details className="not-open:print:hidden" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center link">As a table</summary>
      {isOpen ? (
        <TableScroll label={label}>
          <table className="text-right text-14 whitespace-nowrap">
            <caption className="sr-only">{label}</caption>
            <thead>
              <tr className="h-9 border-b border-line text-12 text-mute *:px-2 *:font-500">
                {columns.map((column, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <th key={index} scope="col" className={index === 0 ? name : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows().map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike
                <tr key={index} className="h-11 border-b border-hair *:px-2">
                  <th scope="row" className={name}>
                    <bdi>{row.name}</bdi>
                  </th>
                  {row.cells.map((cell, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      ) : null}
    </details>
  );
}
