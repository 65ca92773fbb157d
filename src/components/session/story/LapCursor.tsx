import type { ScaleLinear } from 'd3-scale';
import { useContext } from 'react';
import { ReadLapContext } from './read-lap-context.ts';

interface LapCursorProps {
  /** From a lap to px. */
  readonly x: ScaleLinear<number, number>;
  /** The ends of the line, in px from the top. */
  readonly top: number;
  readonly bottom: number;
}

/** The line at the lap that is read off; while it moves, it is all that a chart draws. */
export function LapCursor({ x, top, bottom }: LapCursorProps) {
  const [first = 0] = x.domain();
  const at = x(Math.max(first, useContext(ReadLapContext)));
  return <line x1={at} x2={at} y1={top} y2={bottom} className="stroke-text" strokeDasharray="2 3" />;
}
