import type { ReactNode } from 'react';
import { isPlainClick } from '../browser/link.ts';
import { Button } from './Button.tsx';
import { ButtonLink } from './ButtonLink.tsx';

interface PagingProps {
  /** The page that is shown, from 0. */
  readonly page: number;
  readonly pageCount: number;
  /** Without it the list is a part of a page, and its pages have no addresses. */
  readonly addressOf?: (page: number) => string;
  readonly onShow: (page: number) => void;
}

/** Links to the pages before and after of a list; nothing where there is one page. */
export function Paging({ page, pageCount, addressOf, onShow }: PagingProps) {
  if (pageCount < 2 && page === 0) return null;
  const link = (target: number, label: ReactNode) =>
    addressOf === undefined ? (
      <Button onClick={() => onShow(target)}>{label}</Button>
    ) : (
      <ButtonLink
        href={addressOf(target)}
        onClick={(event) => {
          if (!isPlainClick(event.nativeEvent)) return;
          event.preventDefault();
          onShow(target);
        }}
      >
        {label}
      </ButtonLink>
    );
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-4">
      {page > 0 ? link(page - 1, 'Previous') : null}
      <span className="text-mute">
        Page {page + 1} of {Math.max(pageCount, 1)}
      </span>
      {page + 1 < pageCount ? link(page + 1, 'Next') : null}
    </nav>
  );
}
