import type { ReactNode } from 'react';
import { defaultPageSize } from '#contract/constants';
import type { Read } from '../../actors/read.tsx';
import { CardList } from '../../components/CardList.tsx';
import { Empty } from '../../components/Empty.tsx';
import { ListCount } from '../../components/ListCount.tsx';
import { Paging } from '../../components/Paging.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import type { PageNumber } from '../../navigation/use-page-number.ts';

interface OwnListProps<Value, Item> {
  readonly kind: string;
  readonly read: Read<Value>;
  readonly pages: PageNumber;
  readonly listOf: (value: Value) => { readonly total: number; readonly items: readonly Item[] };
  /** The line above the list. */
  readonly countText: (total: number) => string;
  readonly emptyText: string;
  readonly children: (item: Item) => ReactNode;
}

/** One page of a list of the user’s own entities. */
export function OwnList<Value, Item extends { readonly id: string }>({
  kind,
  read,
  pages: { page, hasMoved, addressOf, show },
  listOf,
  countText,
  emptyText,
  children,
}: OwnListProps<Value, Item>) {
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={6} />}>
      {(value) => {
        const { total, items } = listOf(value);
        return (
          <>
            <ListCount isFocused={hasMoved}>{countText(total)}</ListCount>
            {items.length === 0 ? (
              <Empty title={`No ${kind}s ${total === 0 ? 'yet' : 'on this page'}`}>
                {total === 0 ? (
                  emptyText
                ) : (
                  <a href={addressOf(0)} className="link">
                    Go to the first page
                  </a>
                )}
              </Empty>
            ) : (
              <CardList items={items} className="grid gap-2.5 wide:gap-0">
                {children}
              </CardList>
            )}
            <Paging page={page} pageCount={Math.ceil(total / defaultPageSize)} addressOf={addressOf} onShow={show} />
          </>
        );
      }}
    </ReadView>
  );
}
