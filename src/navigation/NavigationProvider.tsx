import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Navigation } from './navigation.ts';
import { NavigationContext } from './navigation-context.ts';

/** Provides navigation to all pages and handles Back and Forward. */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const [navigation] = useState(() => new Navigation());
  // Before the effects in which the router starts to listen: a window calls its listeners in the order of registration.
  useLayoutEffect(() => {
    const { scrollRestoration } = history;
    history.scrollRestoration = 'manual';
    const handlePopState = (event: PopStateEvent) => {
      if (navigation.handlePopState(event.state)) event.stopImmediatePropagation();
    };
    const handleScroll = () => navigation.handleScroll();
    addEventListener('popstate', handlePopState);
    addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      history.scrollRestoration = scrollRestoration;
      removeEventListener('popstate', handlePopState);
      removeEventListener('scroll', handleScroll);
    };
  }, [navigation]);
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}
