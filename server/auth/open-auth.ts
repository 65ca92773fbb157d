import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { issuerOf } from '../caller.ts';
import type { Env } from '../env.ts';
import type { SigningKeys } from '../keys.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { AuthContext } from './context.ts';
import { type AuthLimits, Limits } from './limits.ts';
import { createMailer } from './mailer.ts';
import type { AuthOptions } from './options.ts';
import { redirects } from './redirects.ts';

interface AuthDependencies {
  readonly env: Env;
  readonly storage: Storage;
  readonly keys: SigningKeys;
  readonly options: AuthOptions;
  readonly limits: AuthLimits;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/** Joins what the sign-in works with. */
export function openAuth({ env, storage, keys, options, limits, now, log }: AuthDependencies): AuthContext {
  return {
    storage,
    keys,
    options,
    limits: new Limits(limits),
    mailer: createMailer({ smtpUrl: env.auth.smtpUrl, from: env.auth.mailFrom, now, log }),
    issuer: issuerOf(env),
    now,
    redirect: redirects(options.siteUrl, options.redirectUrls),
    sendText: (text) => sendText(options.smsHookUrl, text, log),
    pause: async (milliseconds) => {
      if (milliseconds > 0) await sleep(milliseconds);
    },
    audit: (event, userId) => log.info({ userId }, `sign-in: ${event}`),
  };
}

/** Hands a text to the hook in the shape that hooks of the hosted service take. */
function sendText(
  address: string | null,
  { phone, code, userId }: { phone: string; code: string; userId: string },
  log: FastifyBaseLogger,
): void {
  if (address === null) return;
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: { id: userId, phone }, sms: { otp: code } }),
    signal: AbortSignal.timeout(10_000),
  }).then(
    ({ ok, status }) => (ok ? undefined : log.error({ status }, 'the SMS hook refused a text')),
    (error) => log.error({ err: error }, 'the SMS hook cannot be reached'),
  );
}
