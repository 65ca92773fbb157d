import { memo } from 'react';
import type { RaceCourse } from '#contract/race/race-trace';
import { formatGap, noTime } from '../../../format/time.ts';
import { ChartTable, chartHeadRow, chartRow, chartRowName } from './LapChart.tsx';

/** The numbers of both charts: place and gap of each driver after each lap. */
export const CourseTable = memo(function CourseTable({ course }: { course: RaceCourse }) {
  const laps = Array.from({ length: course.laps }, (_, index) => index + 1);
  return (
    <ChartTable label="Places and gaps by lap">
      {() => (
        <>
          <thead>
            <tr className={chartHeadRow}>
              <th scope="col" className={chartRowName}>
                Driver
              </th>
              <th scope="col">Grid</th>
              {laps.map((lap) => (
                <th key={lap} scope="col">
                  L{lap}
                </th>
              ))}
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {course.traces.map(({ driver, places, gaps, result }) => (
              <tr key={driver.carIndex} className={chartRow}>
                <th scope="row" className={chartRowName}>
                  <bdi>{driver.name}</bdi>
                </th>
                <td>{places[0] ?? noTime}</td>
                {laps.map((lap) => (
                  <td key={lap}>
                    {places[lap] ?? noTime}
                    <span className="block text-12 text-mute">
                      {gaps[lap - 1] == null ? '' : formatGap(gaps[lap - 1])}
                    </span>
                  </td>
                ))}
                <td className="font-650">{result ?? noTime}</td>
              </tr>
            ))}
          </tbody>
        </>
      )}
    </ChartTable>
  );
});
