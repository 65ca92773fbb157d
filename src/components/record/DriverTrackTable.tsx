import type { DriverTrack } from '#contract/entities/record';
import { formatCount } from '../../format/count.ts';
import { trackName } from '../../format/names.ts';
import { formatLap } from '../../format/time.ts';
import { ColumnHeads } from '../ColumnHeads.tsx';
import { PageLink } from '../PageLink.tsx';

/** A driver's results at each track. */
export function DriverTrackTable({ tracks }: { tracks: readonly DriverTrack[] }) {
  return (
    <table className="w-full text-right">
      <caption className="sr-only">Best at each track</caption>
      <ColumnHeads
        className="h-9 px-1.5 text-12 font-500 text-mute"
        columns={[
          { name: 'Track', className: 'text-left' },
          { name: 'Wins', className: 'tiny:hidden' },
          { name: 'Poles', className: 'hidden desk:table-cell' },
          { name: 'Best' },
          { name: 'Best lap' },
        ]}
      />
      <tbody>
        {tracks.map(({ track, starts, wins, poles, bestFinish, lap }) => (
          <tr key={track} className="h-11 border-b border-hair">
            <th scope="row" className="max-w-0 px-1.5 text-left font-500" style={{ width: '45%' }}>
              <span className="grid min-w-0">
                <span className="truncate font-750">{trackName(track)}</span>
                <span className="truncate text-12 text-mute">{formatCount(starts, 'start')}</span>
              </span>
            </th>
            <td className="px-1.5 tiny:hidden">{wins}</td>
            <td className="hidden px-1.5 desk:table-cell">{poles}</td>
            <td className="px-1.5 font-750">{bestFinish === null ? '–' : `P${bestFinish}`}</td>
            <td className="px-1.5">
              {lap === null ? (
                <span className="text-mute">–</span>
              ) : (
                <PageLink
                  href={`/sessions/${lap.sessionId}`}
                  className="inline-grid min-h-11 content-center hover:underline"
                >
                  {formatLap(lap.time)}
                </PageLink>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
