import { useState } from 'react';
import { usePathname, useSearch } from './address.ts';
import { useNavigate } from './use-navigate.ts';

/** A list that is shown page by page, and the address of each page. */
export interface PageNumber {
  /** The page that is shown, from 0; in the address it is counted from 1. */
  readonly page: number;
  /** Another page was asked for: the count of its items is focused, so that it is read and seen. */
  readonly hasMoved: boolean;
  readonly addressOf: (page: number) => string;
  /** Shows another page; Back returns to this one. */
  readonly show: (page: number) => void;
}

/** The page of a list that the address names. */
export function usePageNumber(): PageNumber {
  const pathname = usePathname();
  const search = useSearch();
  const navigate = useNavigate();
  const [hasMoved, setHasMoved] = useState(false);
  const addressOf = (page: number) => {
    const parameters = new URLSearchParams(search);
    if (page === 0) parameters.delete('page');
    else parameters.set('page', String(page + 1));
    const text = parameters.toString();
    return pathname + (text === '' ? '' : `?${text}`);
  };
  return {
    page: parsePageNumber(search),
    hasMoved,
    addressOf,
    show(page) {
      setHasMoved(true);
      navigate(addressOf(page), { addsEntry: true });
    },
  };
}

/** The page in an address, from 0; the first one where it names none. */
export function parsePageNumber(search: string): number {
  const page = Number(new URLSearchParams(search).get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page - 1 : 0;
}
