import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../postgres.ts';
import { median } from './load.ts';

const root = join(import.meta.dirname, '../..');

/** A server that opens the same database and answers nothing else. */
const bare = `
import { createServer } from 'node:http';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
const database = await PGlite.create({ dataDir: process.env.DATA_DIR + '/postgres', extensions: { pg_trgm } });
await database.query('select count(*) from sessions');
const server = createServer((_, response) => response.end('ok'));
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('is on'));
process.on('SIGTERM', () => database.close().then(() => process.exit(0)));
`;

interface Start {
  /** From the command until the server listens, in ms. */
  readonly time: number;
  /** Resident memory five seconds later, in MB. */
  readonly memory: number;
}

function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Starts a server, and ends it five seconds later. */
export async function startOnce(parameters: readonly string[], dataDir: string, settings = {}): Promise<Start> {
  const port = await freePort();
  const env = {
    ...{ PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    ...{ LIVE_TCP_PORT: '0', PITBOARD_TEST: '{"logLevel":"silent"}', ...settings },
  };
  const start = performance.now();
  const child = spawn(process.execPath, parameters, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => {
        if (text.includes('is on')) resolve();
      });
      void ended.then(() => reject(new Error('a server did not start')));
    });
    const time = performance.now() - start;
    await sleep(5_000);
    return { time, memory: memoryOf(child) };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** `npm start` with a kept build and the database of the demo, and a bare server of that database. */
export async function serverStarts(rounds: number): Promise<{ ours: Start; bare: Start }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  try {
    // Builds stale files, creates the database and fills it.
    await startOnce(['server/start.js'], dataDir);
    const starts: { ours: Start[]; bare: Start[] } = { ours: [], bare: [] };
    for (let round = 0; round < rounds; round += 1) {
      starts.ours.push(await startOnce(['server/start.js'], dataDir));
      starts.bare.push(await startOnce(['--input-type=module', '--eval', bare], dataDir));
    }
    const middle = (all: readonly Start[]): Start => ({
      time: median(all.map(({ time }) => time)),
      memory: median(all.map(({ memory }) => memory)),
    });
    return { ours: middle(starts.ours), bare: middle(starts.bare) };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
