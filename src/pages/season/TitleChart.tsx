import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useContext, useId, useState } from 'react';
import { driverCodes, shortTeamName } from '#contract/race/driver-codes';
import { strokesOfTeams } from '#contract/race/line-strokes';
import type { TitleFight } from '#contract/race/title-fight';
import { ink } from '../../components/ink.ts';
import { Section } from '../../components/Section.tsx';
import { SecondCarsContext } from '../../components/second-cars-context.ts';
import { spread } from '../../components/session/story/chart.ts';
import { ChartTable, LapChart, LineName, ValueAxis } from '../../components/session/story/LapChart.tsx';
import { ReadLapContext } from '../../components/session/story/read-lap-context.ts';
import { TeamColoursContext } from '../../components/team-colours-context.ts';
import { formatPoints } from '../../format/time.ts';
import { OrderAfterStep } from './OrderAfterStep.tsx';
import { stepLabel } from './season-steps.ts';
import { titleSentence } from './title-fight.ts';

const left = 44;
const right = 108;
const top = 12;
const plot = 280;
const bottom = 24;
/** The number of lines, besides those of favourites; the table has all. */
const most = 6;

interface TitleChartProps {
  readonly fight: TitleFight;
  readonly isFollowed: (name: string) => boolean;
}

/** The fight for a title: points behind the leader by round, and what is still possible. */
export function TitleChart({ fight, isFollowed }: TitleChartProps) {
  const id = useId();
  const colourOf = useContext(TeamColoursContext);
  const second = useContext(SecondCarsContext);
  const { of, steps, lastRound, left: pointsLeft, rows } = fight;
  const [chosen, setChosen] = useState(steps.length - 1);
  const step = Math.min(chosen, steps.length - 1);
  const codes =
    of === 'drivers' ? driverCodes(rows.map(({ name }) => name)) : rows.map(({ name }) => shortTeamName(name));
  const lines = rows
    .map((row, index) => ({ ...row, code: codes[index] ?? '', last: row.behind.at(-1) ?? 0 }))
    .filter(({ name }, index) => index < most || (of === 'drivers' && isFollowed(name)));
  const strokes = strokesOfTeams(
    lines.map(({ team }) => team),
    colourOf,
    (index) => of === 'drivers' && second.has(lines[index]?.name ?? ''),
  );
  const [leader] = rows;
  const last = steps.at(-1)?.at ?? 1;
  const deepest = Math.max(5, ...lines.flatMap(({ behind }) => behind));
  const y = scaleLinear([0, deepest * 1.08], [top, top + plot]);
  const labels = spread(
    lines.map((row) => y(row.last)),
    16,
    top + plot,
  );
  const hasFan = pointsLeft.points > 0 && last < lastRound;
  const title = of === 'drivers' ? 'Title fight, points behind the leader' : 'Teams’ title, points behind the leader';
  return (
    <Section id={id} title={title}>
      <p className="text-mute">{titleSentence(fight)}</p>
      <ReadLapContext value={steps[step]?.at ?? 1}>
        <LapChart
          label="Points behind the leader by round. The slider below reads them, and the table has all of them."
          from={Math.min(1, steps[0]?.at ?? 1)}
          to={Math.max(2, lastRound)}
          left={left}
          right={right}
          height={top + plot + bottom}
          cursor={{ top, bottom }}
          onLap={(round) =>
            setChosen(
              Math.max(
                0,
                steps.findLastIndex(({ at }) => at <= round),
              ),
            )
          }
        >
          {({ x, end }) => (
            <>
              <clipPath id={`${id}clip`}>
                <rect x={left} y={top - 2} width={end - left} height={plot + 2} />
              </clipPath>
              <ValueAxis y={y} left={left} end={end} labelOf={(points) => (points === 0 ? 'P1' : `−${points}`)} />
              {roundTicks(lastRound, x(2) - x(1)).map((round) => (
                <text key={round} x={x(round)} y={top + plot + 17} textAnchor="middle" className="fill-mute">
                  R{round}
                </text>
              ))}
              {hasFan && leader !== undefined ? (
                <g clipPath={`url(#${id}clip)`}>
                  {lines.map((row, place) =>
                    row === lines[0] || !row.isInFight ? null : (
                      <path
                        key={row.name}
                        d={`M${x(last)},${y(row.last)}L${end},${y(leader.fewest - row.most)}V${y(leader.most - row.fewest)}Z`}
                        className="ink-fill"
                        style={ink(strokes[place]?.colour)}
                        opacity={0.09}
                      />
                    ),
                  )}
                </g>
              ) : null}
              {lines
                .map((row, place) => (
                  <g key={row.name} data-driver={row.name}>
                    <path
                      d={
                        line<number>(
                          (_, index) => x(steps[index]?.at ?? 1),
                          (behind) => y(behind),
                        )([...row.behind]) ?? undefined
                      }
                      fill="none"
                      className="ink-stroke"
                      style={ink(strokes[place]?.colour)}
                      strokeWidth={2.5}
                      strokeDasharray={strokes[place]?.dash}
                      strokeLinejoin="round"
                    />
                    <circle
                      cx={x(last)}
                      cy={y(row.last)}
                      r={3.5}
                      className="ink-fill"
                      style={ink(strokes[place]?.colour)}
                    />
                  </g>
                ))
                .reverse()}
              {lines.map((row, index) => (
                <LineName
                  key={row.name}
                  end={end}
                  place={labels[index] ?? 0}
                  colour={strokes[index]?.colour}
                  code={row.code}
                  value={row.last === 0 ? 'P1' : `−${formatPoints(row.last)}`}
                />
              ))}
            </>
          )}
        </LapChart>
      </ReadLapContext>
      <OrderAfterStep fight={fight} codes={codes} step={step} onStep={setChosen} />
      <TitleTable fight={fight} />
    </Section>
  );
}

/** Every round, or every second or fifth where they would touch. */
function roundTicks(rounds: number, pixels: number): number[] {
  const step = [1, 2, 5, 10].find((each) => each * pixels >= 30) ?? 20;
  return Array.from({ length: rounds }, (_, index) => index + 1).filter((round) => (round - 1) % step === 0);
}

/** The numbers of a title fight. */
function TitleTable({ fight: { of, steps, rows } }: { fight: TitleFight }) {
  return (
    <ChartTable
      label="Points behind the leader by round"
      columns={[of === 'drivers' ? 'Driver' : 'Team', ...steps.map(stepLabel), 'Fewest', 'Most', 'Can win']}
      rows={() =>
        rows.map(({ name, behind, fewest, most, isInFight }) => ({
          name,
          cells: [
            ...behind.map((points) => (points === 0 ? '0' : `−${formatPoints(points)}`)),
            formatPoints(fewest),
            formatPoints(most),
            isInFight ? 'yes' : 'no',
          ],
        }))
      }
    />
  );
}
