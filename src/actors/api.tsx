import { createContext, type ReactNode, useContext } from 'react';
import type { AuthFailure, AuthOutcome } from '#contract/auth';
import type { Failure } from '#contract/problem';
import type { Api } from '../api/client.ts';
import { toFailure } from '../api/failure.ts';

const ApiContext = createContext<Api | null>(null);

/** Hands the API to the forms that change something. */
export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** The API. @throws Error outside of ApiProvider. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('there is no ApiProvider above');
  return api;
}

/** How a call ended, in the terms of a form. */
export async function outcomeOf<Value>(call: Promise<Value>): Promise<AuthOutcome<Value>> {
  try {
    return { value: await call };
  } catch (error) {
    return { failure: refusalOf(await toFailure(error, navigator.onLine)) };
  }
}

const codes: Partial<Record<Failure['kind'], string>> = {
  offline: 'offline',
  unreachable: 'unreachable',
  mismatch: 'unreachable',
  problem: 'refused',
  unexpected: 'unexpected_failure',
};

function refusalOf({ kind, status, message, problem, detail }: Failure): AuthFailure {
  const isLimit = status === 429;
  return {
    code: isLimit ? 'over_request_rate_limit' : status === 401 ? 'session_not_found' : (codes[kind] ?? 'internal'),
    message: problem?.detail ?? detail ?? message,
    status,
    reasons: [],
    retryAfter: isLimit ? 60 : null,
  };
}
