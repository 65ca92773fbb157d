import { createContext, useContext } from 'react';
import { usePathname as useBrowserPathname, useSearch as useBrowserSearch } from 'wouter/use-browser-location';

interface Address {
  readonly pathname: string;
  readonly search: string;
}

/** The address that a page is rendered for on the server; null in a browser, which has an address of its own. */
export const RenderedAddressContext = createContext<Address | null>(null);

/** The path of the current address. */
export function usePathname(): string {
  const rendered = useContext(RenderedAddressContext);
  return useBrowserPathname(rendered === null ? {} : { ssrPath: rendered.pathname });
}

/** The query of the current address, without its question mark. */
export function useSearch(): string {
  const rendered = useContext(RenderedAddressContext);
  return useBrowserSearch(rendered === null ? {} : { ssrSearch: rendered.search });
}
