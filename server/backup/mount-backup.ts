import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { Problem, unauthorized } from '../http/problem.ts';
import type { Env } from '../settings/env.ts';
import type { Storage } from '../storage/open-storage.ts';
import { CannotStore } from '../storage/writable-data.ts';
import type { SigningKeys } from '../tokens/keys.ts';
import { packBackup } from './archive.ts';
import { backupAudience, backupPath } from './request.ts';

interface BackupDependencies {
  readonly env: Env;
  readonly storage: Storage;
  readonly keys: SigningKeys;
}

/**
 * Adds the address that `npm run backup` asks: its token is signed with the keys of this server. There is
 * none with PostgreSQL, which has its own tools.
 */
export function mountBackup(app: FastifyInstance, { env, storage, keys }: BackupDependencies): void {
  const { dump } = storage;
  if (dump === null) return;
  let isRunning = false;
  const keySet = createLocalJWKSet(keys.published);
  app.post(backupPath, async (request, reply) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    await jwtVerify(token, keySet, { audience: backupAudience, maxTokenAge: '1m', clockTolerance: 5 }).catch(() => {
      throw unauthorized('A backup needs a token of the operator.');
    });
    if (isRunning) throw new Problem(409, 'Conflict', 'Another backup is being made.');
    isRunning = true;
    // Nothing is sent while the database is packed.
    request.raw.setTimeout(0);
    const { path, remove } = await dump().catch((error) => {
      isRunning = false;
      throw error instanceof CannotStore ? new Problem(507, 'Insufficient Storage', error.message) : error;
    });
    const end = () => {
      remove();
      isRunning = false;
    };
    if (reply.raw.closed) return end();
    reply.raw.once('close', end);
    const keys = await readFile(join(env.dataDir, 'keys.json'), 'utf8');
    return reply.header('cache-control', 'no-store').type('application/x-tar').send(packBackup(keys, path));
  });
}
