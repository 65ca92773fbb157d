/** After a 429 without Retry-After, and after too many refreshes, no refresh is sent for so long, in ms. */
const usualPause = 60_000;
/** So many successful refreshes in a minute mean that a wrong clock makes every new token look expired. */
const maximumPerMinute = 5;

/**
 * The fetch of the Supabase client. Other requests pass unchanged; for refreshes of the session:
 * - an answer that says nothing about the token (a 429, or the page of a captive portal) becomes a 503, which the client
 *   retries: any other refusal makes it remove the session
 * - while the network is paused a refresh waits: a failed one is not repeated by the client for a minute
 */
export function createRefreshFetch(fetcher: typeof fetch, elapsed: () => number) {
  let blockedUntil = Number.NEGATIVE_INFINITY;
  /** The same after the page of a captive portal: the block ends with the portal. */
  let portalUntil = Number.NEGATIVE_INFINITY;
  let successes: number[] = [];
  let resumed = Promise.resolve<'resumed' | 'released'>('resumed');
  let settle: ((result: 'resumed' | 'released') => void) | null = null;

  async function refresh(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if ((await resumed) === 'released' || elapsed() < Math.max(blockedUntil, portalUntil)) return unavailable();
    const response = await fetcher(input, init);
    const now = elapsed();
    if (response.ok) {
      successes = [...successes.filter((time) => time > now - 60_000), now];
      if (successes.length >= maximumPerMinute) blockedUntil = now + usualPause;
      return response;
    }
    const isRefusal = response.status >= 400 && response.status < 500;
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    if (response.status !== 429 && !(isRefusal && !isJson)) return response;
    const seconds = Number(response.headers.get('retry-after'));
    const until = now + (seconds > 0 ? seconds * 1_000 : usualPause);
    if (response.status === 429) blockedUntil = until;
    else portalUntil = until;
    return unavailable();
  }

  const fetchOrRefresh: typeof fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const isRefresh = /\/token\?(.*&)?grant_type=refresh_token/.test(address);
    return isRefresh ? refresh(input, init) : fetcher(input, init);
  };

  return {
    fetch: fetchOrRefresh,
    pause(): void {
      if (settle !== null) return;
      resumed = new Promise((resolve) => {
        settle = resolve;
      });
    },
    resume(): void {
      portalUntil = Number.NEGATIVE_INFINITY;
      settle?.('resumed');
      settle = null;
    },
    /** Ends refreshes that wait: the user has signed out. */
    release(): void {
      if (settle === null) return;
      settle('released');
      settle = null;
      this.pause();
    },
  };
}

function unavailable(): Response {
  const body = JSON.stringify({ code: 'unexpected_failure', message: 'The auth service cannot be asked now' });
  const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' };
  return new Response(body, { status: 503, headers });
}
