import { useContext } from 'react';
import { ReadLapContext } from './read-lap-context.ts';

interface LapCursorProps {
  /** From a lap to px. */
  readonly x: (lap: number) => number;
  /** The first lap of the chart. */
  readonly from: number;
  /** How far the line ends from the edges of the chart, in px. */
  readonly top: number;
  readonly bottom: number;
}

/** The line at the lap that is read off, over the picture: while it moves, browsers draw nothing else of the chart again. */
export function LapCursor({ x, from, top, bottom }: LapCursorProps) {
  const lap = useContext(ReadLapContext);
  return (
    <div
      data-cursor=""
      className="pointer-events-none absolute left-0 border-l border-dashed border-text will-change-transform"
      style={{ top, bottom, transform: `translateX(${x(Math.max(from, lap))}px)` }}
    />
  );
}
