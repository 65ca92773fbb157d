interface PagingProps {
  /** The page that is shown, from 0; in the address it is counted from 1. */
  readonly page: number;
  readonly pageSize: number;
  /** How many items there are on all pages. */
  readonly count: number;
}

/** Links to the previous and the next page of a list; nothing where there is one page. */
export function Paging({ page, pageSize, count }: PagingProps) {
  const pages = Math.ceil(count / pageSize);
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-3">
      {page > 0 ? (
        <a href={`?page=${page}`} className="action border border-line">
          Previous
        </a>
      ) : null}
      <span className="text-mute">
        Page {page + 1} of {pages}
      </span>
      {page + 1 < pages ? (
        <a href={`?page=${page + 2}`} className="action border border-line">
          Next
        </a>
      ) : null}
    </nav>
  );
}
