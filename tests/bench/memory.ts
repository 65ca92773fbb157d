import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderServer } from '../hosting/folder-server.ts';
import { findNode } from '../hosting/node-versions.ts';
import { findPostgres, startPostgres } from '../postgres.ts';

const root = join(import.meta.dirname, '../..');

interface Peak {
  readonly what: string;
  /** In MB. */
  readonly peak: number;
  /** The value in docs/hosting.md, in MB. */
  readonly bar: number;
}

const bars = { embedded: 512, postgres: 240, build: 2_000 };

/** The memory of a process and all that it has started, in MB; what they share counts once. */
function memoryOfTree(pid: number): number {
  try {
    const own = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return own + children.reduce((sum, child) => sum + memoryOfTree(Number(child)), 0);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

/** The most that a command and what it starts have at the same time, ten times a second. */
async function peakOfCommand(parameters: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...parameters], { cwd: root, stdio: 'ignore' });
  let isOver = false;
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(() => {
    isOver = true;
  });
  let peak = 0;
  while (!isOver) {
    peak = Math.max(peak, memoryOfTree(child.pid ?? 0));
    await sleep(100);
  }
  if ((await ended) !== 0) throw new Error(`${parameters.join(' ')} failed`);
  return peak;
}

interface Release {
  readonly folder: string;
  /** The program of the version that runs it. */
  readonly node: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The most memory of a server until five seconds after it was ready. */
async function peakOfStart(release: Release, dataDir: string): Promise<number> {
  const server = await FolderServer.start({ ...release, dataDir });
  await sleep(5_000);
  const { peak } = server;
  await server.stop();
  return peak;
}

/** The first start on an empty database, and the next one. */
async function peaksOfStarts(what: string, bar: number, release: Release): Promise<Peak[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  try {
    const first = await peakOfStart(release, dataDir);
    const next = await peakOfStart(release, dataDir);
    return [
      { what: `${what}: the first start`, peak: first, bar },
      { what: `${what}: the next start`, peak: next, bar },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Memory of a release, on both databases, and of making it: the table of docs/hosting.md. */
export async function memoryPeaks(): Promise<Peak[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const peaks: Peak[] = [];
  try {
    for (const name of ['dist', 'dist-server']) rmSync(join(root, name), { recursive: true, force: true });
    peaks.push({
      what: 'building app and server',
      peak: await peakOfCommand(['server/start/build.ts']),
      bar: bars.build,
    });
    peaks.push({
      what: 'making a release of them',
      peak: await peakOfCommand(['tools/build/release.ts', folder]),
      bar: bars.build,
    });
    const release = join(folder, 'pitboard');
    for (const version of ['20.19', '22', '24']) {
      const node = findNode(version);
      if (node === null) console.log(`SKIPPED: memory on Node ${version} (npm gives no such Node for this machine)`);
      else peaks.push(...(await peaksOnNode(version, node, release)));
    }
    return peaks;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The starts of a release on a version of Node, with both databases, and with the demo and without. */
async function peaksOnNode(version: string, node: string, folder: string): Promise<Peak[]> {
  const peaks: Peak[] = [];
  for (const demo of ['off', 'on']) {
    const what = `Node ${version}, embedded database, demo ${demo}`;
    peaks.push(...(await peaksOfStarts(what, bars.embedded, { folder, node, env: { DEMO: demo } })));
  }
  const binaries = findPostgres();
  if (binaries === null) {
    console.log('SKIPPED: memory with PostgreSQL (there is none on this machine)');
    return peaks;
  }
  const cluster = await startPostgres(binaries);
  try {
    for (const demo of ['off', 'on']) {
      const url = new URL(cluster.url);
      url.pathname = `/demo_${demo}`;
      execFileSync(join(binaries, 'createdb'), [`--maintenance-db=${cluster.url}`, `demo_${demo}`]);
      const env = { DEMO: demo, DATABASE_URL: url.toString() };
      const what = `Node ${version}, PostgreSQL, demo ${demo}`;
      peaks.push(...(await peaksOfStarts(what, bars.postgres, { folder, node, env })));
    }
  } finally {
    await cluster.stop();
  }
  return peaks;
}
