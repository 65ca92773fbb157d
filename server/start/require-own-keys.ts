import type { Env } from '../settings/env.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { replaceKeyIds } from '../storage/key-ids.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { SigningKeys } from '../tokens/keys.ts';

/** The key file belongs to other servers, or was lost and made anew. */
class StrangeKeys extends OperatorError {}

/**
 * Refuses keys that the database has never seen: the servers of one database would refuse each other's tokens in silence.
 * Keys that were rotated are known. @throws StrangeKeys.
 */
export async function requireOwnKeys(env: Env, storage: Storage, { published }: SigningKeys): Promise<void> {
  const ids = published.keys.flatMap(({ kid }) => kid ?? []);
  if (await replaceKeyIds(storage, ids, env.acceptsNewKeys)) return;
  throw new StrangeKeys(
    `${env.dataDir}/keys.json is not the key file of this database, and everybody would be logged out: copy it from another server of this database or from a backup, or start once with --new-keys`,
  );
}
