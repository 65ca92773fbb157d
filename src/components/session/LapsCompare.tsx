import type { Driver } from '#contract/entities/session';
import type { RaceCourse } from '#contract/race/race-trace';
import { compoundAt } from '#contract/race/stints';
import { formatGap, formatLap, noTime } from '../../format/time.ts';
import { ColumnHeads } from '../ColumnHeads.tsx';
import { TableScroll } from '../TableScroll.tsx';
import { Tyre } from '../Tyre.tsx';
import { LapLink } from './LapLink.tsx';

interface LapsCompareProps {
  readonly drivers: readonly [Driver, Driver];
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  /** Null outside of races. */
  readonly course: RaceCourse | null;
  /** The address at which a lap is watched; undefined for none. */
  readonly momentOf: (lap: number) => string | undefined;
}

/** The laps of two drivers beside each other, with the difference; laps behind a safety car are tinted. */
export function LapsCompare({ drivers, codes, course, momentOf }: LapsCompareProps) {
  const [one, other] = drivers;
  const count = Math.max(one.lapTimes.length, other.lapTimes.length);
  const label = `Laps of ${one.name} and ${other.name}`;
  const isSlow = (lap: number) => course?.slowLaps.some(({ from, to }) => lap >= from && lap <= to) ?? false;
  const head = (driver: Driver) => ({
    name: `${driver.carIndex}`,
    content: (
      <bdi title={driver.name}>
        <span className="desk:hidden">{codes.get(driver.carIndex)}</span>
        <span className="max-desk:hidden">{driver.name}</span>
      </bdi>
    ),
  });
  return (
    <TableScroll label={label}>
      <table className="w-full text-right">
        <caption className="sr-only">{label}</caption>
        <ColumnHeads
          className="h-9 px-1.5 text-12 font-500 text-mute"
          columns={[
            { name: 'Lap', className: 'text-center' },
            head(one),
            { name: 'Difference', content: <abbr title={`Less: ${one.name} was faster`}>Δ</abbr> },
            head(other),
          ]}
        />
        <tbody>
          {Array.from({ length: count }, (_, index) => {
            const lap = index + 1;
            const [first, second] = [one.lapTimes[index]?.lapTime ?? null, other.lapTimes[index]?.lapTime ?? null];
            const difference = first === null || second === null ? null : first - second;
            return (
              <tr key={lap} className={`h-9 border-b border-hair ${isSlow(lap) ? 'bg-amber/10' : ''}`}>
                <th scope="row" className="px-1.5 text-center font-650 text-mute">
                  <LapLink href={momentOf(lap)} label="Watch lap">
                    {lap}
                  </LapLink>
                  {isSlow(lap) ? <span className="sr-only"> safety car</span> : null}
                </th>
                <LapCell driver={one} lap={lap} />
                <td
                  className={`px-1.5 font-750 whitespace-nowrap ${difference === null || difference === 0 ? 'text-mute' : difference < 0 ? 'text-green' : 'text-red'}`}
                >
                  {difference === null ? noTime : formatGap(difference)}
                </td>
                <LapCell driver={other} lap={lap} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** The time of a lap with its tyres; an invalid one is struck through. */
function LapCell({ driver, lap }: { driver: Driver; lap: number }) {
  const time = driver.lapTimes[lap - 1];
  const compound = compoundAt(driver, lap);
  const hasStop = driver.pitStops.some(({ lapNum }) => lapNum === lap);
  return (
    <td className="px-1.5 whitespace-nowrap">
      <span className="inline-flex items-center justify-end gap-2">
        {hasStop ? <span className="text-12 font-750 text-amber">PIT</span> : null}
        <span className={time?.invalidLap === true ? 'text-red line-through decoration-1' : 'font-650'}>
          {formatLap(time?.lapTime)}
          {time?.invalidLap === true ? <span className="sr-only"> invalid</span> : null}
        </span>
        <span className="w-5 text-left">
          {time === undefined || compound === null ? null : <Tyre compound={compound} size={20} />}
        </span>
      </span>
    </td>
  );
}
