import { Fragment, memo, useId, useMemo, useState } from 'react';
import { toDocument } from '#contract/live/to-document';
import { raceClock } from '#contract/race/race-clock';
import type { RaceCourse } from '#contract/race/race-trace';
import { momentHref } from '#contract/race/replay/moment';
import { formatGap, noTime } from '../../../format/time.ts';
import { Button } from '../../Button.tsx';
import { Empty } from '../../Empty.tsx';
import { Section } from '../../Section.tsx';
import { TeamBar } from '../../TeamBar.tsx';
import { DriverSelect } from '../DriverSelect.tsx';
import type { ChartProps } from './chart.ts';
import { GapsChart } from './GapsChart.tsx';
import { ChartTable } from './LapChart.tsx';
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
      <WatchLap session={props.session} course={course} lap={lap} />
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
    <Section id={id} title="Gap in seconds">
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

/** The numbers of both charts: place and gap of each driver after each lap. */
const CourseTable = memo(function CourseTable({ course }: { course: RaceCourse }) {
  const laps = Array.from({ length: course.laps }, (_, index) => index + 1);
  return (
    <ChartTable
      label="Places and gaps by lap"
      columns={['Driver', 'Grid', ...laps.map((lap) => `L${lap}`), 'Result']}
      rows={() =>
        course.traces.map(({ driver, places, gaps, result }) => ({
          name: driver.name,
          cells: [
            places[0] ?? noTime,
            ...laps.map((lap) => (
              <Fragment key={lap}>
                {places[lap] ?? noTime}
                <span className="block text-12 text-mute">{gaps[lap - 1] == null ? '' : formatGap(gaps[lap - 1])}</span>
              </Fragment>
            )),
            <b key="result" className="font-650">
              {result ?? noTime}
            </b>,
          ],
        }))
      }
    />
  );
});

/** A switch for each driver: whether the line has a colour. */
const ColouredDrivers = memo(function ColouredDrivers({
  course,
  lit,
  onToggle,
}: Pick<ChartProps, 'course' | 'lit' | 'onToggle'>) {
  return (
    // Isolated, as all that stands still beside a lap cursor: browsers paint it once, and not with each move.
    <fieldset className="isolate no-print">
      <legend className="pb-3 text-17 font-750">Highlighted drivers</legend>
      <ul className="flex flex-wrap gap-2">
        {course.traces.map(({ driver: { carIndex, name, team } }) => (
          <li key={carIndex}>
            <Button
              kind="chip"
              aria-pressed={lit.has(carIndex)}
              className="text-mute aria-pressed:border-mute aria-pressed:text-text"
              onClick={() => onToggle(carIndex)}
            >
              <TeamBar team={team} driver={carIndex} height={16} />
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
});

/** A link to the replay where the first car begins the lap after the chosen one. Its text stays while the cursor moves. */
function WatchLap({ session, course, lap }: Pick<StoryProps, 'session' | 'course'> & { readonly lap: number }) {
  const start = useMemo(() => raceClock(toDocument(session)).start, [session]);
  const time = lap === 0 ? 0 : course.times[Math.min(lap, course.laps - 1) - 1];
  if (time == null) return null;
  return (
    <a
      href={momentHref({ at: start + time, cars: [] })}
      className="no-print link grid min-h-6 w-fit items-center text-14"
    >
      Watch from here
    </a>
  );
}
