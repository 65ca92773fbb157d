import { type ReactNode, useState } from 'react';
import { pageOwnSeasons } from '#contract/calls/seasons';
import { maximumPageSize } from '#contract/constants';
import type { SeasonSummary } from '#contract/entities/season';
import { useRead } from '../../actors/read.tsx';
import { Paging } from '../../components/Paging.tsx';
import { ReadView } from '../../components/ReadView.tsx';

interface OwnSeasonPagesProps {
  /** Seasons of others too, in which the user has this right. */
  readonly right?: 'attachRecordings';
  readonly skeleton: ReactNode;
  readonly children: (seasons: readonly SeasonSummary[]) => ReactNode;
}

/** The user's own seasons, newest first, a hundred at a time. */
export function OwnSeasonPages(props: OwnSeasonPagesProps) {
  const [page, setPage] = useState(0);
  return <OnePage key={page} page={page} onShow={setPage} {...props} />;
}

type OnePageProps = OwnSeasonPagesProps & { readonly page: number; readonly onShow: (page: number) => void };

function OnePage({ right, page, onShow, skeleton, children }: OnePageProps) {
  const query = { page, pageSize: maximumPageSize, ...(right === undefined ? {} : { right }) };
  const read = useRead({ call: pageOwnSeasons, query });
  return (
    <ReadView isPart read={read} skeleton={skeleton}>
      {({ seasons, totalElements }) => (
        <>
          {children(seasons)}
          <Paging page={page} pageCount={Math.ceil(totalElements / maximumPageSize)} onShow={onShow} />
        </>
      )}
    </ReadView>
  );
}
