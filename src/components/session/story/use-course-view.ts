import { useCallback, useState } from 'react';
import type { Session } from '#contract/entities/session';
import { leadingCars, type RaceCourse } from '#contract/race/race-trace';
import { scoredEventOf } from '#contract/race/ruled-event';
import { slowLapsLabel } from '../../../format/race-story.ts';
import { pointsPlacesIn } from './chart.ts';

/** The input of a race's charts. */
export interface StoryProps {
  readonly session: Session;
  /** The season whose result is shown; null or `game` for none in particular. */
  readonly result: string | null;
  readonly course: RaceCourse;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  readonly isFollowed: (name: string) => boolean;
}

/** The cars with a colour, those of followed drivers too, and the lap that is read off. */
export function useCourseView({ session, result, course, codes, isFollowed }: StoryProps) {
  const [lit, setLit] = useState<ReadonlySet<number>>(() => {
    const followed = course.traces.filter(({ driver }) => isFollowed(driver.name));
    return new Set([...leadingCars(course), ...followed.map(({ driver }) => driver.carIndex)]);
  });
  const [lap, setLap] = useState(course.laps);
  const onToggle = useCallback((carIndex: number) => {
    setLit((before) => {
      const next = new Set(before);
      if (!next.delete(carIndex)) next.add(carIndex);
      return next;
    });
  }, []);
  const slowLabel = slowLapsLabel(session);
  const pointsPlaces = pointsPlacesIn(scoredEventOf(session, result));
  // The values of the charts are the same while only the lap changes; lap 0 is the grid.
  return { chart: { course, codes, slowLabel, pointsPlaces, lit, onLap: setLap, onToggle }, lap };
}

/** Whether the laps of a race tell its order at all. */
export function hasOrder({ laps, traces }: RaceCourse): boolean {
  return laps > 0 && traces.some(({ places }) => places.slice(1).some((place) => place !== null));
}
