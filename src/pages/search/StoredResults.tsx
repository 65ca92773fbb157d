import { useStoredSearch } from '../../actors/stored-search.ts';
import { StoredPageList } from '../../components/StoredPageList.tsx';

/** Results from this device, for a search without a network. */
export function StoredResults({ text }: { text: string }) {
  const pages = useStoredSearch(text);
  if (pages === null) return null;
  return (
    <section aria-labelledby="stored-results" className="grid gap-2">
      <h2 id="stored-results" className="text-17 font-750">
        On this device <span className="text-14 text-mute">{pages.length}</span>
      </h2>
      {pages.length === 0 ? (
        <p className="text-mute">Nothing on this device matches “{text}”.</p>
      ) : (
        <StoredPageList pages={pages} />
      )}
    </section>
  );
}
