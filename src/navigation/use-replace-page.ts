import { useLayoutEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useNavigation } from './navigation-context.ts';

/** Shows another page in place of this one as soon as there is an address; null: this page stays. */
export function useReplacePage(href: string | null): void {
  const navigation = useNavigation();
  useLayoutEffect(() => {
    if (href !== null) navigation.replace(href, navigate);
  }, [navigation, href]);
}
