import * as v from 'valibot';
import { readConstants } from './constants.ts';
import { EnvSchema, type EnvVariables } from './env-schema.ts';
import { OperatorError } from './operator-error.ts';
import { carryOver } from './retired-settings.ts';

/** A setting is invalid. The message names each variable and its fault. */
export class EnvError extends OperatorError {}

/** The settings that production requires. */
export type RequiredSetting = 'PUBLIC_URL' | 'SMTP_URL';

/** The settings of the server. */
export type Env = Readonly<ReturnType<typeof toEnv>>;

/**
 * Parses the environment variables. An empty variable counts as not set, as in `FOO= npm start` and in compose files.
 * `required` must be set in production: commands beside the server need less.
 * @throws EnvError with one line for each invalid variable.
 */
export function parseEnv(
  variables: Readonly<Record<string, string | undefined>>,
  required: readonly RequiredSetting[] = ['PUBLIC_URL', 'SMTP_URL'],
): Env {
  const set = Object.fromEntries(
    Object.entries(carryOver(variables)).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = v.safeParse(EnvSchema, set);
  if (!result.success) {
    const lines = result.issues.map((issue) => `${v.getDotPath(issue)?.replace(/\..*/, '')} ${issue.message}`);
    throw new EnvError([...new Set(lines)].join('\n'));
  }
  const env = result.output;
  checkRelations(env);
  if (env.NODE_ENV === 'production') requireSettings(env, required);
  return toEnv(env, readConstants(variables));
}

/** Checks the settings that depend on each other. @throws EnvError. */
function checkRelations(env: EnvVariables): void {
  if ((env.SUPABASE_URL === undefined) !== (env.SUPABASE_PUBLISHABLE_KEY === undefined)) {
    throw new EnvError('SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY must be set together');
  }
  if (env.SUPABASE_JWT_SECRET !== undefined && env.SUPABASE_URL === undefined) {
    throw new EnvError('SUPABASE_JWT_SECRET needs SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY');
  }
  if (env.TRUST_PROXY.length > 1 && env.TRUST_PROXY.some((value) => /^(on|off|\d)$/.test(value))) {
    throw new EnvError('TRUST_PROXY must be off, a number of proxies, or only addresses');
  }
  if (env.SIGN_UP === 'invite' && env.SUPABASE_URL !== undefined) {
    throw new EnvError('SIGN_UP=invite is for the sign-in of this server: a Supabase project has settings of its own');
  }
  if (env.REDIS_URL !== undefined && env.DATABASE_URL === undefined) {
    throw new EnvError('REDIS_URL needs DATABASE_URL: only servers of one PostgreSQL share anything');
  }
}

/** @throws EnvError with a line for each setting that is missing. */
function requireSettings(env: EnvVariables, required: readonly RequiredSetting[]): void {
  const lines: string[] = [];
  if (required.includes('PUBLIC_URL') && env.PUBLIC_URL === undefined)
    lines.push('PUBLIC_URL must be set in production to the address that people use, such as https://race.example');
  if (required.includes('SMTP_URL') && env.SMTP_URL === undefined && env.SUPABASE_URL === undefined)
    lines.push('SMTP_URL must be set, to confirm e-mail addresses; or to off, and passwords cannot be reset by mail');
  if (lines.length > 0) throw new EnvError(lines.join('\n'));
}

function toEnv(env: EnvVariables, constants: ReturnType<typeof readConstants>) {
  const isProduction = env.NODE_ENV === 'production';
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const demo = env.DEMO === undefined ? !isProduction : env.DEMO === 'on';
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    /** An absolute path. */
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    /** Several servers of one database share live sessions and rate limits there. */
    redisUrl: env.REDIS_URL ?? null,
    supabase:
      env.SUPABASE_URL !== undefined && env.SUPABASE_PUBLISHABLE_KEY !== undefined
        ? {
            url: env.SUPABASE_URL,
            publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
            jwtSecret: env.SUPABASE_JWT_SECRET ?? null,
          }
        : null,
    /** Settings of the embedded sign-in, which is not used with a Supabase project. */
    auth: {
      smtpUrl: env.SMTP_URL === 'off' ? null : (env.SMTP_URL ?? null),
      mailFrom: env.MAIL_FROM ?? `Pitboard <no-reply@${new URL(publicUrl).hostname}>`,
      mailLink: constants.mailLink,
      mailsPerHour: constants.mailsPerHour,
      mailPause: constants.mailPause,
      confirmEmail: env.SMTP_URL !== 'off',
      isSignUpOpen: env.SIGN_UP === 'on',
      /** People sign up with an invitation. */
      isInviteOnly: env.SIGN_UP === 'invite',
      smsHookUrl: env.SMS_HOOK_URL ?? null,
      /** Other sites whose pages may use the API as a user are those that links may lead to. */
      redirectUrls: env.CORS_ORIGINS.map((origin) => `${origin}/**`),
      /** Without a mail server, mails are shown at /outbox to requests from this machine. */
      hasOutbox: env.SMTP_URL === undefined && !isProduction,
    },
    isProduction,
    corsOrigins: env.CORS_ORIGINS,
    demo,
    /** A recorded race and a recorded qualifying are always running: their recorders sign in with tokens of this server. */
    demoLive: demo && constants.demoLive && env.SUPABASE_URL === undefined,
    /** Fastify's trustProxy: false, the number of proxies in front, or their addresses. */
    trustProxy: parseProxies(env.TRUST_PROXY),
    communityUrl: env.COMMUNITY_URL ?? null,
    analyticsId: env.ANALYTICS_ID ?? null,
    operator: env.OPERATOR,
    /** Replaces the service worker by one that removes itself. */
    killsWorker: env.SW_KILL === 'on',
    minBuilds: constants.minBuilds,
    pushOrigin: constants.pushOrigin,
    /** Recorders publish live data to this TCP port; 0 is any free one. */
    liveTcpPort: env.LIVE_TCP_PORT,
    /** Opens the page of the operator; null: each start makes one and prints it. */
    operatorToken: env.OPERATOR_TOKEN ?? null,
    /** Prometheus asks for /metrics with it; null: there are no metrics. */
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: constants.logLevel,
    /** Keys that the database does not know are accepted once. */
    acceptsNewKeys: false,
    quotas: constants.quotas,
    /** Backups that the server makes by itself, `every` so many ms, of which it keeps the newest; null: none. */
    backups:
      env.BACKUP_DIR === undefined
        ? null
        : { folder: env.BACKUP_DIR, every: constants.backupEvery * 3_600_000, keep: constants.backupKeep },
  };
}

/** `on` is one proxy: trusting all would accept any address that a client writes into the header. */
function parseProxies(values: string[]): false | number | string[] {
  const [value = ''] = values;
  if (value === 'off') return false;
  if (value === 'on') return 1;
  return /^\d$/.test(value) ? Number(value) : values;
}

/** The address of the server with these settings, from this machine. */
export function ownOrigin({ host, port }: Pick<Env, 'host' | 'port'>): string {
  const isAnywhere = host === '0.0.0.0' || host === '::';
  const name = isAnywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
