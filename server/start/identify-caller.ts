import { apiTokenIn, identifyApiToken } from '../domain/api-tokens.ts';
import { requireCaller } from '../domain/callers.ts';
import { mirrorProfile } from '../domain/profiles.ts';
import { identifyRecorder, recorderTokenIn } from '../domain/recorders.ts';
import { unauthorized } from '../http/problem.ts';
import type { RouterDependencies } from '../routes/router.ts';
import type { Env } from '../settings/env.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import type { VerifyCaller } from '../tokens/caller.ts';
import { createRemoteProfiles } from '../tokens/remote-profiles.ts';

interface IdentifierDependencies {
  readonly env: Env;
  readonly storage: Storage;
  readonly now: () => Date;
  readonly verifyCaller: VerifyCaller;
}

/**
 * Verifies a token, and copies the caller's public profile into the database so that the user can be shown and found.
 * The profile is that of the Supabase project, or the name that a token was minted for.
 */
export function createIdentifier({
  env,
  storage,
  now,
  verifyCaller,
}: IdentifierDependencies): RouterDependencies['identify'] {
  const findRemoteProfile = env.supabase === null ? null : createRemoteProfiles(env.supabase);
  return async (authorization) => {
    const recorderToken = recorderTokenIn(authorization);
    if (recorderToken !== null) {
      const recorder = await identifyRecorder(storage, recorderToken, now());
      if (recorder === null) throw unauthorized('This recorder was removed, or the token is not valid.');
      return recorder;
    }
    const apiToken = apiTokenIn(authorization);
    if (apiToken !== null) {
      const program = await identifyApiToken(storage, apiToken, now());
      if (program === null) throw unauthorized('This token was deleted, or is not valid.');
      return program;
    }
    const caller = await verifyCaller(authorization);
    if (caller === null) return null;
    const check = (transaction: Transaction) => requireCaller(transaction, caller, env.supabase === null);
    const { hasProfile: isStored, seesPrivate } = await check(storage.database);
    const { userId, username } = caller;
    const remote = await findRemoteProfile?.(userId, authorization ?? '');
    // A minted token says nothing about a picture: the stored one stays.
    const profile = remote == null ? { username } : { username: remote.username, avatarUrl: remote.avatar_url };
    const options = { isStored, now: now().toISOString(), check };
    await mirrorProfile(storage, { userId, ...profile }, options);
    return { ...caller, seesPrivate };
  };
}
