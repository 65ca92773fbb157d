import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { fieldsOf } from '#contract/json/fields-of';
import { OperatorError } from '../settings/operator-error.ts';
import type { SigningKeys } from '../tokens/keys.ts';

export const backupPath = '/operator/backup';
export const backupAudience = 'pitboard-backup';

/** How long the server may take, in ms: it reads the whole database. */
const timeout = 10 * 60_000;

/** Another server answered, or this one refused. */
export class BackupRefused extends OperatorError {}

/**
 * A backup from the server that runs at `origin`; null when nothing listens there. The stream may be cut.
 * @throws BackupRefused.
 */
export async function requestBackup(origin: string, keys: SigningKeys): Promise<Readable | null> {
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
    const { message, code = message } = fieldsOf(fieldsOf(error).cause ?? error);
    if (code === 'ECONNREFUSED') return null;
    throw new BackupRefused(`no backup from the server at ${origin}: it did not answer (${code})`, { cause: error });
  }
  if (!response.ok) {
    const { detail = `it answered ${response.status}` } = fieldsOf(await response.json().catch(() => null));
    const reason = response.status === 401 ? 'it has other keys than DATA_DIR' : detail;
    throw new BackupRefused(`no backup from the server at ${origin}: ${reason}`);
  }
  if (response.body === null) throw new BackupRefused(`no backup from the server at ${origin}: it sent nothing`);
  return Readable.fromWeb(response.body as ReadableStream);
}
