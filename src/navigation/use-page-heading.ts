import { type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationContext } from './navigation-context.ts';

/** Sets the title of the tab, and focuses the heading after a navigation so that screen readers announce the page. */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const navigation = useContext(NavigationContext);
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === 'Pitboard' ? title : `${title} · Pitboard`;
  }, [title]);
  // In the commit itself: a passive effect of the page before could run after the next page was asked for, in its place.
  useLayoutEffect(() => {
    if (ref.current !== null) navigation?.focusHeading(ref.current);
  }, [navigation]);
  return ref;
}
