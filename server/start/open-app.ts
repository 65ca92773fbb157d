import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { defaultLimits } from '../auth/limits.ts';
import { authOptionsOf } from '../auth/options.ts';
import { openRedis } from '../cluster/open-redis.ts';
import { discordOrigin } from '../http/discord.ts';
import { recorderBudgets } from '../live/recorder-budgets.ts';
import { projectRoot } from '../project-root.ts';
import type { Env } from '../settings/env.ts';
import { prepareDirectory } from '../storage/data-directory.ts';
import { openEmbedded, openPostgres, type Storage } from '../storage/open-storage.ts';
import { protectData } from '../storage/private-data.ts';
import { createVerifier } from '../tokens/caller.ts';
import { openKeys, type SigningKeys } from '../tokens/keys.ts';
import { randomToken } from '../tokens/secrets.ts';
import { buildApp } from './app.ts';
import { requireOwnKeys } from './require-own-keys.ts';

/** An app with its database, before it listens. */
export interface OpenApp {
  readonly app: FastifyInstance;
  readonly storage: Storage;
  readonly keys: SigningKeys;
  readonly operatorToken: string;
  readonly close: () => Promise<void>;
}

/** Opens the database and the keys, and builds the app. */
export async function openApp(env: Env): Promise<OpenApp> {
  prepareDirectory(env.dataDir, console);
  const storage =
    env.databaseUrl === null ? await openEmbedded(env.dataDir) : await openPostgres(env.databaseUrl, console);
  let redis: Redis | null = null;
  try {
    const keys = await openKeys(env.dataDir, console);
    await requireOwnKeys(env, storage, keys);
    redis = env.redisUrl === null ? null : await openRedis(env.redisUrl, console);
    const operatorToken = env.operatorToken ?? randomToken();
    const app = await buildApp({
      env,
      operatorToken,
      storage,
      redis,
      keys,
      verifyCaller: createVerifier(env, keys),
      now: () => new Date(),
      version: packageVersion(),
      dist: join(projectRoot, 'dist'),
      limits: { changes: 600, searches: 120 },
      discordOrigin,
      live: { every: runEvery, elapsed: () => performance.now(), budgets: recorderBudgets },
      auth: {
        options: authOptionsOf(env),
        limits: { ...defaultLimits, mails: env.auth.mailsPerHour, mailPause: env.auth.mailPause },
        timer: { elapsed: () => performance.now(), pause: (milliseconds) => sleep(milliseconds) },
      },
    });
    // The new files: the database sets modes of its own, and a build copies those of its sources.
    protectData(env.dataDir);
    return {
      app,
      storage,
      keys,
      operatorToken,
      close: async () => {
        await app.close();
        redis?.disconnect();
        await storage.close();
      },
    };
  } catch (error) {
    redis?.disconnect();
    await storage.close();
    throw error;
  }
}

function runEvery(milliseconds: number, work: () => void): () => void {
  const timer = setInterval(work, milliseconds).unref();
  return () => clearInterval(timer);
}

function packageVersion(): string {
  const text = readFileSync(join(projectRoot, 'package.json'), 'utf8');
  return String(JSON.parse(text).version);
}
