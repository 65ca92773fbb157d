import { pageOwnSeasons } from '#contract/calls/seasons';
import { defaultPageSize } from '#contract/constants';
import type { SeasonPage } from '#contract/entities/season';
import { progressText, summaryProgress } from '#contract/race/season-progress';
import { hasRight } from '#contract/rights';
import { useRead } from '../../../actors/read.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatDay } from '../../../format/date.ts';
import { rolesText } from '../../../format/role-words.ts';
import { sectionPath, sectionsFor, sectionTitles } from '../../../format/season-sections.ts';
import { type PageNumber, usePageNumber } from '../../../navigation/use-page-number.ts';
import { OwnList } from '../OwnList.tsx';
import { OwnListPage } from '../OwnListPage.tsx';
import { RecentDeletions } from '../RecentDeletions.tsx';

/** The seasons that the user runs, each to open or to edit. */
export function OwnSeasonsPage() {
  const pages = usePageNumber();
  return (
    <OwnListPage kind="season" createHref="/dashboard/seasons/create">
      <OnePage key={pages.page} pages={pages} />
      <RecentDeletions />
    </OwnListPage>
  );
}

function OnePage({ pages }: { pages: PageNumber }) {
  return (
    <OwnList
      kind="season"
      read={useRead({
        call: pageOwnSeasons,
        query: { page: pages.page, pageSize: defaultPageSize, right: 'seeMembers' },
      })}
      pages={pages}
      listOf={({ totalElements, seasons }) => ({ total: totalElements, items: seasons })}
      countText={(count) => formatCount(count, 'season')}
      emptyText="A season brings events, sessions and standings together. Create the first one."
    >
      {(season) => <SeasonRow season={season} />}
    </OwnList>
  );
}

function SeasonRow({ season }: { season: SeasonPage['seasons'][number] }) {
  const { id, name, createdAt } = season;
  const roles = season.roles ?? ['owner'];
  const [section] = sectionsFor({ can: (right) => hasRight(roles, right) });
  const label = section === undefined || section === 'events' ? 'Edit' : sectionTitles[section];
  const role = roles.includes('owner') ? null : rolesText(roles);
  const progress = progressText(summaryProgress(season));
  return (
    <div className="flex min-h-18 items-center gap-2 pr-2 max-wide:card wide:min-h-13 wide:border-b wide:border-line">
      <PageLink
        href={`/seasons/${id}`}
        className="flex min-h-18 min-w-0 flex-1 items-center gap-3 px-3.5 py-3 wide:min-h-13 wide:px-1 wide:py-1 wide:hover:text-red"
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <bdi className="name-line text-17 font-750">{name}</bdi>
          <span className="text-14 text-mute wide:hidden">
            {role === null ? null : <b className="font-650 text-text">{role} · </b>}
            {progress} · created {formatDay(createdAt)}
          </span>
          {role === null ? null : <span className="hidden text-14 text-mute wide:block">{role}</span>}
        </span>
        <span className="hidden w-52 text-mute wide:block">{progress}</span>
        <span className="hidden w-44 text-mute wide:block">Created {formatDay(createdAt)}</span>
      </PageLink>
      {section === undefined ? null : (
        <ButtonLink
          href={sectionPath(id, section)}
          className="shrink-0"
          aria-label={label === 'Edit' ? `Edit ${name}` : `${label} of ${name}`}
        >
          {label}
        </ButtonLink>
      )}
    </div>
  );
}
