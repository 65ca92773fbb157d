import { isRace } from '#contract/enumerations';
import { describeSession, stoppedText } from '#contract/race/describe-session';
import { timeWithPenalties } from '#contract/race/gaps';
import { shownPodium } from '#contract/race/ruled-event';
import { PageLink } from '../../../components/PageLink.tsx';
import { SessionTeamColours } from '../../../components/SessionTeamColours.tsx';
import { TeamBar } from '../../../components/TeamBar.tsx';
import { formatInstant } from '../../../format/date.ts';
import { formatLap, formatTime, noTime } from '../../../format/time.ts';
import { PrivateMark } from './PrivateMark.tsx';
import { RowActions } from './RowActions.tsx';
import type { OwnSession, SessionRowsProps } from './session-rows.ts';
import { sessionTitle } from './session-title.ts';
import { VersionsButton } from './VersionsButton.tsx';

/** The own sessions on a wide screen. */
export function SessionTable({ sessions, selectedIds, ...rows }: SessionRowsProps) {
  const { onSelect } = rows;
  const isAll = sessions.every(({ id }) => selectedIds.has(id));
  return (
    <table className="hidden w-full desk:table">
      <caption className="sr-only">Your sessions</caption>
      <thead>
        <tr className="h-11 border-b border-line text-left text-12 font-650 text-mute *:px-2 *:font-650">
          <th scope="col" className="w-11">
            <label className="grid size-11 cursor-pointer place-items-center">
              <span className="sr-only">Select all sessions of this page</span>
              <input
                type="checkbox"
                className="size-5 accent-red"
                checked={isAll}
                onChange={() => onSelect(sessions, !isAll)}
              />
            </label>
          </th>
          <th scope="col">Session</th>
          <th scope="col">Date</th>
          <th scope="col" className="text-right">
            Laps
          </th>
          <th scope="col">First</th>
          <th scope="col" className="text-right">
            Time
          </th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <Row key={session.id} session={session} isSelected={selectedIds.has(session.id)} {...rows} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Omit<SessionRowsProps, 'sessions' | 'selectedIds'> {
  readonly session: OwnSession;
  readonly isSelected: boolean;
}

function Row({ session, isSelected, canDelete, onSelect, onDelete, onVisibility, onVersions }: RowProps) {
  const [first] = shownPodium(session);
  const { state, track, type, place } = describeSession(session);
  const title = sessionTitle(session);
  return (
    <tr
      data-selected={isSelected ? '' : undefined}
      className="h-12 border-b border-hair *:px-2 hover:bg-panel data-selected:bg-favouriterow"
    >
      <td>
        <label className="grid size-11 cursor-pointer place-items-center">
          <span className="sr-only">Select {title}</span>
          <input
            type="checkbox"
            className="size-5 accent-red"
            checked={isSelected}
            onChange={() => onSelect([session], !isSelected)}
          />
        </label>
      </td>
      <th scope="row" className="text-left font-650">
        <PageLink href={`/sessions/${session.id}`} className="inline-flex min-h-11 items-center gap-1.5">
          <span>
            {track} <span className="text-mute">{type}</span>
          </span>
        </PageLink>
        <p className="-mt-2 pb-1.5 text-12 font-500 text-mute wrap-anywhere empty:hidden">{place}</p>
        <p className="-mt-1.5 pb-1.5 empty:hidden">
          <PrivateMark session={session} />
        </p>
        <div className="-mt-2 pb-1.5 empty:hidden">
          <VersionsButton session={session} onShow={onVersions} />
        </div>
      </th>
      <td className="whitespace-nowrap text-mute">{formatInstant(session.sessionStartTime)}</td>
      <td className="text-right">{session.numberOfLaps ?? noTime}</td>
      <td className="max-w-60">
        {first === undefined ? (
          <span className="text-mute">No result</span>
        ) : (
          <span className="flex min-w-0 items-center gap-2">
            <SessionTeamColours session={session}>
              <TeamBar team={first.team} height={18} />
            </SessionTeamColours>
            <bdi className="truncate">{first.name}</bdi>
          </span>
        )}
      </td>
      <td className="text-right">
        {state === 'incomplete' ? (
          <span className="text-amber" title={`The recording ${stoppedText(session)}`}>
            Incomplete
          </span>
        ) : first === undefined ? (
          noTime
        ) : isRace(session.sessionType) ? (
          formatTime(timeWithPenalties(first))
        ) : (
          formatLap(first.bestLapTimeMs)
        )}
      </td>
      <td>
        <RowActions
          session={session}
          title={title}
          canDelete={canDelete}
          onVisibility={() => onVisibility(session)}
          onDelete={() => onDelete(session)}
        />
      </td>
    </tr>
  );
}
