import type { Standings } from '#contract/entities/season';
import { standingsChanges } from '#contract/race/standings-changes';
import { formatPoints } from '../../format/time.ts';
import { ColumnHeads } from '../ColumnHeads.tsx';

interface StandingsDiffProps {
  readonly before: Pick<Standings, 'drivers'>;
  readonly after: Pick<Standings, 'drivers'>;
  readonly label: string;
  /** The text without differences. */
  readonly equalText: string;
}

/** The differences between two standings: new and old position and points of each driver. */
export function StandingsDiff({ before, after, label, equalText }: StandingsDiffProps) {
  const changes = standingsChanges(before, after);
  if (changes.length === 0) return <p className="text-mute">{equalText}</p>;
  return (
    <table className="w-full max-w-xl text-right">
      <caption className="sr-only">{label}</caption>
      <ColumnHeads
        className="h-8 px-1 text-12 font-500 text-mute"
        columns={[
          { name: 'Place', className: 'w-16 text-left' },
          { name: 'Driver', className: 'text-left' },
          { name: 'Points' },
        ]}
      />
      <tbody>
        {changes.map(({ name, positionBefore, positionAfter, pointsBefore, pointsAfter }) => (
          <tr key={name} className="h-10 border-b border-hair">
            <td className="px-1 text-left whitespace-nowrap">
              <span className="font-800">{positionAfter ?? '–'}</span>{' '}
              <Moved before={positionBefore} after={positionAfter} />
            </td>
            <th scope="row" className="w-3/5 max-w-0 truncate px-1 text-left font-650">
              <bdi title={name}>{name}</bdi>
            </th>
            <td className="px-1 whitespace-nowrap">
              <Gained points={pointsAfter - pointsBefore} />{' '}
              <span className="inline-block min-w-9 font-800">{formatPoints(pointsAfter)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Moved({ before, after }: { before: number | null; after: number | null }) {
  if (before === null || after === null)
    return <span className="text-12 text-mute">{before === null ? 'new' : 'gone'}</span>;
  if (before === after) return null;
  const isUp = after < before;
  return (
    <span className={`text-14 font-650 ${isUp ? 'text-green' : 'text-red'}`}>
      <span aria-hidden="true">{isUp ? '▲' : '▼'}</span>
      <span className="sr-only">{isUp ? 'up ' : 'down '}</span>
      {Math.abs(before - after)}
    </span>
  );
}

function Gained({ points }: { points: number }) {
  if (points === 0) return null;
  return (
    <span className={`text-14 font-650 ${points > 0 ? 'text-green' : 'text-red'}`}>
      {points > 0 ? '+' : '−'}
      {formatPoints(Math.abs(points))}
    </span>
  );
}
