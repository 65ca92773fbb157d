import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { Problem, unauthorized } from '../http/problem.ts';
import type { Env } from '../settings/env.ts';
import { CannotStore } from '../storage/writable-data.ts';
import type { SigningKeys } from '../tokens/keys.ts';
import { packBackup } from './archive.ts';
import type { DumpAlone } from './dumps.ts';
import { backupAudience, backupPath } from './request.ts';

interface BackupDependencies {
  readonly env: Env;
  readonly dump: DumpAlone;
  readonly keys: SigningKeys;
}

/**
 * Adds the address that `npm run backup` asks: its token is signed with the keys of this server. There is
 * none with PostgreSQL, which has its own tools.
 */
export function mountBackup(app: FastifyInstance, { env, dump, keys }: BackupDependencies): void {
  if (env.databaseUrl !== null) return;
  const keySet = createLocalJWKSet(keys.published);
  app.post(backupPath, async (request, reply) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    await jwtVerify(token, keySet, { audience: backupAudience, maxTokenAge: '1m', clockTolerance: 5 }).catch(() => {
      throw unauthorized('A backup needs a token of the operator.');
    });
    // The response is silent while the database is packed.
    request.raw.setTimeout(0);
    const dumped = await dump().catch((error) => {
      throw error instanceof CannotStore ? new Problem(507, 'Insufficient Storage', error.message) : error;
    });
    if (dumped === null) throw new Problem(409, 'Conflict', 'Another backup is being made.');
    const { path, remove } = dumped;
    if (reply.raw.closed) return remove();
    reply.raw.once('close', remove);
    const keys = await readFile(join(env.dataDir, 'keys.json'), 'utf8');
    return reply.header('cache-control', 'no-store').type('application/x-tar').send(packBackup(keys, path));
  });
}
