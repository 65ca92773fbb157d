import { formatShortStart } from '../format/date.ts';

interface StoredPageListProps {
  readonly pages: readonly { readonly title: string; readonly path: string; readonly storedAt: number }[];
}

/** Links to pages that are stored on this device, with when they were. */
export function StoredPageList({ pages }: StoredPageListProps) {
  return (
    <ul className="grid">
      {pages.map(({ title, path, storedAt }) => (
        <li key={path} className="border-b border-line">
          <a href={path} className="flex min-h-11 items-center justify-between gap-4">
            <bdi className="truncate">{title}</bdi>
            <span className="shrink-0 text-14 text-mute">
              saved {formatShortStart(new Date(storedAt).toISOString(), Date.now())}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
