import { createContext } from 'react';
import type { Api } from '../api/client.ts';
import { useRequired } from './required-context.ts';

/** Provides the API to forms. */
export const ApiProvider = createContext<Api | null>(null);

export const useApi = () => useRequired(ApiProvider, 'ApiProvider');
