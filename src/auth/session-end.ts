import type { AuthEndpoint, SessionEnd } from '#contract/entities/identity';
import { codeOf } from './own-answer.ts';

/** The timeout of the request for the reason of a session's end, in ms. */
const questionTimeout = 3_000;

/** Why a session has ended, by the code of the refused refresh. */
const ends: ReadonlyMap<string, SessionEnd> = new Map([
  ['refresh_token_already_used', 'reused'],
  ['session_expired', 'expired'],
  ['user_banned', 'closed'],
  ['user_not_found', 'deleted'],
]);

/** The answers of the service about an access token whose session has ended. */
const endsOfToken: ReadonlyMap<string, SessionEnd> = new Map([
  ['user_not_found', 'deleted'],
  ['session_not_found', 'elsewhere'],
  ['user_banned', 'closed'],
]);

/**
 * Why a session has ended. A refused refresh does not distinguish a deleted account from a session that was ended elsewhere; the
 * access token does, for as long as it has not expired.
 */
export async function findSessionEnd(
  refusal: string,
  accessToken: string,
  findEndpoint: () => Promise<AuthEndpoint>,
  fetcher: typeof fetch,
): Promise<SessionEnd> {
  const end = ends.get(refusal);
  if (end !== undefined) return end;
  try {
    const { url, publishableKey } = await findEndpoint();
    const headers = {
      apikey: publishableKey,
      authorization: `Bearer ${accessToken}`,
      'x-supabase-api-version': '2024-01-01',
    };
    const signal = AbortSignal.timeout(questionTimeout);
    const response = await fetcher(`${url}/auth/v1/user`, { headers, signal });
    return endsOfToken.get(codeOf(await response.json()) ?? '') ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
