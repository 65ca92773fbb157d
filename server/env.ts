// One piece: every setting of the server, as it is written, judged, used and told.
import { isIP } from 'node:net';
import * as v from 'valibot';

/** A setting that cannot be right; `message` names each variable and what is wrong with it. */
export class EnvError extends Error {}

const onOff = v.picklist(['on', 'off'], 'must be on or off');
const webAddress = v.pipe(
  v.string(),
  v.check(
    (value) => /^https?:\/\/\S+$/.test(value) && URL.canParse(value),
    'must be an address with http:// or https://',
  ),
  v.transform((value) => value.replace(/\/+$/, '')),
);
/** Scheme, host and port: a path after them would be dropped by browsers, or break every link. */
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
const words = v.pipe(
  v.string(),
  v.transform((value) => value.split(/[\s,]+/).filter((word) => word !== '')),
);

const proxy = v.pipe(
  v.string(),
  v.check(isProxy, 'must be on, off, or addresses such as 127.0.0.1, 10.0.0.0/8 or loopback'),
);

function isProxy(word: string): boolean {
  if (['on', 'off', 'loopback', 'linklocal', 'uniquelocal'].includes(word)) return true;
  const [address = '', bits] = word.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

const EnvSchema = v.object({
  NODE_ENV: v.optional(v.string(), 'development'),
  PORT: v.optional(port, '8080'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PUBLIC_URL: v.optional(origin),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'),
      v.check((value) => URL.canParse(value), 'must be an address such as postgres://user:secret@host/database'),
    ),
  ),
  SUPABASE_URL: v.optional(webAddress),
  SUPABASE_PUBLISHABLE_KEY: v.optional(v.string()),
  SUPABASE_JWT_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => /^smtps?:\/\/\S+$/.test(value) && URL.canParse(value), 'must begin with smtp:// or smtps://'),
    ),
  ),
  MAIL_FROM: v.optional(v.string()),
  MAIL_LINK: v.optional(v.picklist(['page', 'verify'], 'must be page or verify'), 'page'),
  MAILS_PER_HOUR: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a number'), v.transform(Number)),
    '30',
  ),
  MAIL_PAUSE: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'must be a number of seconds'), v.transform(Number)),
    '60',
  ),
  CONFIRM_EMAIL: v.optional(onOff, 'on'),
  SIGN_UP: v.optional(onOff, 'on'),
  REAUTHENTICATE: v.optional(onOff, 'off'),
  SMS_HOOK_URL: v.optional(webAddress),
  REDIRECT_URLS: v.optional(words, ''),
  CORS_ORIGINS: v.optional(v.pipe(words, v.array(origin)), ''),
  DEMO: v.optional(onOff),
  TRUST_PROXY: v.optional(v.pipe(words, v.array(proxy)), 'off'),
  COMMUNITY_URL: v.optional(webAddress),
  DOWNLOAD_URL: v.optional(webAddress),
  ANALYTICS_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be an id such as G-ABC123'))),
  OPERATOR_NAME: v.optional(v.string()),
  OPERATOR_ADDRESS: v.optional(v.string()),
  OPERATOR_EMAIL: v.optional(v.string()),
  SW_KILL: v.optional(onOff, 'off'),
  KEEP_BUILDS: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d?$/, 'must be a number from 1 to 99'), v.transform(Number)),
    '3',
  ),
  LOG_LEVEL: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
});

/** What the server runs with, each value already judged. */
export interface Env {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly supabase: {
    readonly url: string;
    readonly publishableKey: string;
    readonly jwtSecret: string | null;
  } | null;
  /** The sign-in of this server itself; of no use with a Supabase project. */
  readonly auth: {
    readonly smtpUrl: string | null;
    readonly mailFrom: string;
    readonly mailLink: 'page' | 'verify';
    readonly mailsPerHour: number;
    /** Seconds between two mails to one address. */
    readonly mailPause: number;
    readonly confirmEmail: boolean;
    readonly isSignUpOpen: boolean;
    readonly reauthenticate: boolean;
    readonly smsHookUrl: string | null;
    readonly redirectUrls: readonly string[];
    /** Mails that nobody sends are shown on a page of this machine. */
    readonly hasOutbox: boolean;
  };
  readonly isProduction: boolean;
  readonly corsOrigins: readonly string[];
  readonly demo: boolean;
  /** Fastify's trustProxy: false, true, or the addresses of the proxies. */
  readonly trustProxy: boolean | string[];
  readonly communityUrl: string | null;
  readonly downloadUrl: string | null;
  readonly analyticsId: string | null;
  readonly operator: { readonly name: string | null; readonly address: string | null; readonly email: string | null };
  /** Takes the service worker off every device that comes by. */
  readonly killsWorker: boolean;
  /** Builds whose files stay for tabs that are older, at the least. */
  readonly keptBuilds: number;
  readonly logLevel: string;
}

/**
 * Reads the environment once.
 * @throws EnvError with one line for each variable that is wrong.
 */
