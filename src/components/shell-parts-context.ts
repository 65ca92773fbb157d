import { type ComponentType, createContext } from 'react';

interface ShellParts {
  /** The list of what is stored on this device. */
  readonly SavedPages: ComponentType;
  /** Why something may not be found. */
  readonly NotFoundReason: ComponentType;
}

const Nothing = () => null;

/** What the shell provides to pages: these parts need the session, or other pages. */
export const ShellPartsContext = createContext<ShellParts>({ SavedPages: Nothing, NotFoundReason: Nothing });
