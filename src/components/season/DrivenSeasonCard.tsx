import type { DrivenSeason } from '#contract/entities/season';
import { formatShortDay } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { resultText } from '../../format/results.ts';
import { seasonSessionPath } from '../../format/session-path.ts';
import { formatPoints } from '../../format/time.ts';
import { LocalTime } from '../LocalTime.tsx';
import { PageLink } from '../PageLink.tsx';
import { TeamBar } from '../TeamBar.tsx';
import { TeamColours } from '../TeamColours.tsx';

/** The number of drives shown at first. */
const shownDrives = 3;

/** A season of a driver: place, points and team, and the results, the latest first. */
export function DrivenSeasonCard({ driven }: { driven: DrivenSeason }) {
  const { season, driver, position, points, drives } = driven;
  const { name, number, team, colour, isReserve } = driver;
  const titleId = `season-${season.id}`;
  const first = drives.slice(0, shownDrives);
  const rest = drives.slice(shownDrives);
  return (
    <article aria-labelledby={titleId} className="card stack gap-2 px-3.5 py-3">
      <header className="flex min-w-0 items-center gap-3">
        {team === null || colour == null ? (
          <TeamBar team={team} height={40} />
        ) : (
          <TeamColours teams={[team]} chosen={[{ team, colour }]}>
            <TeamBar team={team} height={40} />
          </TeamColours>
        )}
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h3 id={titleId} className="min-w-0 text-17 font-750">
            <PageLink href={`/seasons/${season.id}`} className="block truncate hover:underline">
              <bdi>{season.name}</bdi>
            </PageLink>
          </h3>
          <p className="truncate text-14 text-mute">
            {number === null ? null : `${number} `}
            <bdi>{name}</bdi>
            {` · ${team ?? 'No team'}${isReserve ? ' · Reserve' : ''}`}
          </p>
        </div>
        <p className="grid shrink-0 text-right">
          <b className="text-20 font-800">{position === null ? '–' : `P${position}`}</b>
          <span className="text-14 font-650 text-amber">{formatPoints(points)} pts</span>
        </p>
      </header>
      {first.length === 0 ? (
        <p className="text-14 text-mute">No results yet</p>
      ) : (
        <Drives seasonId={season.id} drives={first} />
      )}
      {rest.length === 0 ? null : (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-14 font-650 text-red">
            {rest.length} more
          </summary>
          <Drives seasonId={season.id} drives={rest} />
        </details>
      )}
    </article>
  );
}

function Drives({ seasonId, drives }: { seasonId: string; drives: DrivenSeason['drives'] }) {
  return (
    <ul className="border-t border-hair">
      {drives.map((drive) => (
        <li key={drive.sessionId} className="border-b border-hair last:border-0">
          <PageLink
            href={seasonSessionPath(seasonId, drive.sessionId)}
            className="flex min-h-11 items-center gap-3 text-14 hover:bg-raised"
          >
            <b className="w-10 shrink-0 text-center font-800">{resultText(drive)}</b>
            <span className="min-w-0 flex-1 truncate">
              <bdi>{drive.eventName ?? trackName(drive.track)}</bdi>
              {drive.scoring === 'sprint' ? ' · Sprint' : null}
              <span className="text-mute">
                {' '}
                · <LocalTime instant={drive.startedAt} format={formatShortDay} />
              </span>
            </span>
            <span className="shrink-0 text-mute">{formatPoints(drive.points)}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
