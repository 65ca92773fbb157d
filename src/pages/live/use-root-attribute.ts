import { useLayoutEffect } from 'react';

/**
 * Marks the root of the document while the component lives, for styles outside of its page. A rule with
 * `:root:has()` would do the same, but be matched anew with each change of the document.
 */
export function useRootAttribute(name: `data-${string}`, value: string): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.setAttribute(name, value);
    return () => root.removeAttribute(name);
  }, [name, value]);
}
