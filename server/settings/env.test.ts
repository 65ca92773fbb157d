import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { describeEnv } from './describe-env.ts';
import { EnvError, parseEnv } from './env.ts';

test('without any variable all settings have defaults', () => {
  expect(parseEnv({})).toEqual({
    port: 8080,
    pushOrigin: null,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    dataDir: resolve('.data'),
    databaseUrl: null,
    redisUrl: null,
    supabase: null,
    auth: {
      smtpUrl: null,
      mailFrom: 'Pitboard <no-reply@localhost>',
      mailLink: 'page',
      mailsPerHour: 300,
      mailPause: 60,
      confirmEmail: true,
      isSignUpOpen: true,
      isInviteOnly: false,
      smsHookUrl: null,
      redirectUrls: [],
      hasOutbox: true,
    },
    isProduction: false,
    corsOrigins: [],
    demo: true,
    demoLive: true,
    trustProxy: false,
    communityUrl: null,
    analyticsId: null,
    operator: { name: null, address: null, email: null },
    killsWorker: false,
    minBuilds: 3,
    liveTcpPort: 8081,
    logLevel: 'info',
    acceptsNewKeys: false,
    operatorToken: null,
    metricsToken: null,
    quotas: { sessions: 2_000, bytes: 500_000_000, leagues: 100, seasons: 200 },
    backups: null,
  });
});

test('an empty variable counts as not set; demo content is off in production unless DEMO is on', () => {
  expect(parseEnv({ PORT: '', DATABASE_URL: '' }).port).toBe(8080);
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://race.example', SMTP_URL: 'smtp://localhost' };
  expect(parseEnv(production).demo).toBe(false);
  expect(parseEnv({ ...production, DEMO: 'on' }).demo).toBe(true);
  expect(parseEnv({ DEMO: 'off' }).demoLive).toBe(false);
});

test('production needs its address, and a mail server, SMTP_URL=off or a Supabase project', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://race.example' };
  expect(() => parseEnv(production)).toThrow(/^SMTP_URL must be set/);
  expect(parseEnv({ ...production, SMTP_URL: 'off' }).auth).toMatchObject({ hasOutbox: false, confirmEmail: false });
  const hosted = { SUPABASE_URL: 'https://p.supabase.test', SUPABASE_PUBLISHABLE_KEY: 'k' };
  expect(parseEnv({ ...production, ...hosted }).supabase?.url).toBe('https://p.supabase.test');
  const address = 'PUBLIC_URL must be set in production to the address that people use';
  expect(() => parseEnv({ NODE_ENV: 'production', ...hosted })).toThrow(address);
  expect(() => parseEnv({ NODE_ENV: 'production' })).toThrow(/^PUBLIC_URL must be .*\nSMTP_URL must be /);
});

test('a command beside the server needs what it uses, in production too', () => {
  const production = { NODE_ENV: 'production' };
  expect(parseEnv(production, []).isProduction).toBe(true);
  expect(() => parseEnv(production, ['PUBLIC_URL'])).toThrow(/^PUBLIC_URL must be set in production[^\n]*$/);
});

