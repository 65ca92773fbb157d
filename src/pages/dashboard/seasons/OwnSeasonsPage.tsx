import { defaultPageSize } from '#contract/constants';
import type { SeasonSummary } from '#contract/entities/season';
import { useRead } from '../../../actors/read.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { Empty } from '../../../components/Empty.tsx';
import { frameIcons } from '../../../components/frame-icons.ts';
import { Heading } from '../../../components/Heading.tsx';
import { ListCount } from '../../../components/ListCount.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { Paging } from '../../../components/Paging.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatDay } from '../../../format/date.ts';
import { type PageNumber, usePageNumber } from '../../../navigation/use-page-number.ts';

/** The user's own seasons, each to open or to edit. */
export function OwnSeasonsPage() {
  const pages = usePageNumber();
  return (
    <div className="in-order grid min-h-dvh content-start gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Heading title="Your seasons">Your seasons</Heading>
        <ButtonLink kind="primary" icon={frameIcons.add} href="/dashboard/seasons/create">
          New season
        </ButtonLink>
      </header>
      <OnePage key={pages.page} {...pages} />
    </div>
  );
}

function OnePage({ page, hasMoved, addressOf, show }: PageNumber) {
  const read = useRead({ name: 'pageOwnSeasons', query: { page, pageSize: defaultPageSize } });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={6} />}>
      {({ totalElements, seasons }) => (
        <>
          <ListCount isFocused={hasMoved}>{formatCount(totalElements, 'season')}</ListCount>
          {seasons.length === 0 ? (
            <Empty title={totalElements === 0 ? 'No seasons yet' : 'No seasons on this page'}>
              {totalElements === 0 ? (
                'A season brings events, sessions and standings together. Create the first one.'
              ) : (
                <a href="/dashboard/seasons" className="link">
                  Go to the first page
                </a>
              )}
            </Empty>
          ) : (
            <ul className="grid gap-2.5 wide:gap-0">
              {seasons.map((season) => (
                <li key={season.id} className="min-w-0">
                  <SeasonRow season={season} />
                </li>
              ))}
            </ul>
          )}
          <Paging
            page={page}
            pageCount={Math.ceil(totalElements / defaultPageSize)}
            addressOf={addressOf}
            onShow={show}
          />
        </>
      )}
    </ReadView>
  );
}

function SeasonRow({ season }: { season: SeasonSummary }) {
  const { id, name, createdAt, eventCount = 0, eventsRun = 0 } = season;
  const progress = eventCount === 0 ? 'No events yet' : `Round ${eventsRun} of ${eventCount}`;
  return (
    <div className="flex min-h-[72px] items-center gap-2 pr-2 max-wide:card wide:min-h-13 wide:border-b wide:border-line">
      <PageLink
        href={`/seasons/${id}`}
        className="flex min-h-[72px] min-w-0 flex-1 items-center gap-3 px-3.5 py-3 wide:min-h-13 wide:px-1 wide:py-1 wide:hover:text-red"
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <bdi className="name-line text-17 font-750">{name}</bdi>
          <span className="text-14 text-mute wide:hidden">
            {progress} · created {formatDay(createdAt)}
          </span>
        </span>
        <span className="hidden w-44 text-mute wide:block">{progress}</span>
        <span className="hidden w-44 text-mute wide:block">Created {formatDay(createdAt)}</span>
      </PageLink>
      <ButtonLink href={`/dashboard/seasons/${id}/edit`} className="shrink-0" aria-label={`Edit ${name}`}>
        Edit
      </ButtonLink>
    </div>
  );
}
