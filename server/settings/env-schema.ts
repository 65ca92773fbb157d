import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as v from 'valibot';

const onOff = v.picklist(['on', 'off'], 'must be on or off');

const webAddress = v.pipe(
  v.string(),
  v.check(
    (value) => /^https?:\/\/\S+$/.test(value) && URL.canParse(value),
    'must be an address with http:// or https://',
  ),
  v.transform((value) => value.replace(/\/+$/, '')),
);

/** Scheme, host and port. Browsers ignore a path in an origin, and links would be wrong with one. */
const origin = v.pipe(
  webAddress,
  v.check((value) => URL.canParse(value) && /^https?:\/\/[^/?#@]+$/.test(value), 'must not have a path, query or user'),
);

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number'),
);

/** The address of a service, which may contain a password. */
function serviceAddress(pattern: RegExp, message: string) {
  return v.pipe(
    v.string(),
    v.regex(pattern, message),
    v.check(isEncoded, 'must have %23 for each # of its password, and %25 for each %'),
    v.check((value) => URL.canParse(value), message),
  );
}

/** A password with a # would be cut there, and its first half printed; a single % is no text. */
function isEncoded(value: string): boolean {
  return !/#|%(?![\da-f]{2})/i.test(value);
}

const list = v.pipe(
  v.string(),
  v.transform((value) => value.split(/[\s,]+/).filter((item) => item !== '')),
);

const proxy = v.pipe(
  v.string(),
  v.check(isProxy, 'must be off, a number of proxies, or addresses such as 127.0.0.1, 10.0.0.0/8 or loopback'),
);

function isProxy(value: string): boolean {
  if (/^[1-9]$/.test(value) || ['on', 'off', 'loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits] = value.split('/');
  const maxBits = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits));
}

const mailAddress = /^[^\s@<>"',;]+@[^\s@<>"',;]+$/;

/** An address, or a name with an address, as the header of a mail has it. */
const mailSender = v.pipe(
  v.string(),
  v.check(
    (value) => mailAddress.test(/^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value),
    'must be an address such as races@race.example, or Pitboard <races@race.example>',
  ),
);

/** Who is responsible for the server: name, address and e-mail address, each of which may be absent. */
const operator = v.pipe(
  v.string(),
  v.transform((value) => value.split(';').map((part) => part.trim() || null)),
  v.check((parts) => parts.length <= 3, 'must be name; address; e-mail address'),
  v.check(
    ([, , email]) => email == null || mailAddress.test(email),
    'must end with an address such as me@race.example',
  ),
  v.transform(([name = null, address = null, email = null]) => ({ name, address, email })),
);

/** Static files are served from absolute paths only, and a child process may run in another folder. */
function folder(value: string): string {
  return resolve(value);
}

/** The environment variables of the server, with their defaults. */
export const EnvSchema = v.object({
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'must be production, development or test'),
    'development',
  ),
  PORT: v.optional(port, '8080'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PUBLIC_URL: v.optional(origin),
  DATA_DIR: v.optional(v.pipe(v.string(), v.transform(folder)), '.data'),
  DATABASE_URL: v.optional(
    serviceAddress(/^postgres(ql)?:\/\//, 'must be an address such as postgres://user:secret@host/database'),
  ),
  REDIS_URL: v.optional(
    serviceAddress(/^rediss?:\/\/[^/]+(\/\d*)?(\?|$)/, 'must be an address such as redis://user:secret@host'),
  ),
  SUPABASE_URL: v.optional(webAddress),
  SUPABASE_PUBLISHABLE_KEY: v.optional(v.string()),
  SUPABASE_JWT_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  SMTP_URL: v.optional(
    v.union([
      v.literal('off'),
      serviceAddress(/^smtps?:\/\/\S+$/, 'must be off, or an address such as smtps://user:secret@mail.example'),
    ]),
  ),
  MAIL_FROM: v.optional(mailSender),
  SIGN_UP: v.optional(v.picklist(['on', 'off', 'invite'], 'must be on, off or invite'), 'on'),
  SMS_HOOK_URL: v.optional(webAddress),
  CORS_ORIGINS: v.optional(v.pipe(list, v.array(origin)), ''),
  DEMO: v.optional(onOff),
  TRUST_PROXY: v.optional(v.pipe(list, v.array(proxy)), 'off'),
  COMMUNITY_URL: v.optional(webAddress),
  ANALYTICS_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be an id such as G-ABC123'))),
  OPERATOR: v.optional(operator, ''),
  SW_KILL: v.optional(onOff, 'off'),
  LIVE_TCP_PORT: v.optional(port, '8081'),
  BACKUP_DIR: v.optional(v.pipe(v.string(), v.transform(folder))),
  OPERATOR_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
});

export type EnvVariables = v.InferOutput<typeof EnvSchema>;
