import type { FastifyInstance } from 'fastify';
import type { AuthContext, Timer } from '../auth/context.ts';
import type { AuthLimits } from '../auth/limits.ts';
import { adoptLogins } from '../auth/logins.ts';
import type { Mailer } from '../auth/mailer.ts';
import { mountAuth } from '../auth/mount-auth.ts';
import { mountOutbox } from '../auth/mount-outbox.ts';
import { mountRest } from '../auth/mount-rest.ts';
import { openAuth } from '../auth/open-auth.ts';
import type { AuthOptions } from '../auth/options.ts';
import type { Env } from '../settings/env.ts';
import type { CreateLimiter } from '../storage/limiters.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { SigningKeys } from '../tokens/keys.ts';
import type { createRequestCounter } from './request-limits.ts';

/** Settings that tests replace. */
export interface SignInSettings {
  readonly options: AuthOptions;
  readonly limits: AuthLimits;
  readonly timer: Timer;
}

interface SignInDependencies {
  readonly env: Env;
  readonly storage: Storage;
  readonly keys: SigningKeys;
  readonly now: () => Date;
  readonly version: string;
  readonly auth: SignInSettings;
  readonly createLimiter: CreateLimiter;
  readonly countRequest: ReturnType<typeof createRequestCounter>;
}

/** Mounts the embedded sign-in, its profiles, and the outbox where no mail server is configured. */
export async function mountSignIn(
  app: FastifyInstance,
  { env, storage, createLimiter, countRequest, keys, now, version, auth }: SignInDependencies,
): Promise<AuthContext> {
  const context = openAuth({ env, storage, createLimiter, keys, now, log: app.log, ...auth });
  await mountAuth(app, context, version);
  await mountRest(app, context, (address) => countRequest('change', address));
  if (env.auth.hasOutbox) mountOutbox(app, context.mailer);
  app.addHook('onReady', () =>
    adoptLogins(context).catch((error) => app.log.warn({ err: error }, 'sessions of older releases have no key yet')),
  );
  app.addHook('onListen', async () => void checkMail(app, context.mailer));
  app.addHook('onClose', () => context.mailer.close());
  return context;
}

/** Says at the start that mails will not be sent, and starts all the same: the mail server may be there later. */
async function checkMail(app: FastifyInstance, mailer: Mailer): Promise<void> {
  const fault = await mailer.check();
  if (fault !== null) app.log.warn({ said: fault.said }, `mails cannot be sent: ${fault.reason}`);
}
