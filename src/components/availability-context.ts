import { createContext } from 'react';

/** The pages that open without a network. */
export interface Availability {
  readonly isOffline: boolean;
  /** Whether the page at an address is stored on this device; null while that is unknown. */
  readonly isAvailable: (href: string) => boolean | null;
}

/** Read by every PageLink; the shell provides the value. */
export const AvailabilityContext = createContext<Availability>({ isOffline: false, isAvailable: () => null });
