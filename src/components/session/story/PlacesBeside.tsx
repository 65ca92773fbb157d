import { useId } from 'react';
import { Section } from '../../Section.tsx';
import { OrderAtLap } from './OrderAtLap.tsx';
import { PlacesChart } from './PlacesChart.tsx';
import { hasOrder, type StoryProps, useCourseView } from './use-course-view.ts';

/** The places by lap beside a classification, which has the names. */
export function PlacesBeside(props: StoryProps) {
  const id = useId();
  const chart = useCourseView(props);
  if (!hasOrder(chart.course)) return null;
  return (
    <Section id={id} title="Position by lap">
      <PlacesChart {...chart} />
      <OrderAtLap course={chart.course} codes={chart.codes} lap={chart.lap} onLap={chart.onLap} />
    </Section>
  );
}
