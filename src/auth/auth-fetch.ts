import { createFailure, type Failure } from '#contract/api/problem';
import { codeOf, endpointOf, ForeignAnswer } from './own-answer.ts';

interface AuthFetchSettings {
  /** Rejects where another server than the auth service answers. */
  readonly fetcher: typeof fetch;
  /** Called after every request that was not aborted; `failure` is null when the auth service answered. */
  readonly onSettled: (failure: Failure | null) => void;
  /** The access token of the session; null without one. */
  readonly accessToken: () => string | null;
  /** A new token, or null. */
  readonly renew: () => Promise<string | null>;
}

/** A 403 with one of these codes is about the token, not about the request. */
const tokenRefusals: ReadonlySet<string> = new Set(['bad_jwt', 'session_not_found', 'user_not_found']);

/**
 * The requests of the Supabase client. One whose token is refused is sent once more with a new one: a token may be invalid
 * before it has expired, such as after its key was replaced.
 */
export function createAuthFetch({ fetcher, onSettled, accessToken, renew }: AuthFetchSettings) {
  /** The client's calls take no signals: the form that waits for an endpoint has set its own here. */
  const signals = new Map<string, AbortSignal>();
  let lastRetryAfter: number | null = null;

  async function send(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const address = String(input);
    const isRefresh = address.includes('grant_type=refresh_token');
    const signal = isRefresh ? undefined : signals.get(endpointOf(address) ?? 'profiles');
    try {
      const response = await fetcher(input, signal === undefined ? init : { ...init, signal });
      const { status } = response;
      if (status === 429) lastRetryAfter = Number(response.headers.get('retry-after')) || null;
      onSettled(status >= 500 ? createFailure('unexpected', { status }) : null);
      return response;
    } catch (error) {
      const kind = error instanceof ForeignAnswer ? 'mismatch' : 'unreachable';
      if (signal?.aborted !== true) onSettled(createFailure(kind, { detail: String(error) }));
      throw error;
    }
  }

  const sendOrRenew: typeof fetch = async (input, init) => {
    const response = await send(input, init);
    const token = accessToken();
    const isOwnToken = token !== null && new Headers(init?.headers).get('authorization') === `Bearer ${token}`;
    if (!isOwnToken || !(await isTokenRefused(response))) return response;
    const renewed = await renew();
    if (renewed === null || renewed === token) return response;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${renewed}`);
    return send(input, { ...init, headers });
  };

  return {
    fetch: sendOrRenew,
    /** Makes a call whose request to this endpoint is aborted by the signal. */
    async callWithSignal<Value>(endpoint: string, signal: AbortSignal, call: () => Promise<Value>): Promise<Value> {
      signals.set(endpoint, signal);
      lastRetryAfter = null;
      try {
        return await call();
      } finally {
        if (signals.get(endpoint) === signal) signals.delete(endpoint);
      }
    },
    /** Seconds, of the last 429. */
    retryAfter: () => lastRetryAfter,
  };
}

async function isTokenRefused(response: Response): Promise<boolean> {
  if (response.status !== 403) return response.status === 401;
  return tokenRefusals.has(codeOf(await response.clone().json()) ?? '');
}
