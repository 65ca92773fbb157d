import { useId, useState } from 'react';
import { Button } from '../../Button.tsx';
import { Empty } from '../../Empty.tsx';
import { Section } from '../../Section.tsx';
import { TeamBar } from '../../TeamBar.tsx';
import { DriverSelect } from '../DriverSelect.tsx';
import { CourseTable } from './CourseTable.tsx';
import { GapsChart } from './GapsChart.tsx';
import { OrderAtLap } from './OrderAtLap.tsx';
import { PlacesChart } from './PlacesChart.tsx';
import { hasOrder, type StoryProps, useCourseView } from './use-course-view.ts';

/** The course of a race: the places and gaps of all cars over its laps. */
export function RaceStory(props: StoryProps) {
  const id = useId();
  const chart = useCourseView(props);
  const [zero, setZero] = useState<number | null>(null);
  const { course, codes, lit, lap } = chart;
  if (course.laps === 0) return <Empty title="No laps recorded">No one completed a lap.</Empty>;
  if (!hasOrder(course))
    return <Empty title="No lap times recorded">The first laps have no times, so that the order is not known.</Empty>;
  return (
    <div className="stack gap-8">
      <Section id={`${id}places`} title="Position by lap">
        <PlacesChart {...chart} />
        <OrderAtLap course={course} codes={codes} lap={lap} onLap={chart.onLap} />
      </Section>
      <fieldset className="no-print">
        <legend className="pb-3 text-17 font-750">Drivers with a colour</legend>
        <ul className="flex flex-wrap gap-2">
          {course.traces.map(({ driver: { carIndex, name, team } }) => (
            <li key={carIndex}>
              <Button
                kind="chip"
                aria-pressed={lit.has(carIndex)}
                className="text-mute aria-pressed:border-mute aria-pressed:text-text"
                onClick={() => chart.onToggle(carIndex)}
              >
                <TeamBar team={team} height={16} />
                <bdi>{name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      </fieldset>
      <Section id={`${id}gaps`} title="Gap, s">
        <div className="no-print flex max-w-sm">
          <DriverSelect
            label="Gap to"
            drivers={course.traces.map(({ driver }) => driver)}
            value={zero}
            none="The leader"
            onChange={setZero}
          />
        </div>
        <GapsChart {...chart} zero={zero} />
      </Section>
      <CourseTable course={course} />
    </div>
  );
}
