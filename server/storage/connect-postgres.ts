import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fieldsOf } from '#contract/json/fields-of';
import { OperatorError } from '../settings/operator-error.ts';
import { isUnreachable } from './failures.ts';

/** The database of DATABASE_URL cannot be used. */
export class DatabaseRefused extends OperatorError {}

export interface Log {
  readonly warn: (text: string) => void;
}

/** In ms: one attempt to connect, the pause before the next one, and all of them. */
const defaultTimes = { attempt: 5_000, pause: 500, total: 30_000, report: 5_000 };

/**
 * Waits until PostgreSQL accepts a connection: it may start after this server. Permanent faults are
 * errors at once. @throws DatabaseRefused.
 */
export async function waitForPostgres(url: string, log: Log | null, times = defaultTimes): Promise<void> {
  const end = performance.now() + times.total;
  let reportAt = 0;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: times.attempt });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      const left = end - performance.now();
      if (!isAway(error) || left <= 0) throw new DatabaseRefused(explainRefusal(error, client), { cause: error });
      if (performance.now() >= reportAt) {
        reportAt = performance.now() + times.report;
        log?.warn(`${explainRefusal(error, client)}; tried for ${Math.ceil(left / 1_000)} s more`);
      }
      await sleep(Math.min(times.pause, left));
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

/** Whether the same attempt may succeed later. The last message is that of a connection that takes too long. */
function isAway(error: unknown): boolean {
  return isUnreachable(error) || codesOf(error).some((code) => unreachableHost.has(code)) || isTimeout(error);
}

const unreachableHost = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ENOENT']);

function isTimeout(error: unknown): boolean {
  return /^timeout expired|timeout exceeded/.test(String(fieldsOf(error).message));
}

/** The codes of an error and its causes: Node collects the failures of all addresses of a host. */
function codesOf(error: unknown): string[] {
  const { code, errors, cause = null } = fieldsOf(error);
  const causes: unknown[] = [...(Array.isArray(errors) ? errors : []), ...(cause === null ? [] : [cause])];
  return [String(code), ...causes.flatMap(codesOf)];
}

/** The fault of a client's database, and its remedy. */
export function explainRefusal(error: unknown, client: pg.Client): string {
  const { host, port, database } = client;
  const user = client.user ?? '';
  const place = host.startsWith('/') ? host : `${host}:${port}`;
  const codes = codesOf(error);
  const has = (...searched: string[]) => searched.some((code) => codes.includes(code));
  const message = String(fieldsOf(error).message);
  if (has('ECONNREFUSED', 'ENOENT'))
    return `DATABASE_URL: nothing listens at ${place}; start PostgreSQL there, or correct host and port`;
  if (has('ENOTFOUND', 'EAI_AGAIN')) return `DATABASE_URL: the host ${host} is not known; correct its name`;
  if (has('28P01')) return `DATABASE_URL: PostgreSQL refuses the password of user ${user}; correct one of them`;
  if (/password must be/.test(message)) return `DATABASE_URL: PostgreSQL asks for the password of user ${user}; add it`;
  if (has('3D000')) return `DATABASE_URL: there is no database ${database}; create it: createdb ${database}`;
  if (has('42501'))
    return `DATABASE_URL: user ${user} may not create tables in ${database}; make it the owner of the database`;
  if (has('57P03')) return `DATABASE_URL: PostgreSQL at ${place} is starting or stopping`;
  if (has('53300')) return `DATABASE_URL: PostgreSQL at ${place} has no connection left; raise max_connections`;
  if (isTimeout(error) || has('ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'))
    return `DATABASE_URL: ${place} does not answer; correct host and port, or the firewall between`;
  return `DATABASE_URL: PostgreSQL at ${place} cannot be used: ${message.split('\n')[0]}`;
}
