import { useEffect, useRef } from 'react';
import { isPlainClick, linkOf } from '../browser/link.ts';

/**
 * Runs `action` when a link to `address` (path and fragment) is clicked, instead of following it. Until the component that
 * calls this is loaded, the link opens a page that explains the action; an address with a fragment then runs it there. A
 * link to another tab is followed.
 */
export function useLinkAction(address: string, action: () => void): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      const anchor = linkOf(event);
      if (anchor === null || !isPlainClick(event) || anchor.origin !== location.origin) return;
      if (anchor.pathname + anchor.hash !== address || anchor.target !== '') return;
      event.preventDefault();
      latest.current();
    };
    const runAtAddress = () => {
      if (address.includes('#') && location.pathname + location.hash === address) latest.current();
    };
    runAtAddress();
    addEventListener('hashchange', runAtAddress);
    // In the capture phase: the shell handles clicks that are still unhandled when they bubble.
    document.addEventListener('click', handleClick, { capture: true });
    return () => {
      removeEventListener('hashchange', runAtAddress);
      document.removeEventListener('click', handleClick, { capture: true });
    };
  }, [address]);
}
