import * as v from 'valibot';
import { Profile } from '#contract/profile';

const maxAge = 5 * 60_000;
/** How long a failed request is not repeated, in ms. */
const failureAge = 30_000;
const fetchTimeout = 3_000;
const maxEntries = 10_000;

/** Finds a user's profile in a Supabase project; null when it cannot be fetched at the moment. */
export type FindRemoteProfile = (userId: string, authorization: string) => Promise<Profile | null>;

/**
 * Reads profiles of a Supabase project with the caller's own token, at most every five minutes per user. The project owns
 * names and avatars; this server only shows and searches them.
 */
export function createRemoteProfiles(
  { url, publishableKey }: { readonly url: string; readonly publishableKey: string },
  now: () => number,
): FindRemoteProfile {
  const cache = new Map<string, { readonly expiresAt: number; readonly profile: Promise<Profile | null> }>();

  async function fetchProfile(userId: string, authorization: string): Promise<Profile | null> {
    const address = `${url}/rest/v1/profiles?select=id,username,avatar_url&id=eq.${userId}`;
    const headers = { apikey: publishableKey, authorization, accept: 'application/json' };
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(fetchTimeout) });
    if (!response.ok) return null;
    const rows = v.safeParse(v.array(Profile), await response.json());
    return rows.success ? (rows.output[0] ?? null) : null;
  }

  return (userId, authorization) => {
    const cached = cache.get(userId);
    if (cached !== undefined && cached.expiresAt > now()) return cached.profile;
    if (cache.size >= maxEntries) cache.clear();
    const profile = fetchProfile(userId, authorization).catch(() => null);
    const entry = { expiresAt: now() + maxAge, profile };
    cache.set(userId, entry);
    void profile.then((value) => {
      if (value === null && cache.get(userId) === entry) cache.set(userId, { expiresAt: now() + failureAge, profile });
    });
    return profile;
  };
}
