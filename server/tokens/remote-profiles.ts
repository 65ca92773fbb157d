import * as v from 'valibot';
import type { Profile } from '#contract/entities/profile';
import { line } from '#contract/values/text-values';
import { Uuid } from '#contract/values/values';

const maxAge = 60_000;
/** A user without a name is about to choose one, in ms. */
const namelessAge = 5_000;
/** How long a failed request is not repeated, in ms. */
const failureAge = 30_000;
const fetchTimeout = 3_000;
const maxEntries = 10_000;

/** Invalid fields are null: the project may check its names and addresses less strictly, or not at all. */
const Row = v.object({
  id: Uuid,
  username: v.fallback(v.nullable(v.pipe(v.string(), v.trim(), line(100))), null),
  avatar_url: v.fallback(
    v.nullable(v.pipe(v.string(), v.maxLength(2_000), v.regex(/^https?:\/\/\S+$/), v.check(URL.canParse))),
    null,
  ),
});

/** Finds a user's profile in a Supabase project; null when it cannot be fetched at the moment. */
export type FindRemoteProfile = (userId: string, authorization: string) => Promise<Profile | null>;

/**
 * Reads profiles of a Supabase project with the caller's own token, at most every minute per user with a name. The
 * project owns names and avatars; this server only shows and searches them.
 */
export function createRemoteProfiles(
  { url, publishableKey }: { readonly url: string; readonly publishableKey: string },
  now: () => number = () => performance.now(),
): FindRemoteProfile {
  const cache = new Map<string, { readonly expiresAt: number; readonly profile: Promise<Profile | null> }>();

  async function fetchProfile(userId: string, authorization: string): Promise<Profile | null> {
    const address = `${url}/rest/v1/profiles?select=id,username,avatar_url&id=eq.${userId}`;
    const headers = { apikey: publishableKey, authorization, accept: 'application/json' };
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(fetchTimeout) });
    if (!response.ok) return null;
    const rows = v.safeParse(v.array(Row), await response.json());
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
      const age = value === null ? failureAge : value.username === null ? namelessAge : maxAge;
      if (cache.get(userId) === entry) cache.set(userId, { expiresAt: now() + age, profile });
    });
    return profile;
  };
}
