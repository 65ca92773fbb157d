import { pageUserLeagues } from '#contract/calls/leagues';
import { defaultPageSize } from '#contract/constants';
import type { League } from '#contract/entities/league';
import { useUser } from '../../../actors/auth.tsx';
import { useRead } from '../../../actors/read.tsx';
import { useRights } from '../../../actors/rights.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { formIcons } from '../../../components/form-icons.ts';
import { Icon } from '../../../components/Icon.tsx';
import { LeaguePicture } from '../../../components/LeaguePicture.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { pageIcons } from '../../../components/page-icons.ts';
import { formatCount } from '../../../format/count.ts';
import { formatDay } from '../../../format/date.ts';
import { rolesText } from '../../../format/role-words.ts';
import { type PageNumber, usePageNumber } from '../../../navigation/use-page-number.ts';
import { OwnList } from '../OwnList.tsx';
import { OwnListPage } from '../OwnListPage.tsx';
import { RecentDeletions } from '../RecentDeletions.tsx';

/** The leagues that the user runs or races in; the page is in the address. */
export function OwnLeaguesPage() {
  const userId = useUser()?.userId;
  const pages = usePageNumber();
  return (
    <OwnListPage kind="league" createHref="/dashboard/leagues/create">
      {userId === undefined ? null : <OnePage key={pages.page} userId={userId} pages={pages} />}
      <RecentDeletions />
    </OwnListPage>
  );
}

function OnePage({ userId, pages }: { userId: string; pages: PageNumber }) {
  const query = { page: pages.page, pageSize: defaultPageSize };
  return (
    <OwnList
      kind="league"
      read={useRead({ call: pageUserLeagues, params: { userId }, query })}
      pages={pages}
      listOf={({ count, leagues }) => ({ total: count, items: leagues })}
      countText={(count) => (count === 0 ? '' : `${formatCount(count, 'league')} that you run or race in`)}
      emptyText="A league brings your seasons together under one name, picture and link. Create the first one."
    >
      {(league) => <OwnLeagueRow league={league} />}
    </OwnList>
  );
}

/** A league with its visibility and a link to edit it: a card on a phone, a row on a wide screen. */
function OwnLeagueRow({ league }: { league: League }) {
  const { roles, can, isPending } = useRights(league);
  const { id, name, description, isPublic, seasonIds, createdAt } = league;
  const seasons = formatCount(seasonIds.length, 'season');
  return (
    <div className="flex min-h-18 items-center gap-2 pr-2 max-wide:card wide:border-b wide:border-line">
      <PageLink
        href={`/leagues/${id}`}
        className="flex min-h-18 min-w-0 flex-1 items-center gap-3 px-3.5 py-3 wide:px-1 wide:hover:text-red"
      >
        <LeaguePicture league={league} size={48} />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <bdi className="name-line text-17 font-750">{name}</bdi>
          <span className="truncate text-14 text-mute">
            {roles.length === 0 || roles.includes('owner') ? null : (
              <b className="font-650 text-text">{rolesText(roles)} · </b>
            )}
            <span className="wide:hidden">{seasons} · </span>
            {description?.trim() || 'No description yet'}
          </span>
        </span>
        <span className="hidden w-28 text-mute wide:block">{seasons}</span>
        <span className="hidden w-44 text-mute wide:block">Created {formatDay(createdAt)}</span>
      </PageLink>
      <Visibility isPublic={isPublic} />
      <span className="flex w-18 shrink-0 justify-end wide:w-24">
        {can('manageLeague') ? (
          <ButtonLink href={`/dashboard/leagues/${id}/edit`} aria-label={`Edit ${name}`}>
            Edit
          </ButtonLink>
        ) : can('seeMembers') ? (
          <ButtonLink href={`/dashboard/leagues/${id}/members`} aria-label={`Members of ${name}`}>
            Members
          </ButtonLink>
        ) : isPending ? null : (
          <span className="text-14 text-mute">You race in it</span>
        )}
      </span>
    </div>
  );
}

function Visibility({ isPublic }: { isPublic: boolean }) {
  return (
    <span className={`flex shrink-0 items-center gap-1.5 text-14 wide:w-24 ${isPublic ? 'text-mute' : 'text-amber'}`}>
      <Icon path={isPublic ? formIcons.globe : pageIcons.lock} size={16} />
      <span className="max-desk:sr-only">{isPublic ? 'Public' : 'Private'}</span>
    </span>
  );
}
