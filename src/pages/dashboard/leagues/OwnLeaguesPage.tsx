import { defaultPageSize } from '#contract/constants';
import { useUser } from '../../../actors/auth.tsx';
import { useRead } from '../../../actors/read.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { Empty } from '../../../components/Empty.tsx';
import { frameIcons } from '../../../components/frame-icons.ts';
import { Heading } from '../../../components/Heading.tsx';
import { ListCount } from '../../../components/ListCount.tsx';
import { Paging } from '../../../components/Paging.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import { type PageNumber, usePageNumber } from '../../../navigation/use-page-number.ts';
import { OwnLeagueRow } from './OwnLeagueRow.tsx';

/** The leagues that the user owns or races in; the page is in the address. */
export function OwnLeaguesPage() {
  const userId = useUser()?.userId;
  const pages = usePageNumber();
  return (
    <div className="in-order stack min-h-dvh content-start gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Heading title="Your leagues">Your leagues</Heading>
        <ButtonLink kind="primary" icon={frameIcons.add} href="/dashboard/leagues/create">
          New league
        </ButtonLink>
      </header>
      {userId === undefined ? null : <OnePage key={pages.page} userId={userId} {...pages} />}
    </div>
  );
}

function OnePage({ userId, page, hasMoved, addressOf, show }: PageNumber & { userId: string }) {
  const query = { page, pageSize: defaultPageSize };
  const read = useRead({ name: 'pageUserLeagues', params: { userId }, query });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={6} />}>
      {({ count, leagues }) => (
        <>
          <ListCount isFocused={hasMoved}>
            {count === 0 ? '' : `${formatCount(count, 'league')} that you own or race in`}
          </ListCount>
          {leagues.length === 0 ? (
            <Empty title={count === 0 ? 'No leagues yet' : 'No leagues on this page'}>
              {count === 0 ? (
                'A league brings your seasons together under one name, picture and link. Create the first one.'
              ) : (
                <a href="/dashboard/leagues" className="link">
                  Go to the first page
                </a>
              )}
            </Empty>
          ) : (
            <ul className="grid gap-2.5 wide:gap-0">
              {leagues.map((league) => (
                <li key={league.id} className="min-w-0">
                  <OwnLeagueRow league={league} isOwner={league.ownerId === userId} />
                </li>
              ))}
            </ul>
          )}
          <Paging page={page} pageCount={Math.ceil(count / defaultPageSize)} addressOf={addressOf} onShow={show} />
        </>
      )}
    </ReadView>
  );
}
