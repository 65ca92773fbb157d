import { useEffect, useState } from 'react';
import type { MapSource } from '../../browser/track-canvas.ts';
import { LapTrail, type TrailPoint } from '../../format/lap-trail.ts';

const none: readonly TrailPoint[] = [];

/** The lap that the cars of a race have driven, for a track that is not shipped; empty until nearly all of it is known. `length` in m; null for a track that needs none. */
export function useTrail(source: MapSource, length: number | null): readonly TrailPoint[] {
  const [points, setPoints] = useState(none);
  useEffect(() => {
    if (length === null) return;
    const trail = new LapTrail(length);
    const stop = source.subscribe(() => {
      const found = trail.add(source.cars());
      if (found === null) return;
      stop();
      setPoints(found);
    });
    return stop;
  }, [source, length]);
  return points;
}
