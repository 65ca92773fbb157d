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

/** A whole number within bounds; `unit` says what it counts. */
function wholeNumber(min: number, max: number, unit = '') {
  const message = `must be a whole number${unit} from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
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

/** An address that links of mails may lead to; * stands for a part of it. */
const linkPattern = v.pipe(
  v.string(),
  v.regex(
    /^https?:\/\/[^\s/?#@]+(?:\/\S*)?$/,
    'must be addresses such as https://app.example.org or https://*.example.org/**',
  ),
);

/** Static files are served from absolute paths only, and a child process may run in another folder. */
function folder(value: string): string {
  return resolve(value);
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

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
    serviceAddress(/^smtps?:\/\/\S+$/, 'must be an address such as smtps://user:secret@mail.example'),
  ),
  MAIL_FROM: v.optional(mailSender),
  MAIL_LINK: v.optional(v.picklist(['page', 'verify'], 'must be page or verify'), 'page'),
  MAILS_PER_HOUR: v.optional(wholeNumber(1, 999_999), '300'),
  MAIL_PAUSE: v.optional(wholeNumber(0, 9_999, ' of seconds'), '60'),
  CONFIRM_EMAIL: v.optional(onOff, 'on'),
  SIGN_UP: v.optional(v.picklist(['on', 'off', 'invite'], 'must be on, off or invite'), 'on'),
  SMS_HOOK_URL: v.optional(webAddress),
  REDIRECT_URLS: v.optional(v.pipe(list, v.array(linkPattern)), ''),
  CORS_ORIGINS: v.optional(v.pipe(list, v.array(origin)), ''),
  DEMO: v.optional(onOff),
  DEMO_LIVE: v.optional(onOff, 'on'),
  TRUST_PROXY: v.optional(v.pipe(list, v.array(proxy)), 'off'),
  COMMUNITY_URL: v.optional(webAddress),
  DOWNLOAD_URL: v.optional(webAddress),
  ANALYTICS_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be an id such as G-ABC123'))),
  OPERATOR_NAME: v.optional(v.string()),
  OPERATOR_ADDRESS: v.optional(v.string()),
  OPERATOR_EMAIL: v.optional(v.pipe(v.string(), v.regex(mailAddress, 'must be an address such as me@race.example'))),
  SW_KILL: v.optional(onOff, 'off'),
  KEEP_BUILDS: v.optional(wholeNumber(1, 99), '3'),
  LIVE_TCP_PORT: v.optional(port, '8081'),
  BACKUP_DIR: v.optional(v.pipe(v.string(), v.transform(folder))),
  BACKUP_EVERY: v.optional(wholeNumber(1, 9_999, ' of hours')),
  BACKUP_KEEP: v.optional(wholeNumber(1, 9_999)),
  SESSIONS_PER_USER: v.optional(wholeNumber(1, 999_999_999), '2000'),
  MEGABYTES_PER_USER: v.optional(wholeNumber(1, 999_999_999, ' of megabytes'), '500'),
  LEAGUES_PER_USER: v.optional(wholeNumber(1, 999_999_999), '100'),
  SEASONS_PER_USER: v.optional(wholeNumber(1, 999_999_999), '200'),
  NEW_KEYS: v.optional(onOff, 'off'),
  OPERATOR_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  LOG_LEVEL: v.optional(
    v.picklist(logLevels, `must be ${logLevels.slice(0, -1).join(', ')} or ${logLevels.at(-1)}`),
    'info',
  ),
});

export type EnvVariables = v.InferOutput<typeof EnvSchema>;
