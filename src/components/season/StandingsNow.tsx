import type { StandingNow } from '#contract/race/as-it-stands';
import { formatPoints } from '../../format/time.ts';
import { TeamBar } from '../TeamBar.tsx';

/** The championship while a race runs: position, driver, places gained or lost, points of this race, and all points. */
export function StandingsNow({ rows }: { rows: readonly StandingNow[] }) {
  const head = 'h-8 px-1 text-12 font-500 text-mute';
  return (
    <table className="w-full border-collapse text-right">
      <caption className="sr-only">The championship if the race ended now</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${head} w-8 text-center`}>
            P
          </th>
          <th scope="col" className={`${head} text-left`}>
            Driver
          </th>
          <th scope="col" className={`${head} w-10`}>
            <span className="sr-only">Places</span>
          </th>
          <th scope="col" className={`${head} w-12`}>
            Race
          </th>
          <th scope="col" className={`${head} w-14`}>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, team, position, points, gained, places }) => (
          <tr key={name} className="h-10 border-b border-hair">
            <td className="px-1 text-center font-800">{position}</td>
            <th scope="row" className="max-w-0 px-1 text-left font-650">
              <span className="flex min-w-0 items-center gap-2">
                <TeamBar team={team} height={18} />
                <bdi className="truncate">{name}</bdi>
              </span>
            </th>
            <td className="px-1 text-12 font-650">
              <Places places={places} />
            </td>
            <td className="px-1 text-14 text-mute">{gained === 0 ? null : formatGain(gained)}</td>
            <td className={`px-1 text-17 font-800 ${position === 1 ? 'text-amber' : ''}`}>{formatPoints(points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatGain(points: number): string {
  return points > 0 ? `+${formatPoints(points)}` : formatPoints(points);
}

function Places({ places }: { places: number | null }) {
  if (places === null || places === 0) return null;
  const count = Math.abs(places);
  return (
    <span className={places > 0 ? 'text-green' : 'text-red'}>
      <span className="sr-only">
        {places > 0 ? 'gained' : 'lost'} {count}
      </span>
      <span aria-hidden="true">
        {places > 0 ? '▲' : '▼'}
        {count}
      </span>
    </span>
  );
}
