import { useEffect, useRef } from 'react';

/**
 * Follows plain clicks on links to `address` (path and fragment) by `order` instead. Without this the link leads to the
 * page that tells the same in words, so that it may stand in the first load and what it orders need not.
 */
export function useOrder(address: string, order: () => void): void {
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  });
  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      const anchor = (event.target as Element | null)?.closest?.('a[href]');
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!isPlain || !(anchor instanceof HTMLAnchorElement) || anchor.origin !== location.origin) return;
      if (anchor.pathname + anchor.hash !== address || anchor.dataset['plain'] !== undefined) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('click', clicked, { capture: true });
    return () => document.removeEventListener('click', clicked, { capture: true });
  }, [address]);
}
