import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { v5 } from 'uuid';
import { type AddressParams, type AddressQuery, addressOf } from '#contract/api/address';
import { type CallName, type Calls, calls } from '#contract/calls/by-name';
import type { AnswerOf, BodyOf } from '#contract/calls/call';
import type { Timer } from '../../auth/context.ts';
import type { AuthLimits } from '../../auth/limits.ts';
import { type AuthOptions, authOptionsOf } from '../../auth/options.ts';
import { openRedis } from '../../cluster/open-redis.ts';
import { type Env, parseEnv } from '../../settings/env.ts';
import { type AppDependencies, buildApp } from '../../start/app.ts';
import type { Storage } from '../../storage/open-storage.ts';
import { createVerifier } from '../../tokens/caller.ts';
import { openKeys, type SigningKeys } from '../../tokens/keys.ts';
import { borrowDatabase } from './databases.ts';

/** The app with a database of its own: PGlite in memory, or a new PostgreSQL database at TEST_DATABASE_URL. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly storage: Storage;
  readonly env: Env;
  readonly keys: SigningKeys;
  readonly clock: { now: Date };
  /** A minted token of a user by name. Negative seconds make an expired token. */
  readonly tokenOf: (name: string, seconds?: number) => Promise<string>;
  /** Makes a call of the contract and returns the response. */
  readonly call: <Name extends CallName>(name: Name, options?: CallOptions<Name>) => Promise<LightMyRequestResponse>;
  /** Makes a call that must succeed, and returns the entity. */
  readonly get: <Name extends CallName>(name: Name, options?: CallOptions<Name>) => Promise<AnswerOf<Calls[Name]>>;
  /** Moves the clock on in steps of 100 ms, and runs due work at each. */
  readonly pass: (milliseconds: number) => void;
  /** Sets the clock on without any time passing. */
  readonly step: (milliseconds: number) => void;
  readonly close: () => Promise<void>;
}

interface CallOptions<Name extends CallName> {
  readonly params?: AddressParams;
  readonly query?: AddressQuery;
  readonly body?: BodyOf<Calls[Name]>;
  /** The name of the caller. */
  readonly as?: string;
  readonly headers?: Record<string, string>;
}

const namespace = '6a0d2b5e-7e1c-4c35-93f4-8a8a3d1c9b11';

/** The id of a test user. */
export function userIdOf(name: string): string {
  return v5(name, namespace);
}

/** More than any test reaches. */
const many = 1_000_000;
const noLimits: AppDependencies['limits'] = { changes: many, searches: many, requests: many };
const noQuotas = { sessions: many, bytes: many * 1e6, leagues: many, seasons: many };
const noAuthLimits = {
  ...{ token: many, verify: many, signUps: many, others: many, refresh: many },
  ...{ mails: many, mailPause: 60 },
};

/** Tests do not wait. */
const immediate: Timer = { elapsed: () => performance.now(), pause: async () => undefined };

const unlimited = { bytes: Number.POSITIVE_INFINITY, time: Number.POSITIVE_INFINITY };
const noBudgets = { recorder: unlimited, account: unlimited, all: unlimited, assured: unlimited };

