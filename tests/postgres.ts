import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A PostgreSQL cluster for tests, on 127.0.0.1, in a folder that is removed when it stops. */
export interface PostgresCluster {
  readonly url: string;
  /** Kills the postmaster, as the kernel does when it runs out of memory, and starts it again. */
  readonly crash: () => Promise<void>;
  /** Suspends all processes: connections stay open, and nothing answers. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly stop: () => Promise<void>;
}

/** The folder with initdb and postgres; null when this machine has none. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

/** PostgreSQL refuses to run as root: then it runs as the system's postgres user. */
function userIds(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Above 10,080, which browsers refuse, and below those of outgoing connections: from 16,000 or 32,768 on. */
const ports = { first: 10_100, end: 16_000 };
/** A file for each port that a process has claimed, with its id. */
const claims = join(tmpdir(), `pitboard-test-ports-${process.getuid?.() ?? 0}`);

/** A free port of 127.0.0.1 that is this process's own until it ends, also while nothing listens at it. */
export async function freePort(): Promise<number> {
  const port = randomInt(ports.first, ports.end);
  return claim(port) && (await isFree(port)) ? port : freePort();
}

/** Claims a port for this process. Returns false for one that a process that still runs has claimed. */
function claim(port: number): boolean {
  mkdirSync(claims, { recursive: true });
  const path = join(claims, String(port));
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    // A claim of a process that has ended is removed, for the next that tries this port.
    const claimant = claimantOf(path);
    if (claimant !== 0 && !isRunning(claimant)) rmSync(path, { force: true });
    return false;
  }
}

/** The process that has claimed a port; 0 while it writes its id, and for a claim that was removed meanwhile. */
function claimantOf(path: string): number {
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
}

/** Whether a port of 127.0.0.1 is free. */
export function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

interface ClusterOptions {
  /** A free one unless it is given. */
  readonly port?: number;
  /** Whether it waits for the disk, as that of a host does. Tests are faster without. */
  readonly isDurable?: boolean;
}

/** Starts a cluster; resolves when it accepts connections. */
export async function startPostgres(
  binaries: string,
  { port: givenPort, isDurable = false }: ClusterOptions = {},
): Promise<PostgresCluster> {
  const user = userIds();
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const flags = ['-D', data, '-U', 'pitboard', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  execFileSync(join(binaries, 'initdb'), flags, { ...user, cwd: folder, stdio: 'ignore' });
  const port = givenPort ?? (await freePort());
  const settings = [
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    folder,
    '-c',
    `fsync=${isDurable ? 'on' : 'off'}`,
    '-c',
    'max_connections=200',
  ];
  let server: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const child = spawn(join(binaries, 'postgres'), ['-D', data, ...settings], { ...user, cwd: folder });
    server = child;
    await new Promise<void>((resolve, reject) => {
      let log = '';
      child.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString();
        if (log.includes('ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`postgres did not start:\n${log}`)));
    });
  };
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const pid of [server?.pid ?? 0, ...childrenOf(server?.pid ?? 0)]) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // Processes of connections end by themselves, also since they were listed.
        if (Object(error).code !== 'ESRCH') throw error;
      }
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = server;
    if (child === null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  };
  await start();
  return {
    url: `postgres://pitboard@127.0.0.1:${port}/postgres`,
    crash: async () => {
      const children = childrenOf(server?.pid ?? 0);
      await end('SIGKILL');
      // It does not start while a process of the one before runs.
      while (children.some(isRunning)) await sleep(10);
      await start();
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}
