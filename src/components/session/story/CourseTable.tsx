import { memo, useState } from 'react';
import type { RaceCourse } from '#contract/race/race-trace';
import { formatGap, noTime } from '../../../format/time.ts';
import { TableScroll } from '../../TableScroll.tsx';

/** The numbers of both charts: place and gap of each driver after each lap. They are drawn once they are asked for. */
export const CourseTable = memo(function CourseTable({ course }: { course: RaceCourse }) {
  const [isOpen, setOpen] = useState(false);
  const laps = Array.from({ length: course.laps }, (_, index) => index + 1);
  return (
    <details className="not-open:print:hidden" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center link">As a table</summary>
      {isOpen ? (
        <TableScroll label="Places and gaps by lap">
          <table className="border-collapse text-right text-14 whitespace-nowrap">
            <caption className="sr-only">Places and gaps by lap</caption>
            <thead>
              <tr className="h-9 border-b border-line text-12 text-mute">
                <th scope="col" className="sticky left-0 bg-bg pr-3 text-left font-500">
                  Driver
                </th>
                <th scope="col" className="px-2 font-500">
                  Grid
                </th>
                {laps.map((lap) => (
                  <th key={lap} scope="col" className="px-2 font-500">
                    L{lap}
                  </th>
                ))}
                <th scope="col" className="pl-2 font-500">
                  Result
                </th>
              </tr>
            </thead>
            <tbody>
              {course.traces.map(({ driver, places, gaps, result }) => (
                <tr key={driver.carIndex} className="h-11 border-b border-hair">
                  <th scope="row" className="sticky left-0 max-w-32 truncate bg-bg pr-3 text-left font-650">
                    <bdi>{driver.name}</bdi>
                  </th>
                  <td className="px-2">{places[0] ?? noTime}</td>
                  {laps.map((lap) => (
                    <td key={lap} className="px-2">
                      {places[lap] ?? noTime}
                      <span className="block text-12 text-mute">
                        {gaps[lap - 1] == null ? '' : formatGap(gaps[lap - 1])}
                      </span>
                    </td>
                  ))}
                  <td className="pl-2 font-650">{result ?? noTime}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      ) : null}
    </details>
  );
});
