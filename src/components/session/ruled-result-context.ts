import { createContext } from 'react';
import type { RuledResult } from '../../format/ruled-result.ts';

/** The rulings on the session of the page; null without rulings. */
export const RuledResultContext = createContext<RuledResult | null>(null);
