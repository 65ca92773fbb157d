import { createContext, useContext } from 'react';
import type { Navigation } from './navigation.ts';

/** The navigation of this tab; null outside of NavigationProvider. */
export const NavigationContext = createContext<Navigation | null>(null);

/** The navigation of this tab. @throws Error outside of NavigationProvider. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error('NavigationProvider is missing');
  return navigation;
}
