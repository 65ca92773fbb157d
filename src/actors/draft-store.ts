import { createContext } from 'react';
import type { DraftStore } from '../drafts/draft-store.ts';
import { useRequired } from './required-context.ts';

/** Provides how to open the drafts of this device; the store resolves late, and rejects where nothing can be stored. */
export const DraftsProvider = createContext<(() => Promise<DraftStore>) | null>(null);

export const useOpenDrafts = () => useRequired(DraftsProvider, 'DraftsProvider');
