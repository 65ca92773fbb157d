import { useId } from 'react';
import { Section } from '../../Section.tsx';
import { OrderAtLap } from './OrderAtLap.tsx';
import { PlacesChart } from './PlacesChart.tsx';
import { ReadLapContext } from './read-lap-context.ts';
import { hasOrder, type StoryProps, useCourseView } from './use-course-view.ts';

/** The places by lap beside a classification, which has the names. */
export function PlacesBeside(props: StoryProps) {
  const id = useId();
  const { chart, lap } = useCourseView(props);
  if (!hasOrder(chart.course)) return null;
  return (
    <Section id={id} title="Position by lap">
      <ReadLapContext value={lap}>
        <PlacesChart {...chart} />
      </ReadLapContext>
      <OrderAtLap course={chart.course} codes={chart.codes} lap={lap} onLap={chart.onLap} />
    </Section>
  );
}
