import { useCallback } from 'react';
import { drawTrackMap, type MapSource } from '../../browser/track-canvas.ts';

interface TrackMapProps {
  /** The name of the track. */
  readonly name: string;
  /** The points of the outline; empty: the lap is a straight strip. */
  readonly points: readonly (readonly [number, number])[];
  /** The length of a lap in m. */
  readonly length: number;
  /** Where the cars come from, without rendering; the same object for the same race. Null: an empty track. */
  readonly source: MapSource | null;
  /** The height, as classes. */
  readonly className?: string;
}

/** A track with its cars, on a canvas that moves without React. */
export function TrackMap({ name, points, length, source, className = 'h-64' }: TrackMapProps) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement) => drawTrackMap(canvas, { name, points, length, source }),
    [name, points, length, source],
  );
  return <canvas ref={draw} role="img" aria-label={`Map of ${name}`} className={`block w-full ${className}`} />;
}
