import { memo, useId, useState } from 'react';
import { Empty } from '../../Empty.tsx';
import { Section } from '../../Section.tsx';
import { DriverSelect } from '../DriverSelect.tsx';
import { ColouredDrivers } from './ColouredDrivers.tsx';
import { CourseTable } from './CourseTable.tsx';
import type { ChartProps } from './chart.ts';
import { GapsChart } from './GapsChart.tsx';
import { OrderAtLap } from './OrderAtLap.tsx';
import { PlacesChart } from './PlacesChart.tsx';
import { ReadLapContext } from './read-lap-context.ts';
import { hasOrder, type StoryProps, useCourseView } from './use-course-view.ts';

interface RaceStoryProps extends StoryProps {
  /** Beside a classification, which has the names and the gaps: the places alone. */
  readonly isBeside?: boolean;
}

/** The course of a race: the places and gaps of all cars over its laps. */
export function RaceStory({ isBeside = false, ...props }: RaceStoryProps) {
  const id = useId();
  const { chart, lap } = useCourseView(props);
  const { course, codes, lit, onLap, onToggle } = chart;
  if (!hasOrder(course)) return isBeside ? null : <NoOrder {...props} />;
  const places = (
    <Section id={id} title="Position by lap">
      <PlacesChart {...chart} />
      <OrderAtLap course={course} codes={codes} lap={lap} onLap={onLap} />
    </Section>
  );
  return (
    <ReadLapContext value={lap}>
      {isBeside ? (
        places
      ) : (
        <div className="stack items-start gap-8 min-[1600px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] min-[1600px]:*:first:row-span-2 min-[1600px]:*:last:col-span-2">
          {places}
          <ColouredDrivers course={course} lit={lit} onToggle={onToggle} />
          <GapsToOne {...chart} />
          <CourseTable course={course} />
        </div>
      )}
    </ReadLapContext>
  );
}

/** Why the course of a race is not known. */
function NoOrder({ course, session }: StoryProps) {
  if (course.laps > 0)
    return <Empty title="No lap times recorded">The first laps have no times, so that the order is not known.</Empty>;
  return (
    <Empty title="No laps recorded">
      {session.drivers.some(({ finishingPosition }) => finishingPosition !== null)
        ? 'Only the result of this race is known.'
        : 'No one completed a lap.'}
    </Empty>
  );
}

/** The gaps to the leader, or to a driver of choice. */
const GapsToOne = memo(function GapsToOne(chart: ChartProps) {
  const id = useId();
  const [zero, setZero] = useState<number | null>(null);
  return (
    <Section id={id} title="Gap, s">
      <div className="no-print flex max-w-sm">
        <DriverSelect
          label="Gap to"
          drivers={chart.course.traces.map(({ driver }) => driver)}
          value={zero}
          none="The leader"
          onChange={setZero}
        />
      </div>
      <GapsChart {...chart} zero={zero} />
    </Section>
  );
});
