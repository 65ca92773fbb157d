import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../settings/env.ts';
import type { CreateLimiter } from '../storage/limiters.ts';
import type { Storage } from '../storage/open-storage.ts';
import { issuerOf } from '../tokens/caller.ts';
import type { SigningKeys } from '../tokens/keys.ts';
import type { AuthContext, Timer } from './context.ts';
import { type AuthLimits, Limits } from './limits.ts';
import { createMailer } from './mailer.ts';
import type { AuthOptions } from './options.ts';
import { PasswordQueue } from './passwords.ts';
import { createRedirectChooser } from './redirects.ts';

interface AuthDependencies {
  readonly env: Env;
  readonly storage: Storage;
  readonly createLimiter: CreateLimiter;
  readonly keys: SigningKeys;
  readonly options: AuthOptions;
  readonly limits: AuthLimits;
  readonly now: () => Date;
  readonly timer: Timer;
  readonly log: FastifyBaseLogger;
}

/** Creates the context of the sign-in. */
export function openAuth({ env, createLimiter, limits, log, ...given }: AuthDependencies): AuthContext {
  const { options, now } = given;
  return {
    ...given,
    limits: new Limits(limits, createLimiter),
    passwords: new PasswordQueue(),
    mailer: createMailer({
      smtpUrl: env.auth.smtpUrl,
      hasOutbox: env.auth.hasOutbox,
      from: env.auth.mailFrom,
      now,
      log,
    }),
    issuer: issuerOf(env),
    chooseRedirect: createRedirectChooser(options.siteUrl, options.redirectUrls),
    sendText: (text) => sendText(options.smsHookUrl, text, log),
    audit: (event, userId) => log.info({ userId }, `sign-in: ${event}`),
  };
}

/** Sends a code to the SMS hook, in the format of Supabase Auth hooks. */
function sendText(
  address: string | null,
  { phone, code }: { phone: string; code: string },
  log: FastifyBaseLogger,
): void {
  if (address === null) return;
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: { phone }, sms: { otp: code } }),
    signal: AbortSignal.timeout(10_000),
  }).then(
    ({ ok, status }) => (ok ? undefined : log.error({ status }, 'the SMS hook returned an error')),
    (error) => log.error({ err: error }, 'the SMS hook cannot be reached'),
  );
}
