import { useRef } from 'react';
import { useOfflineLibrary } from '../../actors/offline-library.ts';
import { focusNeighbour } from '../../browser/focus.ts';
import { Button } from '../../components/Button.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { StoredPageList } from '../../components/StoredPageList.tsx';
import { formatSize } from '../../format/size.ts';

/** The items that the user keeps offline, with their sizes; each can be removed. `withRecent`: recently viewed pages too. */
export function OfflineLibraryList({ withRecent = true }: { withRecent?: boolean }) {
  const { library, isUnsupported, remove } = useOfflineLibrary();
  const list = useRef<HTMLDivElement>(null);
  if (isUnsupported)
    return <p className="text-mute">This browser can’t store pages on this device. It may be a private window.</p>;
  // Nearly always loaded within a frame.
  if (library === null) return <div className="min-h-20" aria-busy="true" />;
  const { items, recent, size, isPersistent } = library;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div ref={list} role="group" tabIndex={-1} aria-label="Kept offline">
        {items.length === 0 ? (
          <p className="text-mute">
            Nothing kept yet. Choose “Keep offline” on a session, an event or a season to open it without a network.
          </p>
        ) : (
          <ul className="grid">
            {items.map((item) => (
              <li key={item.id} className="flex min-h-13 items-center gap-3 border-b border-line">
                <PageLink href={item.path} className="grid min-h-11 min-w-0 flex-1 content-center">
                  <bdi className="truncate font-650">{item.title}</bdi>
                  <span className="text-14 text-mute">
                    {formatSize(item.size)}
                    {item.missing === 0 ? null : <span className="text-amber"> · {item.missing} not downloaded</span>}
                  </span>
                </PageLink>
                <Button
                  aria-label={`Remove ${item.title} from this device`}
                  onClick={(event) => {
                    focusNeighbour(event.currentTarget, list.current);
                    remove(item.id);
                  }}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {withRecent && recent.length > 0 ? (
        <section aria-labelledby="recent">
          <h3 id="recent" className="font-750">
            Recently viewed
          </h3>
          <StoredPageList pages={recent} />
        </section>
      ) : null}
      <p className="text-14 text-mute">
        {formatSize(size)} in total, with recently viewed pages. Older pages are removed automatically.{' '}
        {isPersistent
          ? 'This browser won’t delete what you keep.'
          : 'This browser may delete stored pages when space runs low.'}
      </p>
    </>
  );
}
