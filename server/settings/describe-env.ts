import type { Env } from './env.ts';

/** The settings as lines for the console, without secrets. */
export function describeEnv(env: Env): string[] {
  return [
    `database      ${env.databaseUrl === null ? `embedded, in ${env.dataDir}` : withoutSecret(env.databaseUrl)}`,
    ...(env.redisUrl === null ? [] : [`redis         ${withoutSecret(env.redisUrl)}`]),
    `public url    ${env.publicUrl}`,
    `sign-in       ${env.supabase === null ? 'embedded' : env.supabase.url}`,
    ...(env.supabase === null ? [`mail          ${describeMail(env)}`] : []),
    `demo content  ${env.demo ? 'on' : 'off'}${env.demoLive ? ', with a live race' : ''}`,
    `listens on    ${env.host}:${env.port}`,
    `keys          in ${env.dataDir}`,
    `backups       ${describeBackups(env)}`,
    `proxy         ${describeProxy(env)}`,
    `other origins ${env.corsOrigins.join(', ') || 'none'}`,
    `operator      ${env.operator.name ?? 'not set: the legal notice has no name'}`,
    `metrics       ${env.metricsToken === null ? 'off' : 'at /metrics, with the token'}`,
  ];
}

function describeBackups({ backups }: Env): string {
  if (backups === null) return 'none by themselves: BACKUP_DIR is not set';
  return `every ${backups.every / 3_600_000} h in ${backups.folder}, the newest ${backups.keep} are kept`;
}

function describeProxy({ trustProxy }: Env): string {
  if (trustProxy === false) return 'none';
  if (typeof trustProxy === 'number')
    return trustProxy === 1 ? 'the last one is trusted' : `the last ${trustProxy} are trusted`;
  return trustProxy.join(', ');
}

function describeMail({ auth }: Env): string {
  if (auth.smtpUrl !== null) return `by ${withoutSecret(auth.smtpUrl)}`;
  if (auth.hasOutbox) return 'not sent: shown at /outbox, on this machine only';
  return 'none: addresses are not confirmed, and passwords cannot be reset by mail';
}

function withoutSecret(address: string): string {
  const url = new URL(address);
  url.password = '';
  url.search = '';
  return url.toString();
}