export function parseEnv(given: Readonly<Record<string, string | undefined>>): Env {
  // An empty variable is one that is not set: that is what `FOO= npm start` and compose files mean.
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
  const result = v.safeParse(EnvSchema, set);
  if (!result.success) {
    const lines = result.issues.map((issue) => `${v.getDotPath(issue)?.replace(/\..*/, '')} ${issue.message}`);
    throw new EnvError([...new Set(lines)].join('\n'));
  }
  const env = result.output;
  if ((env.SUPABASE_URL === undefined) !== (env.SUPABASE_PUBLISHABLE_KEY === undefined)) {
    throw new EnvError('SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY must be set together');
  }
  if (env.SUPABASE_JWT_SECRET !== undefined && env.SUPABASE_URL === undefined) {
    throw new EnvError('SUPABASE_JWT_SECRET is of use only with SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY');
  }
  if (env.TRUST_PROXY.length > 1 && env.TRUST_PROXY.some((word) => word === 'on' || word === 'off')) {
    throw new EnvError('TRUST_PROXY must be on or off alone, or addresses alone');
  }
  const isProduction = env.NODE_ENV === 'production';
  const isEmbedded = env.SUPABASE_URL === undefined;
  if (isProduction && isEmbedded && env.SMTP_URL === undefined && env.CONFIRM_EMAIL === 'on') {
    throw new EnvError(
      'SMTP_URL must be set, so that addresses can be confirmed; or set CONFIRM_EMAIL=off, and no password can be reset by mail',
    );
  }
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    supabase:
      env.SUPABASE_URL !== undefined && env.SUPABASE_PUBLISHABLE_KEY !== undefined
        ? {
            url: env.SUPABASE_URL,
            publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
            jwtSecret: env.SUPABASE_JWT_SECRET ?? null,
          }
        : null,
    auth: {
      smtpUrl: env.SMTP_URL ?? null,
      mailFrom: env.MAIL_FROM ?? `Pitboard <no-reply@${new URL(publicUrl).hostname}>`,
      mailLink: env.MAIL_LINK,
      mailsPerHour: env.MAILS_PER_HOUR,
      mailPause: env.MAIL_PAUSE,
      confirmEmail: env.CONFIRM_EMAIL === 'on',
      isSignUpOpen: env.SIGN_UP === 'on',
      reauthenticate: env.REAUTHENTICATE === 'on',
      smsHookUrl: env.SMS_HOOK_URL ?? null,
      redirectUrls: env.REDIRECT_URLS,
      hasOutbox: env.SMTP_URL === undefined && !isProduction,
    },
    isProduction,
    corsOrigins: env.CORS_ORIGINS,
    demo: env.DEMO === undefined ? !isProduction : env.DEMO === 'on',
    trustProxy: proxies(env.TRUST_PROXY),
    communityUrl: env.COMMUNITY_URL ?? null,
    downloadUrl: env.DOWNLOAD_URL ?? null,
    analyticsId: env.ANALYTICS_ID ?? null,
    operator: {
      name: env.OPERATOR_NAME ?? null,
      address: env.OPERATOR_ADDRESS ?? null,
      email: env.OPERATOR_EMAIL ?? null,
    },
    killsWorker: env.SW_KILL === 'on',
    keptBuilds: env.KEEP_BUILDS,
    logLevel: env.LOG_LEVEL,
  };
}

function proxies(given: string[]): boolean | string[] {
  if (given.length === 1 && given[0] === 'off') return false;
  return given.length === 1 && given[0] === 'on' ? true : given;
}

/** The settings as lines for the console, without secrets. */
export function describeEnv(env: Env): string[] {
  return [
    `database      ${env.databaseUrl === null ? `embedded, in ${env.dataDir}` : withoutSecret(env.databaseUrl)}`,
    `public url    ${env.publicUrl}`,
    `sign-in       ${env.supabase === null ? 'embedded' : env.supabase.url}`,
    ...(env.supabase === null ? [`mail          ${describeMail(env)}`] : []),
    `demo content  ${env.demo ? 'on' : 'off'}`,
    `listens on    ${env.host}:${env.port}`,
    `keys          in ${env.dataDir}`,
    `proxy         ${typeof env.trustProxy === 'boolean' ? (env.trustProxy ? 'trusted' : 'none') : env.trustProxy.join(', ')}`,
    `other origins ${env.corsOrigins.join(', ') || 'none'}`,
    `operator      ${env.operator.name ?? 'not set: the legal notice has no name'}`,
    `log level     ${env.logLevel}`,
  ];
}

function describeMail({ auth }: Env): string {
  if (auth.smtpUrl !== null) return `by ${withoutSecret(auth.smtpUrl)}`;
  if (auth.hasOutbox) return 'not sent: on /outbox, for this machine alone';
  return 'none: addresses are not confirmed, and passwords cannot be reset by mail';
}

function withoutSecret(address: string): string {
  const url = new URL(address);
  url.password = '';
  url.search = '';
  return url.toString();
}
