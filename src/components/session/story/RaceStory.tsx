import { useId, useMemo, useState } from 'react';
import type { Session } from '#contract/entities/session';
import { leadingCars, raceCourse } from '#contract/race/race-trace';
import { codesByCar } from '../../../format/codes.ts';
import { raceSentence, slowLapsLabel } from '../../../format/race-story.ts';
import { Button } from '../../Button.tsx';
import { Empty } from '../../Empty.tsx';
import { Section } from '../../Section.tsx';
import { TeamBar } from '../../TeamBar.tsx';
import { CourseTable } from './CourseTable.tsx';
import type { ChartProps } from './chart.ts';
import { GapsChart } from './GapsChart.tsx';
import { OrderAtLap } from './OrderAtLap.tsx';
import { PlacesChart } from './PlacesChart.tsx';

/** The story of a race: what decided it, and the places and gaps of all cars over its laps. */
export function RaceStory({ session }: { session: Session }) {
  const id = useId();
  const course = useMemo(() => raceCourse(session), [session]);
  const codes = useMemo(() => codesByCar(session.drivers), [session]);
  const [lit, setLit] = useState<ReadonlySet<number>>(() => new Set(leadingCars(course)));
  const [lap, setLap] = useState(course.laps);
  if (course.laps === 0) return <Empty title="No laps recorded">No one completed a lap in this session.</Empty>;
  if (!course.traces.some(({ places }) => places.slice(1).some((place) => place !== null)))
    return <Empty title="No lap times recorded">The first laps have no times, so that the order is not known.</Empty>;
  const toggle = (carIndex: number) => {
    const next = new Set(lit);
    if (!next.delete(carIndex)) next.add(carIndex);
    setLit(next);
  };
  const chart: ChartProps = {
    course,
    codes,
    slowLabel: slowLapsLabel(session),
    lit,
    lap,
    onLap: setLap,
    onToggle: toggle,
  };
  const sentence = raceSentence(course);
  return (
    <div className="stack gap-8">
      <Section id={`${id}places`} title="Race story">
        {sentence === '' ? null : <p className="text-mute">{sentence}</p>}
        <PlacesChart {...chart} />
        <OrderAtLap course={course} codes={codes} lap={lap} onLap={setLap} />
      </Section>
      <Section id={`${id}gaps`} title="Gap to the leader, s">
        <GapsChart {...chart} />
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
                onClick={() => toggle(carIndex)}
              >
                <TeamBar team={team} height={16} />
                <bdi>{name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      </fieldset>
      <CourseTable course={course} />
    </div>
  );
}
