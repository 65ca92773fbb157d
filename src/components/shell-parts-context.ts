import { type ComponentType, createContext } from 'react';

interface ShellParts {
  /** The list of what is stored on this device. */
  readonly SavedPages: ComponentType;
  /** The login, for the owner of what may be private. */
  readonly LoginOffer: ComponentType;
}

const Nothing = () => null;

/** Parts of the shell for pages: they need the signed-in user, or other pages. */
export const ShellPartsContext = createContext<ShellParts>({ SavedPages: Nothing, LoginOffer: Nothing });
