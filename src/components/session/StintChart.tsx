import type { Session } from '#contract/entities/session';
import { inResultOrder } from '#contract/race/classification';
import { stintsOf } from '#contract/race/stints';
import { codesByCar } from '../../format/codes.ts';
import { tyreOf } from '../../format/names.ts';
import { formatTime } from '../../format/time.ts';
import { Empty } from '../Empty.tsx';
import { TableScroll } from '../TableScroll.tsx';
import { TeamBar } from '../TeamBar.tsx';

/** The stints of all drivers as bars over the laps, with their pit stops; a table, for screen readers. */
export function StintChart({ session }: { session: Session }) {
  const drivers = inResultOrder(session.drivers).filter((driver) => driver.tyres.length > 0);
  const laps = Math.max(1, ...drivers.map((driver) => driver.lapTimes.length));
  const codes = codesByCar(session.drivers);
  if (drivers.length === 0) return <Empty title="No tyres recorded">The game recorded none.</Empty>;
  return (
    <TableScroll label="Stints by driver">
      <table className="w-full border-collapse">
        <caption className="sr-only">Stints by driver</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Driver</th>
            <th scope="col">Stints</th>
            <th scope="col">Pit stops</th>
          </tr>
        </thead>
        <tbody>
          {drivers.map((driver) => (
            <tr key={driver.carIndex} className="h-11 border-b border-hair">
              <th scope="row" className="w-16 pr-2 text-left font-750 desk:w-56">
                <span className="flex items-center gap-2">
                  <TeamBar team={driver.team} />
                  <span className="desk:hidden" title={driver.name}>
                    {codes.get(driver.carIndex)}
                  </span>
                  <bdi className="hidden truncate desk:inline">{driver.name}</bdi>
                </span>
              </th>
              <td>
                <ol className="flex h-7 gap-[2px]" style={{ width: `${(driver.lapTimes.length / laps) * 100}%` }}>
                  {stintsOf(driver).map(({ compound, fromLap, toLap }) => {
                    const { letter, name, colour } = tyreOf(compound);
                    const length = toLap - fromLap + 1;
                    return (
                      <li
                        key={fromLap}
                        title={`${name}, laps ${fromLap} to ${toLap}`}
                        className="flex min-w-0 items-center gap-1.5 overflow-hidden rounded-[4px] border-l-4 bg-raised px-1.5 text-14 whitespace-nowrap"
                        style={{ flex: `${length} 0 0`, borderColor: colour }}
                      >
                        <b style={{ color: colour }}>
                          <span aria-hidden="true">{letter}</span>
                          <span className="sr-only">{name}</span>
                        </b>
                        <span className="text-mute">
                          {length}
                          <span className="sr-only"> laps</span>
                        </span>
                      </li>
                    );
                  })}
                </ol>
              </td>
              <td className="hidden w-44 pl-3 text-right text-14 text-mute desk:table-cell">
                {driver.pitStops.length === 0
                  ? 'no stops'
                  : driver.pitStops.map((stop) => `L${stop.lapNum} ${formatTime(stop.pitLaneTime)}`).join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
