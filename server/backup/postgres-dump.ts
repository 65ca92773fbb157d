import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fieldsOf } from '#contract/json/fields-of';
import { EnvError } from '../settings/env.ts';
import { OperatorError } from '../settings/operator-error.ts';
import type { Dump } from '../storage/dump.ts';

/** PostgreSQL could not be dumped. */
class DumpFailed extends OperatorError {}

/** Dumps a PostgreSQL database with pg_dump, in the format of pg_restore. @throws DumpFailed. */
export async function dumpPostgres(databaseUrl: string, dataDir: string, signal?: AbortSignal): Promise<Dump> {
  const folder = mkdtempSync(join(dataDir, '.backup-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, 'postgres.dump');
  try {
    await runPgDump(databaseUrl, ['--format=custom', '--file', path], signal);
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The password is in no argument: other users of the machine can read those. */
async function runPgDump(databaseUrl: string, options: readonly string[], signal?: AbortSignal): Promise<void> {
  const address = new URL(databaseUrl);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn('pg_dump', [...options, `--dbname=${address}`], {
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [code, said] = await Promise.all([ended, text(child.stderr)]);
  if (code !== 0) throw new DumpFailed(said.trim().split('\n')[0] || `pg_dump ended with ${code}`);
}

/** @throws EnvError when this machine has no pg_dump. */
export async function requirePgDump(): Promise<void> {
  const child = spawn('pg_dump', ['--version'], { stdio: 'ignore' });
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)).catch((error: unknown) => {
    throw new EnvError(
      `BACKUP_DIR needs pg_dump, the client of PostgreSQL (${fieldsOf(error).code}): install it (postgresql-client), or do without BACKUP_DIR`,
      { cause: error },
    );
  });
}
