import { listOwnSessions } from '#contract/calls/sessions';
import { defaultPageSize } from '#contract/constants';
import { useRead } from '../../../actors/read.tsx';
import { Button } from '../../../components/Button.tsx';
import { Empty } from '../../../components/Empty.tsx';
import { ListCount } from '../../../components/ListCount.tsx';
import { Paging } from '../../../components/Paging.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { SkeletonTable } from '../../../components/Skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import { allSessions, type ListQuery, listAddress, sessionsPath } from './list-query.ts';
import { SessionCards } from './SessionCards.tsx';
import { SessionTable } from './SessionTable.tsx';
import { countId, type SessionRowsProps } from './session-rows.ts';

interface SessionListProps extends Omit<SessionRowsProps, 'sessions'> {
  readonly query: ListQuery;
  /** Another part of the list was asked for: its count is focused, so that it is read and seen. */
  readonly hasMoved: boolean;
  readonly hiddenIds: ReadonlySet<string>;
  readonly onShow: (query: ListQuery) => void;
}

/** One page of the own sessions. Keyed by its query. */
export function SessionList({ query, hasMoved, hiddenIds, onShow, ...rows }: SessionListProps) {
  const { page, tracks, types, without } = query;
  const read = useRead({
    call: listOwnSessions,
    query: {
      page,
      pageSize: defaultPageSize,
      TrackIds: tracks,
      SessionTypes: types,
      Without: without ?? undefined,
    },
  });
  return (
    <section aria-label="Sessions">
      <ReadView isPart read={read} skeleton={<SkeletonTable rows={8} />}>
        {({ totalElements, sessions }) => {
          const shown = sessions.filter(({ id }) => !hiddenIds.has(id));
          const total = totalElements - (sessions.length - shown.length);
          const pageCount = Math.ceil(total / defaultPageSize);
          return (
            <div className="stack gap-4">
              <div className="flex flex-wrap items-center justify-between gap-x-4 max-desk:-my-2 max-desk:min-h-11">
                <ListCount id={countId} isFocused={hasMoved}>
                  {countText(page, shown.length, total)}
                </ListCount>
                {shown.length === 0 ? null : <SelectAll {...rows} sessions={shown} />}
              </div>
              {shown.length === 0 ? (
                <NoSessions query={query} total={total} onShow={onShow} />
              ) : (
                <>
                  <SessionTable {...rows} sessions={shown} />
                  <SessionCards {...rows} sessions={shown} />
                </>
              )}
              <Paging
                page={page}
                pageCount={pageCount}
                addressOf={(target) => listAddress({ ...query, page: target })}
                onShow={(target) => onShow({ ...query, page: target })}
              />
            </div>
          );
        }}
      </ReadView>
    </section>
  );
}

/** On a wide screen the head of the table has a box for this. */
function SelectAll({
  sessions,
  selectedIds,
  onSelect,
}: Pick<SessionRowsProps, 'sessions' | 'selectedIds' | 'onSelect'>) {
  const isAll = sessions.every(({ id }) => selectedIds.has(id));
  return (
    <Button kind="link" onClick={() => onSelect(sessions, !isAll)} className="min-h-11 text-14 desk:hidden">
      {isAll ? 'Select none' : 'Select all'}
    </Button>
  );
}

function countText(page: number, count: number, total: number): string {
  if (count === 0 || total <= defaultPageSize) return formatCount(total, 'session');
  const first = page * defaultPageSize + 1;
  return `${first} to ${first + count - 1} of ${formatCount(total, 'session')}`;
}

interface NoSessionsProps {
  readonly query: ListQuery;
  readonly total: number;
  readonly onShow: (query: ListQuery) => void;
}

function NoSessions({ query, total, onShow }: NoSessionsProps) {
  const link = 'min-h-6 link';
  if (total > 0) {
    const last = { ...query, page: Math.ceil(total / defaultPageSize) - 1 };
    return (
      <Empty title="No sessions on this page">
        <Button kind="link" onClick={() => onShow(last)}>
          Go to the last page
        </Button>
      </Empty>
    );
  }
  if (listAddress({ ...query, page: 0 }) !== sessionsPath)
    return (
      <Empty title="No sessions match the filter">
        <Button kind="link" onClick={() => onShow(allSessions)}>
          Show all sessions
        </Button>
      </Empty>
    );
  return (
    <Empty title="No sessions yet">
      Upload the files of your races above, or import many at once from the command line: the{' '}
      <a href="/faq" className={link}>
        FAQ
      </a>{' '}
      explains how.
    </Empty>
  );
}
