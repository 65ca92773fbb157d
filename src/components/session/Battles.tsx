import { useId } from 'react';
import type { Session } from '#contract/entities/session';
import { type Battle, battlesOf } from '#contract/race/battles';
import { inResultOrder } from '#contract/race/classify';
import { codesByCar } from '#contract/race/driver-codes';
import { formatCount } from '../../format/count.ts';
import { Section } from '../Section.tsx';
import { TableScroll } from '../TableScroll.tsx';

const mostPairs = 12;

/** Battles: pairs of drivers on a phone, a matrix of all drivers on a desk. */
export function Battles({ session }: { session: Session }) {
  const id = useId();
  const battles = battlesOf(session);
  const names = new Map(session.drivers.map(({ carIndex, name }) => [carIndex, name]));
  const fought = battles.filter(({ counts }) => counts[1] > 0).slice(0, mostPairs);
  if (battles.length === 0) return null;
  return (
    <Section id={id} title="Battles">
      <p className="text-14 text-mute">
        Counts overtakes on the track, not those of cars that enter or leave the pits.
      </p>
      {fought.length === 0 ? (
        <p className="wide:hidden">No two drivers overtook each other.</p>
      ) : (
        <ul aria-label="Drivers who overtook each other" className="wide:hidden">
          {fought.map((battle) => (
            <li key={battle.cars.join()} className="border-b border-hair py-1.5">
              <b>
                <bdi>{names.get(battle.cars[0]) ?? 'Unknown'}</bdi> –{' '}
                <bdi>{names.get(battle.cars[1]) ?? 'Unknown'}</bdi>
              </b>
              <span className="block text-14 text-mute">{battleText(battle)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="hidden wide:block">
        <Matrix session={session} battles={battles} />
      </div>
    </Section>
  );
}

/** `5 swaps, 3 to 2, 2 undone on the same lap, L22–27`. */
function battleText({ swaps, counts, undone, fromLap, toLap }: Battle): string {
  const laps = fromLap === null ? '' : fromLap === toLap ? `, L${fromLap}` : `, L${fromLap}–${toLap}`;
  const back = undone === 0 ? '' : `, ${undone} undone on the same lap`;
  return `${formatCount(swaps, 'swap')}, ${counts[0]} to ${counts[1]}${back}${laps}`;
}

function Matrix({ session, battles }: { session: Session; battles: readonly Battle[] }) {
  const codes = codesByCar(session.drivers);
  const drivers = inResultOrder(session);
  const counts = new Map(
    battles.flatMap(({ cars: [one, other], counts: [ofOne, ofOther] }) => [
      [`${one} ${other}`, ofOne],
      [`${other} ${one}`, ofOther],
    ]),
  );
  const most = Math.max(1, ...counts.values());
  return (
    <TableScroll label="Overtakes by pairs of drivers">
      <table className="text-center text-14">
        <caption className="sr-only">How often the driver of a row overtook the driver of a column</caption>
        <thead>
          <tr className="h-8 text-12 text-mute">
            <th scope="col" className="pr-2 text-left font-500">
              overtook
            </th>
            {drivers.map(({ carIndex, name }) => (
              <th key={carIndex} scope="col" title={name} className="w-11 font-650">
                {codes.get(carIndex)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drivers.map((row) => (
            <tr key={row.carIndex} className="h-8">
              <th scope="row" className="max-w-48 truncate pr-2 text-left font-650">
                <bdi>{row.name}</bdi>
              </th>
              {drivers.map((column) => {
                const count = counts.get(`${row.carIndex} ${column.carIndex}`) ?? 0;
                const share = count === 0 ? 0 : 15 + (count / most) * 55;
                return (
                  <td
                    key={column.carIndex}
                    className={`border border-hair ${row === column ? 'bg-raised' : 'font-650'}`}
                    style={
                      share === 0
                        ? undefined
                        : { backgroundColor: `color-mix(in srgb, var(--color-red) ${share}%, transparent)` }
                    }
                  >
                    {count === 0 ? '' : count}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
