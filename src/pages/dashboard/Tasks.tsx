import type { ReactNode } from 'react';
import { getTasks } from '#contract/calls/account';
import type { Tasks as TaskLists } from '#contract/entities/account';
import { useRead } from '../../actors/read.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { Section } from '../../components/Section.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { formatCount } from '../../format/count.ts';
import { formatDay, formatDayAndTime } from '../../format/date.ts';
import { trackName, typeName } from '../../format/names.ts';
import { FirstSteps, type FirstStepsProps } from './FirstSteps.tsx';
import { StillPublic } from './StillPublic.tsx';

/** The number of rows shown for each kind; the last one links to the rest. */
const shownRows = 3;

/**
 * The tasks of the user: sessions to keep public or not, rounds without a race, sessions without an event, unnamed
 * drivers, provisional and broken standings. A new user's tasks are the first steps.
 */
export function Tasks({ userId, driven }: Omit<FirstStepsProps, 'children'>) {
  const read = useRead({ call: getTasks });
  return (
    <Section id="tasks" title="To do">
      <ReadView isPart read={read} skeleton={<SkeletonCards count={1} />}>
        {(tasks) => {
          const rows = rowsOf(tasks);
          return rows.length === 0 ? (
            <FirstSteps userId={userId} driven={driven}>
              <p className="flex min-h-18 items-center border-y border-line text-mute">Nothing to do.</p>
            </FirstSteps>
          ) : (
            <ul className="grid border-t border-line">{rows}</ul>
          );
        }}
      </ReadView>
    </Section>
  );
}

/** Order: tasks about public data, then those that other people wait for, then broken standings. */
function rowsOf(tasks: TaskLists): ReactNode[] {
  return [
    ...stillPublicRows(tasks),
    ...claimRows(tasks),
    ...entryRows(tasks),
    ...overdueRows(tasks),
    ...deletedRows(tasks),
    ...provisionalRows(tasks),
    ...unattachedRows(tasks),
    ...unnamedRows(tasks),
  ];
}

interface RowProps {
  readonly href: string;
  readonly action: string;
  /** The subject of the row, and the task. */
  readonly title: ReactNode;
  readonly children: ReactNode;
}

function Row({ href, action, title, children }: RowProps) {
  return (
    <li className="border-b border-line">
      <a href={href} className="flex min-h-13 items-center justify-between gap-4 py-2">
        <span className="grid min-w-0">
          <span className="name-line font-650">{title}</span>
          <span className="text-14 text-mute">{children}</span>
        </span>
        <span className="shrink-0 font-650 text-red">{action}</span>
      </a>
    </li>
  );
}

function sessionTitle(session: {
  readonly trackId: TaskLists['unattached']['sessions'][number]['trackId'];
  readonly sessionType: TaskLists['unattached']['sessions'][number]['sessionType'];
  readonly sessionStartTime: string;
}): string {
  return `${trackName(session.trackId)} · ${typeName(session.sessionType)} · ${formatDayAndTime(session.sessionStartTime)}`;
}

function stillPublicRows({ stillPublic }: TaskLists): ReactNode[] {
  if (stillPublic == null || stillPublic.total === 0) return [];
  return [<StillPublic key="still public" total={stillPublic.total} />];
}

function claimRows({ claims }: TaskLists): ReactNode[] {
  return (claims?.claims ?? []).slice(0, shownRows).map(({ id, seasonId, seasonName, username, driverName }) => (
    <Row
      key={`claim ${id}`}
      href={`/dashboard/seasons/${seasonId}/edit/drivers`}
      action="Decide"
      title={<bdi>{seasonName}</bdi>}
    >
      <bdi>{username ?? 'A user without a name'}</bdi> says they are <bdi>{driverName}</bdi>
    </Row>
  ));
}

function entryRows({ entries }: TaskLists): ReactNode[] {
  return (entries?.seasons ?? []).slice(0, shownRows).map(({ seasonId, seasonName, count, first }) => (
    <Row
      key={`entries ${seasonId}`}
      href={`/dashboard/seasons/${seasonId}/edit/drivers`}
      action="Decide"
      title={<bdi>{seasonName}</bdi>}
    >
      {formatCount(count, 'entry waits', 'entries wait')}, the first is <bdi>{first}</bdi>
    </Row>
  ));
}

function overdueRows({ overdue }: TaskLists): ReactNode[] {
  const rounds = (overdue?.rounds ?? []).slice(0, shownRows);
  const rest = (overdue?.total ?? 0) - rounds.length;
  return rounds.map(({ eventId, seasonId, seasonName, round, name, track, startsAt }, index) => (
    <Row
      key={`overdue ${eventId}`}
      href={`/dashboard/seasons/${seasonId}/edit#event-${eventId}`}
      action="Add result"
      title={
        <>
          Round {round}, <bdi>{name ?? trackName(track)}</bdi>
        </>
      }
    >
      <bdi>{seasonName}</bdi> · no race yet since {formatDay(startsAt)}
      {index === rounds.length - 1 && rest > 0 ? ` · and ${formatCount(rest, 'more round')} without a race` : null}
    </Row>
  ));
}

function deletedRows({ deleted }: TaskLists): ReactNode[] {
  return deleted.sessions.map((session) => (
    <Row
      key={`deleted ${session.seasonId} ${session.sessionId}`}
      href={`/dashboard/seasons/${session.seasonId}/edit`}
      action="Replace"
      title={<bdi>{session.seasonName}</bdi>}
    >
      Lost a session that was deleted: {sessionTitle(session)}
    </Row>
  ));
}

function provisionalRows({ provisional }: TaskLists): ReactNode[] {
  return provisional.seasons.map(({ season, revision }) => (
    <Row
      key={`provisional ${season.id}`}
      href={`/dashboard/seasons/${season.id}/edit/publish`}
      action="Review"
      title={<bdi>{season.name}</bdi>}
    >
      {revision === null ? 'Standings are provisional' : `Standings have changed since official ${revision}`}
    </Row>
  ));
}

function unattachedRows({ unattached: { total, sessions } }: TaskLists): ReactNode[] {
  const [latest] = sessions;
  if (latest === undefined) return [];
  return [
    <Row
      key="unattached"
      href="/dashboard/sessions?without=event"
      action="Attach"
      title={`${formatCount(total, 'session')} without an event`}
    >
      {total === 1 ? sessionTitle(latest) : `The latest: ${sessionTitle(latest)}`}
    </Row>,
  ];
}

function unnamedRows({ unnamed: { total, sessions } }: TaskLists): ReactNode[] {
  const rows = sessions.slice(0, shownRows).map(({ session, drivers }) => (
    <Row
      key={`unnamed ${session.id}`}
      href={`/dashboard/sessions?rename=${session.id}`}
      action="Rename"
      title={sessionTitle(session)}
    >
      {formatCount(drivers.length, 'driver')} without a name: <bdi>{drivers.map(({ name }) => name).join(', ')}</bdi>
    </Row>
  ));
  const rest = total - rows.length;
  return rest === 0
    ? rows
    : [
        ...rows,
        <Row
          key="unnamed rest"
          href="/dashboard/sessions?without=names"
          action="Show"
          title={`${formatCount(rest, 'more session')} with drivers without a name`}
        >
          In your sessions
        </Row>,
      ];
}