test('lists, proxies and addresses are parsed', () => {
  const env = parseEnv({
    PUBLIC_URL: 'https://race.example/',
    CORS_ORIGINS: 'https://a.example, http://localhost:5173',
    TRUST_PROXY: '127.0.0.1 10.0.0.0/8 ::1 loopback',
  });
  expect(env.publicUrl).toBe('https://race.example');
  expect(env.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173']);
  expect(env.trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'loopback']);
  expect(parseEnv({ TRUST_PROXY: 'on' }).trustProxy).toBe(1);
  expect(parseEnv({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
});

test('backups are made every day, and a week of them is kept', () => {
  expect(parseEnv({ BACKUP_DIR: '/backups' }).backups).toEqual({ folder: '/backups', every: 86_400_000, keep: 7 });
});

test('links of mails may lead to other sites whose pages use the API', () => {
  const { auth } = parseEnv({ CORS_ORIGINS: 'https://a.example http://localhost:5173' });
  expect(auth.redirectUrls).toEqual(['https://a.example/**', 'http://localhost:5173/**']);
});

test('an operator has a name, an address and an e-mail address, or some of them', () => {
  const operator = (value: string) => parseEnv({ OPERATOR: value }).operator;
  const [name, address, email] = ['Max Example', 'Race Street 1, 12345 Race Town', 'me@race.example'];
  expect(operator(`${name}; ${address}; ${email}`)).toEqual({ name, address, email });
  expect(operator(name)).toEqual({ name, address: null, email: null });
  expect(operator(`${name};;${email}`)).toEqual({ name, address: null, email });
});

test('a test gives other constants', () => {
  const given = { PITBOARD_TEST: JSON.stringify({ mailPause: 0, demoLive: false }) };
  expect(parseEnv(given)).toMatchObject({ demo: true, demoLive: false, auth: { mailPause: 0, mailsPerHour: 300 } });
});

test('a relative DATA_DIR is resolved once, against the folder that the command runs in', () => {
  expect(parseEnv({ DATA_DIR: 'race data' }).dataDir).toBe(resolve('race data'));
  expect(parseEnv({ DATA_DIR: '/var/lib/pitboard' }).dataDir).toBe('/var/lib/pitboard');
});

const secret = 'a-secret-of-at-least-thirty-two-characters';

test.each<[Record<string, string>, string]>([
  [{ PORT: 'eighty' }, 'PORT must be a port number'],
  [{ PORT: '65536' }, 'PORT must be a port number'],
  [{ DEMO: 'yes' }, 'DEMO must be on or off'],
  [{ PUBLIC_URL: 'race.example' }, 'PUBLIC_URL must be an address'],
  [{ PUBLIC_URL: 'https://race.example/app' }, 'PUBLIC_URL must not have a path'],
  [{ CORS_ORIGINS: 'https://a.example/path' }, 'CORS_ORIGINS must not have a path'],
  [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS must be an address'],
  [{ DATABASE_URL: 'mysql://a' }, 'DATABASE_URL must be an address such as postgres://'],
  [{ DATABASE_URL: 'postgres://a:hush@:x/y' }, 'DATABASE_URL must be an address such as'],
  [{ DATABASE_URL: 'postgres://a:12#hush@db/y' }, 'DATABASE_URL must have %23 for each #'],
  [{ DATABASE_URL: 'postgres://a:50%hush@db/y' }, 'DATABASE_URL must have %23 for each # of its password, and %25'],
  [{ REDIS_URL: 'redis://a:hush@cache/first' }, 'REDIS_URL must be an address such as redis://'],
  [{ REDIS_URL: 'redis://a:hush@cache/1' }, 'REDIS_URL needs DATABASE_URL'],
  [{ SMTP_URL: 'smtp://a:12#hush@mail' }, 'SMTP_URL must have %23 for each #'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test'],
  [{ TRUST_PROXY: 'nginx' }, 'TRUST_PROXY must be off, a number of proxies, or addresses'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be off, a number of proxies, or addresses'],
  [{ TRUST_PROXY: 'on 10.0.0.1' }, 'TRUST_PROXY must be off, a number of proxies, or only addresses'],
  [{ SUPABASE_URL: 'https://x.supabase.co' }, 'SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY must be set together'],
  [{ SUPABASE_JWT_SECRET: 'short' }, 'SUPABASE_JWT_SECRET must have at least 32 characters'],
  [{ SUPABASE_JWT_SECRET: secret }, 'SUPABASE_JWT_SECRET needs SUPABASE_URL'],
  [
    { MAIL_FROM: 'Pitboard' },
    'MAIL_FROM must be an address such as races@race.example, or Pitboard <races@race.example>',
  ],
  [
    { MAIL_FROM: 'Pitboard <race.example>' },
    'MAIL_FROM must be an address such as races@race.example, or Pitboard <races@race.example>',
  ],
  [{ OPERATOR: 'Max; Street; me at race.example' }, 'OPERATOR must end with an address such as me@race.example'],
  [{ OPERATOR: 'Max; Street; Town; me@race.example' }, 'OPERATOR must be name; address; e-mail address'],
  [{ SMTP_URL: 'hush' }, 'SMTP_URL must be off, or an address such as smtps://'],
])('%j is refused with the name of the variable and without its value', (given, message) => {
  expect(() => parseEnv(given)).toThrow(EnvError);
  expect(() => parseEnv(given)).toThrow(message);
  expect(() => parseEnv(given)).not.toThrow('hush');
});

test('the error names every invalid variable', () => {
  expect(() => parseEnv({ PORT: 'x', DEMO: 'y' })).toThrow('PORT must be a port number\nDEMO must be on or off');
});

test('the printed settings contain no secret', () => {
  const lines = describeEnv(
    parseEnv({
      DATABASE_URL: 'postgres://me:hush@db.example/pitboard?password=hush',
      SUPABASE_URL: 'https://x.supabase.co',
      SUPABASE_PUBLISHABLE_KEY: 'hush',
      SUPABASE_JWT_SECRET: `hush-${secret}`,
    }),
  ).join('\n');
  expect(lines).toContain('postgres://me@db.example/pitboard');
  expect(lines).not.toContain('hush');
});

test('invitations are for the sign-in of this server', () => {
  const { isSignUpOpen, isInviteOnly } = parseEnv({ SIGN_UP: 'invite' }).auth;
  expect([isSignUpOpen, isInviteOnly]).toEqual([false, true]);
  const hosted = { SUPABASE_URL: 'https://p.supabase.test', SUPABASE_PUBLISHABLE_KEY: 'k' };
  expect(() => parseEnv({ SIGN_UP: 'invite', ...hosted })).toThrow(/^SIGN_UP=invite is for the sign-in of this server/);
});
