import type { ReactNode } from 'react';
import { isPlainClick } from '../../../browser/link.ts';
import { type ListQuery, listAddress } from './list-query.ts';

interface PagerProps {
  readonly page: number;
  readonly count: number;
  readonly query: ListQuery;
  readonly onShow: (query: ListQuery) => void;
}

/** Links to the pages before and after; each is an entry of the history. */
export function Pager({ page, count, query, onShow }: PagerProps) {
  if (count < 2 && page === 0) return null;
  const link = (target: number, label: ReactNode) => (
    <a
      href={listAddress({ ...query, page: target })}
      onClick={(event) => {
        if (!isPlainClick(event.nativeEvent)) return;
        event.preventDefault();
        onShow({ ...query, page: target });
      }}
      className="action border border-line"
    >
      {label}
    </a>
  );
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-4">
      {page > 0 ? link(page - 1, 'Previous') : null}
      <span className="text-mute">
        Page {page + 1} of {Math.max(count, 1)}
      </span>
      {page + 1 < count ? link(page + 1, 'Next') : null}
    </nav>
  );
}
