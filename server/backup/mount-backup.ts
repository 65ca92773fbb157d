import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { Env } from '../env.ts';
import { unauthorized } from '../http/problem.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { SigningKeys } from '../tokens/keys.ts';
import { packBackup } from './archive.ts';
import { backupAudience, backupPath } from './request.ts';

interface BackupDependencies {
  readonly env: Env;
  readonly storage: Storage;
  readonly keys: SigningKeys;
}

/**
 * Adds the address that `npm run backup` asks: only who can read the keys of this server can sign such a token. There is
 * none with PostgreSQL, which has its own tools.
 */
export function mountBackup(app: FastifyInstance, { env, storage, keys }: BackupDependencies): void {
  const { dump } = storage;
  if (dump === null) return;
  const keySet = createLocalJWKSet(keys.published);
  app.post(backupPath, async (request, reply) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    await jwtVerify(token, keySet, { audience: backupAudience, maxTokenAge: '1m', clockTolerance: 5 }).catch(() => {
      throw unauthorized('A backup needs a token of the operator.');
    });
    const backup = { keys: await readFile(join(env.dataDir, 'keys.json'), 'utf8'), database: await dump() };
    return reply
      .header('cache-control', 'no-store')
      .type('application/x-tar')
      .send(await packBackup(backup));
  });
}
