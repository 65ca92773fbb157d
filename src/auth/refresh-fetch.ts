import { fieldsOf } from '#contract/json/fields-of';
import { codeOf } from './own-answer.ts';

/** After a 429 without Retry-After, and after too many refreshes, no refresh is sent for so long, in ms. */
const usualPause = 60_000;
/** More successful refreshes in a minute mean a wrong clock, by which every new token looks expired. */
const maximumPerMinute = 5;

/** The refusals of a refresh that end the session. All others are temporary, with any status. */
const endings: ReadonlySet<string> = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  // The stored token is none.
  'validation_failed',
]);

/** A refresh that was refused because its session has ended: the code of the refusal, and the token that was sent. */
export interface RefusedRefresh {
  readonly code: string;
  readonly token: string;
}

/** Whether the server can be reached, as the whole app knows it. */
export interface Network {
  readonly isOnline: () => boolean;
  /** Calls the listener after every change. Returns how to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void;
}

interface RefreshSettings {
  readonly network: Network;
  /** Rejects where another server than the auth service answers. */
  readonly fetcher: typeof fetch;
  /** A clock that never jumps, in ms. */
  readonly elapsed: () => number;
  /** The client gets the refusal once this has resolved. */
  readonly onRefused: (refused: RefusedRefresh) => Promise<void>;
}

/**
 * The fetch of the Supabase client. Other requests pass unchanged; for refreshes of the session:
 * - a refusal that does not say that the session has ended becomes a 503, which the client retries: any other makes it
 *   remove the session
 * - without a network a refresh waits: a failed one is not repeated by the client for a minute
 */
export function createRefreshFetch({ network, fetcher, elapsed, onRefused }: RefreshSettings) {
  let blockedUntil = Number.NEGATIVE_INFINITY;
  let successes: number[] = [];
  /** Ends the waits for a network. */
  const waits = new Set<(hasNetwork: boolean) => void>();

  function whenOnline(): boolean | Promise<boolean> {
    if (network.isOnline()) return true;
    return new Promise((resolve) => {
      const unsubscribe = network.subscribe(() => (network.isOnline() ? end(true) : undefined));
      const end = (hasNetwork: boolean) => {
        unsubscribe();
        waits.delete(end);
        resolve(hasNetwork);
      };
      waits.add(end);
    });
  }

  async function refresh(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (!(await whenOnline()) || elapsed() < blockedUntil) return unavailable();
    const response = await fetcher(input, init);
    const now = elapsed();
    if (response.ok) {
      successes = [...successes.filter((time) => time > now - 60_000), now];
      if (successes.length >= maximumPerMinute) blockedUntil = now + usualPause;
      return response;
    }
    if (response.status >= 500) return response;
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after'));
      blockedUntil = now + (seconds > 0 ? seconds * 1_000 : usualPause);
      return unavailable();
    }
    const code =
      codeOf(
        await response
          .clone()
          .json()
          .catch(() => null),
      ) ?? '';
    if (!endings.has(code)) return unavailable();
    await onRefused({ code, token: tokenIn(init?.body) });
    return response;
  }

  const fetchOrRefresh: typeof fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const isRefresh = /\/token\?(.*&)?grant_type=refresh_token/.test(address);
    return isRefresh ? refresh(input, init) : fetcher(input, init);
  };

  return {
    fetch: fetchOrRefresh,
    /** Ends refreshes that wait: the user has signed out. */
    release(): void {
      for (const end of [...waits]) end(false);
    },
  };
}

/** The refresh token in the body of a request. */
function tokenIn(body: unknown): string {
  return String(fieldsOf(JSON.parse(String(body))).refresh_token);
}

function unavailable(): Response {
  const body = JSON.stringify({ code: 'unexpected_failure', message: 'The auth service cannot be asked now' });
  const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' };
  return new Response(body, { status: 503, headers });
}