/** Timers that run when a test moves the clock. */
function createTimers(clock: { now: Date }) {
  const timers = new Set<{ readonly milliseconds: number; readonly work: () => void; dueAt: number }>();
  let last = clock.now.getTime();
  let read = last;
  let passed = 0;
  /** Real timers go on when the clock is set back. */
  const followClock = () => {
    const back = last - clock.now.getTime();
    if (back > 0) for (const timer of timers) timer.dueAt -= back;
  };
  return {
    elapsed: () => {
      const now = clock.now.getTime();
      passed += Math.max(0, now - read);
      read = now;
      return passed;
    },
    step: (milliseconds: number) => {
      clock.now = new Date(clock.now.getTime() + milliseconds);
      read += milliseconds;
    },
    every: (milliseconds: number, work: () => void) => {
      const timer = { milliseconds, work, dueAt: clock.now.getTime() + milliseconds };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass: (duration: number) => {
      followClock();
      const end = clock.now.getTime() + duration;
      while (clock.now.getTime() < end) {
        clock.now = new Date(Math.min(end, clock.now.getTime() + 100));
        for (const timer of timers) {
          if (timer.dueAt > clock.now.getTime()) continue;
          timer.dueAt = clock.now.getTime() + timer.milliseconds;
          timer.work();
        }
      }
      last = end;
    },
  };
}

/** Opens a test server. `settings` are environment variables, `dist` is the folder of a built app. */
export async function openTestServer(
  settings: Record<string, string> = {},
  dist = join(import.meta.dirname, 'dist'),
  limits = noLimits,
  auth: {
    options?: Partial<AuthOptions>;
    limits?: Partial<AuthLimits>;
    timer?: Timer;
    over?: TestServer;
    /** Stands in for Discord; nothing listens where it is absent. */
    discordOrigin?: string;
  } = {},
): Promise<TestServer> {
  const { discordOrigin = 'http://127.0.0.1:9' } = auth;
  // `over` shares the database of another test server, which closes it.
  const { storage, url, giveBack } =
    auth.over === undefined
      ? await borrowDatabase()
      : { storage: auth.over.storage, url: auth.over.env.databaseUrl, giveBack: async () => undefined };
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-test-'));
  // Servers of a test may share Redis on the embedded database too, because they are one process.
  const { REDIS_URL: redisUrl = null, PITBOARD_TEST: constants = '{}', ...others } = settings;
  const parsed = parseEnv({
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://pitboard.test',
    LIVE_TCP_PORT: '0',
    NODE_ENV: 'test',
    PITBOARD_TEST: JSON.stringify({ logLevel: 'silent', quotas: noQuotas, ...JSON.parse(constants) }),
    ...(url === null ? {} : { DATABASE_URL: url }),
    ...others,
  });
  const env: Env = { ...parsed, redisUrl };
  // Servers of one database have the same key file, unless a test gives them another one.
  const given = settings['DATA_DIR'] === undefined ? auth.over?.keys : undefined;
  const keys = given ?? (await openKeys(env.dataDir));
  const clock = { now: new Date() };
  const { every, elapsed, step, pass } = createTimers(clock);
  const quiet = { warn: () => undefined, info: () => undefined };
  const redis = env.redisUrl === null ? null : await openRedis(env.redisUrl, quiet);
  const app = await buildApp({
    env,
    storage,
    redis,
    keys,
    verifyCaller: createVerifier(env, keys),
    now: () => clock.now,
    version: '0.0.0',
    operatorToken: 'token of the operator',
    dist,
    limits,
    discordOrigin,
    live: { every, elapsed, budgets: noBudgets },
    auth: {
      options: { ...authOptionsOf(env), ...auth.options },
      limits: { ...noAuthLimits, ...auth.limits },
      timer: auth.timer ?? immediate,
    },
  });
  await app.ready();

  async function tokenOf(name: string, seconds = 3_600): Promise<string> {
    const issuedAt = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: `${env.publicUrl}/auth/v1`,
      sub: userIdOf(name),
      aud: 'authenticated',
      role: 'authenticated',
      user_metadata: { username: name },
      // Deleting an account compares it with the time of the server, which a test may have moved.
      amr: [{ method: 'password', timestamp: Math.floor(clock.now.getTime() / 1_000) }],
    };
    return keys.sign(claims, { issuedAt, expiresAt: issuedAt + seconds });
  }

  async function call<Name extends CallName>(name: Name, options: CallOptions<Name> = {}) {
    const { params, query, body, as, headers } = options;
    const request: InjectOptions = {
      method: calls[name].method,
      url: addressOf(calls[name], params, query),
      headers: { ...(as === undefined ? {} : { authorization: `Bearer ${await tokenOf(as)}` }), ...headers },
      ...(body === undefined ? {} : { payload: Object(body) }),
    };
    return app.inject(request);
  }

  return {
    app,
    storage,
    env,
    keys,
    clock,
    tokenOf,
    call,
    pass,
    step,
    get: async (name, options) => {
      const response = await call(name, options);
      if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode} ${response.body}`);
      return response.json();
    },
    close: async () => {
      await app.close();
      redis?.disconnect();
      await giveBack();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
