import { defaultPageSize } from '#contract/constants';
import { useUser } from '../../../actors/auth.tsx';
import { useRead } from '../../../actors/read.tsx';
import { formatCount } from '../../../format/count.ts';
import { type PageNumber, usePageNumber } from '../../../navigation/use-page-number.ts';
import { OwnList } from '../OwnList.tsx';
import { OwnListPage } from '../OwnListPage.tsx';
import { OwnLeagueRow } from './OwnLeagueRow.tsx';

/** The leagues that the user owns or races in; the page is in the address. */
export function OwnLeaguesPage() {
  const userId = useUser()?.userId;
  const pages = usePageNumber();
  return (
    <OwnListPage kind="league" createHref="/dashboard/leagues/create">
      {userId === undefined ? null : <OnePage key={pages.page} userId={userId} pages={pages} />}
    </OwnListPage>
  );
}

function OnePage({ userId, pages }: { userId: string; pages: PageNumber }) {
  const query = { page: pages.page, pageSize: defaultPageSize };
  return (
    <OwnList
      kind="league"
      read={useRead({ name: 'pageUserLeagues', params: { userId }, query })}
      pages={pages}
      listOf={({ count, leagues }) => ({ total: count, items: leagues })}
      countText={(count) => (count === 0 ? '' : `${formatCount(count, 'league')} that you own or race in`)}
      emptyText="A league brings your seasons together under one name, picture and link. Create the first one."
    >
      {(league) => <OwnLeagueRow league={league} isOwner={league.ownerId === userId} />}
    </OwnList>
  );
}
