import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useContext, useId } from 'react';
import type { Season } from '#contract/entities/season';
import { titleFight } from '#contract/race/title-fight';
import { driverCodes } from '../../format/codes.ts';
import { formatPoints } from '../../format/time.ts';
import { titleSentence } from '../../format/title-fight.ts';
import { Section } from '../Section.tsx';
import { spread } from '../session/story/chart.ts';
import { LapChart } from '../session/story/LapChart.tsx';
import { TableScroll } from '../TableScroll.tsx';
import { TeamColoursContext } from '../team-colours-context.ts';

const left = 44;
const right = 92;
const top = 12;
const plot = 260;
const bottom = 24;
/** As many drivers have a line; the table has all. */
const most = 6;
const dashes = [undefined, '7 4', '2 4', '10 3 2 3'];

/** The fight for the drivers' title: points behind the leader by round, and what is still possible. */
export function TitleChart({ season }: { season: Season }) {
  const id = useId();
  const colourOf = useContext(TeamColoursContext);
  const fight = titleFight(season);
  if (fight === null || fight.rows.length < 2) return null;
  const { rounds, lastRound, left: pointsLeft, rows } = fight;
  const shown = rows.slice(0, most).map((row, index, all) => ({
    ...row,
    last: row.behind.at(-1) ?? 0,
    colour: colourOf(row.team),
    dash: dashes[all.slice(0, index).filter(({ team }) => team === row.team).length % dashes.length],
  }));
  const last = rounds.at(-1) ?? 1;
  const deepest = Math.max(5, ...shown.flatMap(({ behind }) => behind));
  const y = scaleLinear([0, deepest * 1.08], [top, top + plot]);
  const labels = spread(
    shown.map((row) => y(row.last)),
    16,
    top + plot,
  );
  const codes = driverCodes(rows.map(({ name }) => name));
  const hasFan = pointsLeft !== null && pointsLeft > 0 && last < lastRound;
  return (
    <Section id={id} title="Title fight, points behind the leader">
      <p className="text-mute">{titleSentence(fight)}</p>
      <LapChart
        label="Points behind the leader by round. The table below has them in numbers."
        from={1}
        to={Math.max(2, lastRound)}
        left={left}
        right={right}
        height={top + plot + bottom}
      >
        {({ x, end }) => (
          <>
            <clipPath id={`${id}clip`}>
              <rect x={left} y={top - 2} width={end - left} height={plot + 2} />
            </clipPath>
            {y.ticks(5).map((points) => (
              <g key={points}>
                <line x1={left} x2={end} y1={y(points)} y2={y(points)} className="stroke-hair" />
                <text x={left - 8} y={y(points)} textAnchor="end" dominantBaseline="central" className="fill-mute">
                  {points === 0 ? 'P1' : `−${points}`}
                </text>
              </g>
            ))}
            {roundTicks(lastRound, x(2) - x(1)).map((round) => (
              <text key={round} x={x(round)} y={top + plot + 17} textAnchor="middle" className="fill-mute">
                R{round}
              </text>
            ))}
            {hasFan ? (
              <g clipPath={`url(#${id}clip)`}>
                {shown
                  .filter(({ isInFight }, index) => index > 0 && isInFight)
                  .map((row) => (
                    <path
                      key={row.name}
                      d={`M${x(last)},${y(row.last)}L${end},${y(row.last - pointsLeft)}V${y(row.last + pointsLeft)}Z`}
                      fill={row.colour}
                      opacity={0.07}
                    />
                  ))}
              </g>
            ) : null}
            {[...shown].reverse().map((row) => (
              <g key={row.name} data-driver={row.name}>
                <path
                  d={
                    line<number>(
                      (_, index) => x(rounds[index] ?? 1),
                      (behind) => y(behind),
                    )([...row.behind]) ?? undefined
                  }
                  fill="none"
                  stroke={row.colour}
                  strokeWidth={2.5}
                  strokeDasharray={row.dash}
                  strokeLinejoin="round"
                />
                <circle cx={x(last)} cy={y(row.last)} r={3.5} fill={row.colour} />
              </g>
            ))}
            {shown.map((row, index) => (
              <text key={row.name} x={end + 10} y={labels[index]} dominantBaseline="central" className="fill-text">
                <tspan className="font-750">{codes[index]}</tspan>
                <tspan className="fill-mute"> {row.last === 0 ? 'P1' : `−${formatPoints(row.last)}`}</tspan>
              </text>
            ))}
          </>
        )}
      </LapChart>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center link">As a table</summary>
        <TableScroll label="Points behind the leader by round">
          <table className="border-collapse text-right text-14 whitespace-nowrap">
            <caption className="sr-only">Points behind the leader by round</caption>
            <thead>
              <tr className="h-9 border-b border-line text-12 text-mute">
                <th scope="col" className="sticky left-0 bg-bg pr-3 text-left font-500">
                  Driver
                </th>
                {rounds.map((round) => (
                  <th key={round} scope="col" className="px-2 font-500">
                    R{round}
                  </th>
                ))}
                <th scope="col" className="pl-2 font-500">
                  Can win
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name} className="h-11 border-b border-hair">
                  <th scope="row" className="sticky left-0 max-w-40 truncate bg-bg pr-3 text-left font-650">
                    <bdi>{row.name}</bdi>
                  </th>
                  {row.behind.map((behind, index) => (
                    <td key={rounds[index]} className="px-2">
                      {behind === 0 ? '0' : `−${formatPoints(behind)}`}
                    </td>
                  ))}
                  <td className="pl-2">{pointsLeft === null ? '—' : row.isInFight ? 'yes' : 'no'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      </details>
    </Section>
  );
}

/** Every round, or every second or fifth where they would touch. */
function roundTicks(rounds: number, pixels: number): number[] {
  const step = [1, 2, 5, 10].find((each) => each * pixels >= 30) ?? 20;
  return Array.from({ length: rounds }, (_, index) => index + 1).filter((round) => (round - 1) % step === 0);
}
