/** After a refusal, and after a storm, nothing is asked for so long, in ms. */
const usualPause = 60_000;
/** More refreshes than this in a minute are a storm: this device's clock is wrong, or the server's is. */
const mostInAMinute = 5;

/**
 * The fetch of the sign-in's client. For refreshes alone: an answer that says nothing of the token (a 429, a page of a
 * Wi-Fi's own) becomes a 503, which the client takes for a passing fault, since any other would sign people out; and
 * for a while the client's further tries do not reach the network.
 */
export function refreshFetch(fetcher: typeof fetch, elapsed: () => number): typeof fetch {
  let shutUntil = Number.NEGATIVE_INFINITY;
  let asked: number[] = [];

  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!/\/token\?(.*&)?grant_type=refresh_token/.test(address)) return fetcher(input, init);
    const now = elapsed();
    if (now < shutUntil) return later();
    asked = [...asked.filter((time) => time > now - 60_000), now];
    if (asked.length > mostInAMinute) {
      shutUntil = now + usualPause;
      return later();
    }
    const response = await fetcher(input, init);
    const isRefusal = response.status >= 400 && response.status < 500;
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    if (response.status !== 429 && !(isRefusal && !isJson)) return response;
    const seconds = Number(response.headers.get('retry-after'));
    shutUntil = elapsed() + (seconds > 0 ? seconds * 1_000 : usualPause);
    return later();
  };
}

function later(): Response {
  const body = JSON.stringify({ code: 'unexpected_failure', message: 'The sign-in cannot be asked for now' });
  const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' };
  return new Response(body, { status: 503, headers });
}
