import { type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { RenderedAddressContext } from './address.ts';
import { Navigation } from './navigation.ts';
import { NavigationContext } from './navigation-context.ts';

/** Provides navigation to all pages and handles Back and Forward. */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const rendered = useContext(RenderedAddressContext);
  const [navigation] = useState(
    () =>
      new Navigation(
        rendered === null
          ? { state: history.state, href: location.href }
          : { state: null, href: rendered.pathname + rendered.search },
      ),
  );
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
