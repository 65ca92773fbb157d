import { createContext, type ReactNode, useContext } from 'react';
import type { Api } from '../api/client.ts';

const ApiContext = createContext<Api | null>(null);

/** Provides the API to forms. */
export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** The API. @throws Error outside of ApiProvider. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('there is no ApiProvider above');
  return api;
}
