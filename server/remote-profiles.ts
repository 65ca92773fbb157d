import * as v from 'valibot';
import { Profile } from '#contract/profile';

const freshFor = 5 * 60_000;
const failedFor = 30_000;
const patience = 3_000;

/** What the profiles of a hosted project say of a caller; null when it cannot be had for now. */
export type FindRemoteProfile = (userId: string, authorization: string) => Promise<Profile | null>;

/**
 * Reads profiles of a Supabase project with the caller's own token, at most every five minutes for each: the project
 * owns names and pictures, this server shows and searches them (design §4).
 */
export function remoteProfiles(
  { url, publishableKey }: { readonly url: string; readonly publishableKey: string },
  now: () => number,
): FindRemoteProfile {
  const known = new Map<string, { readonly until: number; readonly profile: Promise<Profile | null> }>();

  async function fetchProfile(userId: string, authorization: string): Promise<Profile | null> {
    const address = `${url}/rest/v1/profiles?select=id,username,avatar_url&id=eq.${userId}`;
    const headers = { apikey: publishableKey, authorization, accept: 'application/json' };
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(patience) });
    if (!response.ok) return null;
    const rows = v.safeParse(v.array(Profile), await response.json());
    return rows.success ? (rows.output[0] ?? null) : null;
  }

  return (userId, authorization) => {
    const found = known.get(userId);
    if (found !== undefined && found.until > now()) return found.profile;
    if (known.size >= 10_000) known.clear();
    const profile = fetchProfile(userId, authorization).catch(() => null);
    const entry = { until: now() + freshFor, profile };
    known.set(userId, entry);
    void profile.then((value) => {
      if (value === null && known.get(userId) === entry) known.set(userId, { until: now() + failedFor, profile });
    });
    return profile;
  };
}
