import { useEffect, useState } from 'react';
import { type StoredPage, searchStoredPages } from '../queries/stored-pages.ts';
import { useQueryCache } from './read.tsx';

/** How many of the last reads are searched. */
const searchedReads = 300;

/** Pages on this device that match a text; null while they are searched, empty where nothing is stored. */
export function useStoredSearch(text: string): readonly StoredPage[] | null {
  const { openStorage, settledUserId } = useQueryCache();
  const [pages, setPages] = useState<readonly StoredPage[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const search = async () => {
      const [{ cache }, userId] = await Promise.all([openStorage(), settledUserId()]);
      const rows = await cache.recent(searchedReads);
      return searchStoredPages(
        rows.filter(({ owner }) => owner === null || owner === userId),
        text,
      );
    };
    search()
      .catch(() => [])
      .then((found) => (isCurrent ? setPages(found) : undefined));
    return () => {
      isCurrent = false;
    };
  }, [openStorage, settledUserId, text]);
  return pages;
}
