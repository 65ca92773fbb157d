import { useCallback, useState } from 'react';
import type { Session } from '#contract/entities/session';
import { leadingCars, type RaceCourse } from '#contract/race/race-trace';
import { slowLapsLabel } from '../../../format/race-story.ts';
import { type ChartProps, pointsPlacesOf } from './chart.ts';

/** What the charts of a race are about. */
export interface StoryProps {
  readonly session: Session;
  readonly course: RaceCourse;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  readonly isFollowed: (name: string) => boolean;
}

interface CourseView {
  /** The same values while only the lap changes. */
  readonly chart: ChartProps;
  /** The lap that is read off; 0 is the grid. */
  readonly lap: number;
}

/** The cars with a colour, those of followed drivers too, and the lap that is read off. */
export function useCourseView({ session, course, codes, isFollowed }: StoryProps): CourseView {
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
  const pointsPlaces = pointsPlacesOf(session);
  return { chart: { course, codes, slowLabel, pointsPlaces, lit, onLap: setLap, onToggle }, lap };
}

/** Whether the laps of a race tell its order at all. */
export function hasOrder({ laps, traces }: RaceCourse): boolean {
  return laps > 0 && traces.some(({ places }) => places.slice(1).some((place) => place !== null));
}
