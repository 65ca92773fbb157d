import { describeSession } from '#contract/race/describe-session';
import { shownPodium } from '#contract/race/ruled-event';
import { PageLink } from '../../../components/PageLink.tsx';
import { SessionTeamColours } from '../../../components/SessionTeamColours.tsx';
import { TeamBar } from '../../../components/TeamBar.tsx';
import { formatDayAndTime } from '../../../format/date.ts';
import { PrivateMark } from './PrivateMark.tsx';
import { RowActions } from './RowActions.tsx';
import type { SessionRowsProps } from './session-rows.ts';
import { sessionTitle } from './session-title.ts';
import { VersionsButton } from './VersionsButton.tsx';

/** The own sessions on a phone. */
export function SessionCards(props: SessionRowsProps) {
  const { sessions, selectedIds, canDelete, onSelect, onDelete, onVisibility, onVersions } = props;
  return (
    <ul className="grid gap-2.5 desk:hidden">
      {sessions.map((session) => {
        const [first] = shownPodium(session);
        const { track, type, place, stateText } = describeSession(session);
        const isSelected = selectedIds.has(session.id);
        const title = sessionTitle(session);
        return (
          <li
            key={session.id}
            data-selected={isSelected ? '' : undefined}
            className="card flex flex-wrap items-center data-selected:border-favourite data-selected:bg-favouriterow"
          >
            <label className="grid min-h-18 w-12 shrink-0 cursor-pointer place-items-center">
              <span className="sr-only">Select {title}</span>
              <input
                type="checkbox"
                className="size-5 accent-red"
                checked={isSelected}
                onChange={() => onSelect([session], !isSelected)}
              />
            </label>
            <PageLink
              href={`/sessions/${session.id}`}
              className="grid min-h-18 min-w-0 flex-1 content-center gap-0.5 py-2"
            >
              <span className="name-line text-17 font-750">
                {track} <span className="text-mute">{type}</span>
              </span>
              <span className="flex min-w-0 items-center gap-2 text-14 text-mute">
                {stateText === '' ? null : <b className="shrink-0 text-amber">{stateText}</b>}
                <span className="shrink-0">{formatDayAndTime(session.sessionStartTime)}</span>
                {first === undefined ? null : (
                  <>
                    <SessionTeamColours session={session}>
                      <TeamBar team={first.team} height={14} />
                    </SessionTeamColours>
                    <bdi className="truncate">{first.name}</bdi>
                  </>
                )}
              </span>
              <bdi className="truncate text-12 text-mute empty:hidden">{place}</bdi>
              <PrivateMark session={session} />
            </PageLink>
            <RowActions
              session={session}
              title={title}
              canDelete={canDelete}
              onVisibility={() => onVisibility(session)}
              onDelete={() => onDelete(session)}
            />
            <div className="-mt-2 w-full pl-12 empty:hidden">
              <VersionsButton session={session} onShow={onVersions} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
