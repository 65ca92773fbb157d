import { type ComponentType, createContext } from 'react';

/** The list of what is stored on this device; the shell provides it. */
export const SavedPagesContext = createContext<ComponentType>(() => null);
