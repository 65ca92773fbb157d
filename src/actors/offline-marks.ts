import { useEffect } from 'react';
import { selectIsOnline } from '#machines/auth';
import { useAuth } from './auth.tsx';
import { useReads } from './read.tsx';
import { keyOf, type Resource } from './reads.ts';

/** What the page at an address reads; undefined: nothing, it is always here. */
export type ReadsOf = (href: string) => readonly Resource[] | undefined;

/**
 * Without a network, marks every link whose page is not on this device: by the attribute `data-away`, and by words for
 * who does not see it. Answers whether there is a network.
 */
export function useOfflineMarks(readsOf: ReadsOf): boolean {
  const { onDevice } = useReads();
  const isOnline = useAuth(selectIsOnline, true);
  useEffect(() => {
    const main = document.getElementById('main');
    if (isOnline || main === null) return;
    let isOver = false;
    let stop: () => void = () => undefined;
    onDevice
      .then(async ({ reads }) => reads.keys())
      .then((keys) => {
        if (isOver) return;
        stop = markLinks(main, (href) => readsOf(href)?.some((resource) => keys.has(keyOf(resource))) ?? true);
      })
      // Where nothing is kept nothing is marked.
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop();
    };
  }, [isOnline, onDevice, readsOf]);
  return isOnline;
}

/** Marks the links below `root` now, and those that come. Answers how to take all marks away. */
function markLinks(root: HTMLElement, isHere: (href: string) => boolean): () => void {
  const marked = new Set<Element>();
  function clear(link: Element): void {
    link.removeAttribute('data-away');
    link.removeAttribute('aria-description');
  }
  function mark(): void {
    for (const link of root.querySelectorAll('a[href^="/"]')) {
      const isAway = !isHere(link.getAttribute('href') ?? '');
      if (isAway === marked.has(link)) continue;
      if (isAway) {
        link.setAttribute('data-away', '');
        link.setAttribute('aria-description', 'not on this device');
        marked.add(link);
      } else {
        clear(link);
        marked.delete(link);
      }
    }
  }
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['href'] });
  return () => {
    observer.disconnect();
    for (const link of marked) clear(link);
  };
}
