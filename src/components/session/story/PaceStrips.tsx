import { scaleLinear } from 'd3-scale';
import type { Session } from '#contract/entities/session';
import { type DriverPace, paceRange, pacesOf } from '#contract/race/pace';
import { followRowLink } from '../../../browser/row-link.ts';
import { codesByCar } from '../../../format/codes.ts';
import { tyreOf } from '../../../format/names.ts';
import { formatGap, formatLap, formatTime } from '../../../format/time.ts';
import { ColumnHeads } from '../../ColumnHeads.tsx';
import { Empty } from '../../Empty.tsx';
import { ink } from '../../ink.ts';
import { TableScroll } from '../../TableScroll.tsx';
import { TeamBar } from '../../TeamBar.tsx';
import { Tyre } from '../../Tyre.tsx';
import { bodyCell, headerCell, wideOnly } from '../cell-classes.ts';
import { DriverLink } from '../DriverLink.tsx';

interface PaceStripsProps {
  readonly session: Session;
  readonly isFollowed: (name: string) => boolean;
  /** The address of a driver's sheet, by car index. */
  readonly hrefOf: (carIndex: number) => string;
}

const columns = [
  { name: 'Driver', className: 'text-left' },
  { name: 'Laps', className: 'w-full text-left' },
  { name: 'Median' },
  { name: 'Gap', className: wideOnly },
  { name: 'Spread', className: wideOnly },
] as const;

/** The laps of all drivers as dots on strips, in the order of their median lap; who drove a part of a race is last. */
export function PaceStrips({ session, isFollowed, hrefOf }: PaceStripsProps) {
  const paces = pacesOf(session);
  const raceLaps = Math.max(...session.drivers.map(({ lapTimes }) => lapTimes.length));
  const range = paceRange(paces.flatMap(({ laps }) => laps));
  const [first] = paces;
  if (range === null || first === undefined)
    return (
      <Empty title="No clean laps">Laps into and out of the pits, the first one and invalid ones do not count.</Empty>
    );
  const codes = codesByCar(session.drivers);
  const compounds = [...new Set(paces.flatMap(({ laps }) => laps.flatMap(({ compound }) => compound ?? [])))];
  const x = scaleLinear([range.from, range.to], [0, 1_000]);
  const off = paces.filter(({ laps }) => laps.some(({ time, isClean }) => isClean && time > range.to));
  return (
    <div className="stack gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-mute">
        Each dot is a lap, faster to the left, the line is the median of clean laps.
        {compounds.map((compound) => (
          <span key={compound} className="inline-flex items-center gap-1">
            <Tyre compound={compound} size={18} /> {tyreOf(compound).name}
          </span>
        ))}
      </p>
      <TableScroll label="Pace of all drivers">
        <table className="w-full text-right">
          <caption className="sr-only">Pace of all drivers: the median of clean laps</caption>
          <ColumnHeads className={headerCell} columns={columns} />
          <tbody>
            {paces.map((pace) => (
              <tr
                key={pace.driver.carIndex}
                onClick={followRowLink}
                className={`h-11 cursor-pointer border-b border-hair hover:bg-panel ${isFollowed(pace.driver.name) ? 'bg-favouriterow' : ''}`}
              >
                <th scope="row" className={`${bodyCell} text-left`}>
                  <span className="flex items-center gap-2">
                    <TeamBar team={pace.driver.team} driver={pace.driver.carIndex} />
                    <span aria-hidden="true" className="font-750 desk:hidden">
                      {codes.get(pace.driver.carIndex)}
                    </span>
                    <DriverLink
                      driver={pace.driver}
                      hrefOf={hrefOf}
                      className="max-desk:sr-only truncate font-750 desk:max-w-60"
                    />
                  </span>
                </th>
                <td className={bodyCell}>
                  <Strip pace={pace} x={x} most={range.to} />
                </td>
                <td className={`${bodyCell} whitespace-nowrap ${pace.isPartial ? 'text-mute' : 'font-650'}`}>
                  {formatLap(pace.median)}
                  {pace.isPartial ? (
                    <span className="block text-12">
                      {pace.driver.lapTimes.length} of {raceLaps} laps
                    </span>
                  ) : null}
                </td>
                <td className={`${bodyCell} ${wideOnly} text-mute`}>
                  {pace === first || pace.isPartial ? '' : formatGap(pace.median - first.median)}
                </td>
                <td className={`${bodyCell} ${wideOnly} text-mute`} title={`${pace.clean} clean laps`}>
                  {formatTime(pace.spread)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="text-14 text-mute">
        {formatLap(range.from).slice(0, -2)} to {formatLap(range.to).slice(0, -2)}.
        {off.length === 0
          ? null
          : ` Clean laps off scale: ${off.map(({ driver }) => codes.get(driver.carIndex)).join(', ')}.`}
        {paces.some(({ isPartial }) => isPartial) ? ' Who drove fewer than nine tenths of the laps is last.' : null}
        <span className="max-desk:hidden"> Spread: the middle half of clean laps.</span>
      </p>
    </div>
  );
}

interface StripProps {
  readonly pace: DriverPace;
  readonly x: (time: number) => number;
  readonly most: number;
}

/** One path for each compound: thousands of elements would be slow. Dots of ends without length keep their shape. */
function Strip({ pace: { laps, median }, x, most }: StripProps) {
  const shown = laps.filter(({ time }) => time <= most && x(time) >= 0);
  const compounds = [...new Set(shown.map(({ compound }) => compound))];
  const dots = (some: typeof shown) =>
    some.map(({ time, lap }) => `M${Math.round(x(time))},${5 + ((lap * 5) % 13)}h0`).join('');
  return (
    <svg aria-hidden="true" viewBox="0 0 1000 24" preserveAspectRatio="none" className="block h-7 w-full min-w-24">
      {compounds.map((compound) => (
        <path
          key={compound}
          d={dots(shown.filter((lap) => lap.compound === compound && !lap.isInvalid))}
          className="ink-stroke"
          style={ink(compound === null ? 'currentColor' : tyreOf(compound).colour)}
          strokeWidth="5"
          strokeLinecap="round"
          strokeOpacity="0.8"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path d={`M${x(median)},0v24`} className="stroke-text" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
