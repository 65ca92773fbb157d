/** Links to pages that are stored on this device. */
export function StoredPageList({ pages }: { pages: readonly { readonly title: string; readonly path: string }[] }) {
  return (
    <ul className="grid">
      {pages.map(({ title, path }) => (
        <li key={path} className="border-b border-line">
          <a href={path} className="grid min-h-11 content-center">
            <bdi className="truncate">{title}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
