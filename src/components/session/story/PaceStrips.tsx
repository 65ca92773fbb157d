import { scaleLinear } from 'd3-scale';
import { useState } from 'react';
import type { Session } from '#contract/entities/session';
import { codesByCar } from '#contract/race/driver-codes';
import { type DriverPace, type LeftOut, type PaceGroup, pacesOf } from '#contract/race/pace';
import type { RaceCourse } from '#contract/race/race-trace';
import { followRowLink } from '../../../browser/row-link.ts';
import { formatCount } from '../../../format/count.ts';
import { tyreOf } from '../../../format/names.ts';
import { formatGap, formatLap, formatTime } from '../../../format/time.ts';
import { Button } from '../../Button.tsx';
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
  /** Null outside of races. */
  readonly course: RaceCourse | null;
  readonly isFollowed: (name: string) => boolean;
  /** The address of a driver's sheet, by car index. */
  readonly hrefOf: (carIndex: number) => string;
}

const columns = [
  { name: 'Driver', className: 'text-left' },
  { name: 'Each lap', className: 'w-full text-left' },
  { name: 'Median' },
  { name: 'Gap', className: wideOnly },
  { name: 'Spread', className: wideOnly },
  { name: 'Laps', className: wideOnly },
] as const;

const conditions = { dry: 'Dry', wet: 'Wet' } as const;
const groupKey = ({ condition, compound }: PaceGroup) => `${condition} ${compound}`;

/** The pace of all drivers on one tyre, or under one condition: dots on strips, in the order of their median lap. */
export function PaceStrips({ session, course, isFollowed, hrefOf }: PaceStripsProps) {
  const { groups, leftOut } = pacesOf(session, course);
  const [chosen, setChosen] = useState('');
  const group = groups.find((each) => groupKey(each) === chosen) ?? groups[0];
  if (group === undefined)
    return <Empty title="No laps to compare">{leftOutText(leftOut, course !== null) || 'No lap has a time.'}</Empty>;
  const { paces, range } = group;
  const codes = codesByCar(session.drivers);
  const x = scaleLinear([range.from, range.to], [0, 1_000]);
  const off = paces.flatMap(({ laps }) => laps.filter(({ time }) => time > range.to));
  const [first] = paces;
  const name = groupName(group, groups);
  return (
    <div className="stack gap-3">
      <fieldset className="no-print flex flex-wrap gap-2">
        <legend className="sr-only">Laps to compare</legend>
        {groups.map((each) => (
          <Button
            key={groupKey(each)}
            kind="chip"
            aria-pressed={each === group}
            onClick={() => setChosen(groupKey(each))}
            className="text-mute aria-pressed:border-text aria-pressed:text-text"
          >
            {each.compound === null ? null : <Tyre compound={each.compound} size={18} />}
            {groupName(each, groups)} <span className="font-500 text-mute">{each.laps}</span>
          </Button>
        ))}
      </fieldset>
      <p className="text-14 text-mute">
        Each dot is a lap, faster to the left. The line is the median: half of the laps were faster.
      </p>
      <TableScroll label="Pace of all drivers">
        <table className="w-full text-right">
          <caption className="sr-only">Pace of all drivers, {name}: the median of comparable laps</caption>
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
                      className="max-desk:sr-only font-750 desk:max-w-60"
                    />
                  </span>
                </th>
                <td className={bodyCell}>
                  <Strip pace={pace} x={x} most={range.to} />
                </td>
                <td className={`${bodyCell} whitespace-nowrap ${pace.isPartial ? 'text-mute' : 'font-650'}`}>
                  {formatLap(pace.median)}
                  {pace.isPartial ? <span className="block text-12">few laps</span> : null}
                </td>
                <td className={`${bodyCell} ${wideOnly} text-mute`}>
                  {pace === first || first === undefined || pace.isPartial ? '' : formatGap(pace.median - first.median)}
                </td>
                <td className={`${bodyCell} ${wideOnly} text-mute`}>{pace.isPartial ? '' : formatTime(pace.spread)}</td>
                <td className={`${bodyCell} ${wideOnly} text-mute`}>{pace.laps.length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="text-14 text-mute">
        {[
          `Strips show ${formatLap(range.from).slice(0, -2)} to ${formatLap(range.to).slice(0, -2)}.`,
          off.length === 0 ? '' : `Slower and not drawn: ${formatCount(off.length, 'lap')}.`,
          leftOutText(leftOut, course !== null),
          paces.some(({ isPartial }) => isPartial) ? 'Drivers with few laps are last.' : '',
        ]
          .filter(Boolean)
          .join(' ')}
        <span className="max-desk:hidden"> Spread: the middle half of the laps differs by so much.</span>
      </p>
    </div>
  );
}

/** `Dry`, `Soft`; `Soft, wet` where a tyre was driven under both conditions. */
function groupName({ condition, compound }: PaceGroup, groups: readonly PaceGroup[]): string {
  if (compound === null)
    return groups.some((each) => each.compound !== null)
      ? `${conditions[condition]}, all tyres`
      : conditions[condition];
  const isTwice = groups.some((each) => each.compound === compound && each.condition !== condition);
  return isTwice ? `${tyreOf(compound).name}, ${condition}` : tyreOf(compound).name;
}

/** The laps that are not compared, in one sentence; empty for none. */
function leftOutText({ start, pits, slow, invalid }: Readonly<Record<LeftOut, number>>, isOfRace: boolean): string {
  const parts = [
    start === 0 ? '' : `${start} from the start`,
    pits === 0 ? '' : `${pits} into or out of the pits`,
    slow === 0 ? '' : `${slow} ${isOfRace ? 'behind a safety car or under a red flag' : 'not at full speed'}`,
    invalid === 0 ? '' : `${invalid} deleted`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `Laps left out: ${parts.join(', ')}.`;
}

interface StripProps {
  readonly pace: DriverPace;
  readonly x: (time: number) => number;
  readonly most: number;
}

/** One path for each compound: thousands of elements would be slow. Dots of ends without length keep their shape. */
function Strip({ pace: { laps, median }, x, most }: StripProps) {
  const shown = laps.filter(({ time }) => time <= most);
  const compounds = [...new Set(shown.map(({ compound }) => compound))];
  const dots = (some: typeof shown) =>
    some.map(({ time, lap }) => `M${Math.round(x(time))},${5 + ((lap * 5) % 13)}h0`).join('');
  return (
    <svg aria-hidden="true" viewBox="0 0 1000 24" preserveAspectRatio="none" className="block h-7 w-full min-w-24">
      {compounds.map((compound) => (
        <path
          key={compound}
          d={dots(shown.filter((lap) => lap.compound === compound))}
          className="ink-stroke"
          style={ink(compound === null ? 'currentColor' : tyreOf(compound).colour)}
          strokeWidth="5"
          strokeLinecap="round"
          strokeOpacity="0.8"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {median > most ? null : (
        <path d={`M${x(median)},0v24`} className="stroke-text" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  );
}
