import { type RefObject, useContext, useEffect, useRef } from 'react';
import { NavigationContext } from './navigation-context.ts';

/** Sets the title of the tab, and focuses the heading after a navigation so that screen readers announce the page. */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const navigation = useContext(NavigationContext);
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === 'Pitboard' ? title : `${title} · Pitboard`;
  }, [title]);
  useEffect(() => {
    if (ref.current !== null) navigation?.focusHeading(ref.current);
  }, [navigation]);
  return ref;
}
