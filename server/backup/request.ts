import type { SigningKeys } from '../tokens/keys.ts';

export const backupPath = '/operator/backup';
export const backupAudience = 'pitboard-backup';

/** How long the server may take, in ms: it reads the whole database. */
const timeout = 10 * 60_000;

/** Another server answered, or this one refused. */
export class BackupRefused extends Error {}

/**
 * The bytes of a backup from the server that runs at `origin`; null when nothing listens there.
 * @throws BackupRefused.
 */
export async function requestBackup(origin: string, keys: SigningKeys): Promise<Buffer | null> {
  const issuedAt = Math.floor(Date.now() / 1_000);
  const token = await keys.sign({ aud: backupAudience }, { issuedAt, expiresAt: issuedAt + 60 });
  let response: Response;
  try {
    response = await fetch(origin + backupPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeout),
    });
  } catch (error) {
    if (Object(Object(error).cause).code === 'ECONNREFUSED') return null;
    throw error;
  }
  if (!response.ok) {
    const reason = response.status === 401 ? 'it has other keys than DATA_DIR' : `it answered ${response.status}`;
    throw new BackupRefused(`no backup from the server at ${origin}: ${reason}`);
  }
  return Buffer.from(await response.arrayBuffer());
}
