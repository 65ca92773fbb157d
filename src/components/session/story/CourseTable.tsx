import { Fragment, memo } from 'react';
import type { RaceCourse } from '#contract/race/race-trace';
import { formatGap, noTime } from '../../../format/time.ts';
import { ChartTable } from './LapChart.tsx';

/** The numbers of both charts: place and gap of each driver after each lap. */
export const CourseTable = memo(function CourseTable({ course }: { course: RaceCourse }) {
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
