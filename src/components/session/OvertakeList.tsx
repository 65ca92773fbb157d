import { useMemo } from 'react';
import type { Driver, Session } from '#contract/entities/session';
import { lastingOvertakes } from '#contract/race/battles';
import { formatCount } from '../../format/count.ts';
import { momentsByKey } from '../../format/session-moments.ts';
import { Empty } from '../Empty.tsx';
import { TeamBar } from '../TeamBar.tsx';
import { Battles } from './Battles.tsx';
import { WatchLink } from './WatchLink.tsx';

function countByCar(indices: readonly number[]): [carIndex: number, count: number][] {
  const counts = new Map<number, number>();
  for (const index of indices) counts.set(index, (counts.get(index) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]);
}

/** Battles, the lasting overtakes lap by lap, and the drivers with the most of them. */
export function OvertakeList({ session }: { session: Session }) {
  const overtakes = lastingOvertakes(session);
  const momentOf = useMemo(() => momentsByKey(session), [session]);
  const others = session.overtakes.length - overtakes.length;
  const drivers = new Map(session.drivers.map((driver) => [driver.carIndex, driver]));
  if (session.overtakes.length === 0) return <Empty title="No overtakes recorded">The game recorded none.</Empty>;
  const laps = [...new Set(overtakes.map((overtake) => overtake.lapNum ?? 0))].sort((one, other) => one - other);
  return (
    <div className="stack gap-8">
      <Battles session={session} />
      <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_360px]">
        <ol className="order-2 wide:order-1">
          {laps.map((lap) => (
            <li key={lap} className="grid grid-cols-[44px_minmax(0,1fr)] gap-2 border-b border-hair py-2">
              <span className="pt-0.5 font-650 text-mute">{lap === 0 ? '—' : `L${lap}`}</span>
              <ul className="grid gap-1 desk:grid-cols-2">
                {overtakes
                  .map((overtake) => ({ ...overtake, key: `overtake ${session.overtakes.indexOf(overtake)}` }))
                  .filter((overtake) => (overtake.lapNum ?? 0) === lap)
                  .map(({ key, overtakingDriverIdx, overtakenDriverIdx }) => (
                    <li key={key} className="flex min-w-0 items-center gap-2">
                      <TeamBar
                        team={drivers.get(overtakingDriverIdx)?.team ?? null}
                        driver={overtakingDriverIdx}
                        height={16}
                      />
                      <p className="min-w-0 wrap-break-word">
                        <bdi className="font-750">{nameOf(drivers, overtakingDriverIdx)}</bdi>{' '}
                        <span className="text-mute">overtook</span> <bdi>{nameOf(drivers, overtakenDriverIdx)}</bdi>
                      </p>
                      <WatchLink href={momentOf(key)} />
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ol>
        <div className="order-1 grid gap-4 desk:grid-cols-2 wide:order-2 wide:grid-cols-1">
          <p className="text-14 text-mute desk:col-span-2 wide:col-span-1">
            {formatCount(overtakes.length, 'overtake')}
            {others === 0 ? null : `. ${others} more, in the pits or undone on the same lap, do not count.`}
          </p>
          <Ranking
            title="Most overtakes"
            drivers={drivers}
            rows={countByCar(overtakes.map((one) => one.overtakingDriverIdx))}
          />
          <Ranking
            title="Most times overtaken"
            drivers={drivers}
            rows={countByCar(overtakes.map((one) => one.overtakenDriverIdx))}
          />
        </div>
      </div>
    </div>
  );
}

function nameOf(drivers: ReadonlyMap<number, Driver>, carIndex: number): string {
  return drivers.get(carIndex)?.name ?? `Car ${carIndex}`;
}

interface RankingProps {
  readonly title: string;
  readonly drivers: ReadonlyMap<number, Driver>;
  readonly rows: readonly [carIndex: number, count: number][];
}

function Ranking({ title, drivers, rows }: RankingProps) {
  return (
    <section className="card p-3.5">
      <h2 className="mb-2 font-750">{title}</h2>
      <ol className="grid gap-1.5">
        {rows.slice(0, 5).map(([carIndex, count]) => (
          <li key={carIndex} className="flex items-center gap-2">
            <TeamBar team={drivers.get(carIndex)?.team ?? null} driver={carIndex} height={16} />
            <bdi className="name-text font-650">{nameOf(drivers, carIndex)}</bdi>
            <span className="ml-auto font-750">{count}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
