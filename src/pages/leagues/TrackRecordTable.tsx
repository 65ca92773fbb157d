import type { LapRecord, TrackRecord } from '#contract/entities/record';
import { ColumnHeads } from '../../components/ColumnHeads.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { formatCount } from '../../format/count.ts';
import { trackName, typeName } from '../../format/names.ts';
import { formatLap } from '../../format/time.ts';

/** The records of a league at each track. */
export function TrackRecordTable({ tracks }: { tracks: readonly TrackRecord[] }) {
  return (
    <table className="w-full text-right">
      <caption className="sr-only">Records at each track</caption>
      <ColumnHeads
        className="h-9 px-1.5 text-12 font-500 text-mute"
        columns={[
          { name: 'Track', className: 'text-left' },
          { name: 'Fastest lap' },
          { name: 'In a race', className: 'hidden desk:table-cell' },
        ]}
      />
      <tbody>
        {tracks.map(({ track, races, winners, lap, raceLap }) => (
          <tr key={track} className="h-11 border-b border-hair">
            <th scope="row" className="max-w-0 px-1.5 py-1 text-left font-500" style={{ width: '40%' }}>
              <span className="grid min-w-0">
                <PageLink href={`/tracks/${track}`} className="name-link font-750">
                  {trackName(track)}
                </PageLink>
                <span className="name-text text-12 text-mute">
                  {formatCount(races, 'race')}
                  {winners[0] === undefined ? null : (
                    <>
                      {' · '}
                      <bdi>{winners[0].name}</bdi>{' '}
                      <span className="whitespace-nowrap">{formatCount(winners[0].wins, 'win')}</span>
                    </>
                  )}
                </span>
              </span>
            </th>
            <td className="max-w-0 px-1.5">
              <Lap lap={lap} withType />
            </td>
            <td className="hidden max-w-0 px-1.5 desk:table-cell">
              <Lap lap={raceLap} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lap({ lap, withType = false }: { lap: LapRecord | null; withType?: boolean }) {
  if (lap === null) return <span className="text-mute">–</span>;
  return (
    <PageLink href={`/sessions/${lap.sessionId}`} className="grid min-h-11 min-w-0 content-center hover:underline">
      <span className="font-750">{formatLap(lap.time)}</span>
      <span className="name-text text-12 text-mute">
        <bdi>{lap.driver.name}</bdi>
        {withType ? ` · ${typeName(lap.sessionType)}` : ''}
      </span>
    </PageLink>
  );
}
