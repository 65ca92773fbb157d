import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const root = join(import.meta.dirname, '../..');
const shared = ['contract', 'tools/build', 'package-lock.json'];
const appSources = ['src', 'machines', 'recorder', 'public', 'index.html', 'vite.config.ts', ...shared];
const serverSources = ['server', 'recorder', ...shared];

/** The app or the server could not be built. */
export class BuildFailed extends Error {}

/** Reports the steps of a build. */
type OnStep = (step: string) => void;

/** Builds the app into a folder unless it contains a build of the same sources. Returns true when it built. */
export function buildWhenStale(dist = join(root, 'dist'), onStep: OnStep = () => undefined): Promise<boolean> {
  return buildFrom(appSources, dist, async () => {
    onStep('Building the app, 1 of 4: this takes a minute, and only after a change');
    await runVite(['--outDir', dist, '--emptyOutDir']);
    onStep('Compressing its files, 2 of 4');
    await compressFiles(dist);
  });
}

/** The same for the server, whose `main.js` runs in Node without a transpiler. */
export function buildServerWhenStale(
  dist = join(root, 'dist-server'),
  onStep: OnStep = () => undefined,
): Promise<boolean> {
  return buildFrom(serverSources, dist, async () => {
    onStep('Building the server, 3 of 4');
    await runVite(['--config', join(root, 'tools/build/server.config.ts'), '--outDir', dist, '--emptyOutDir']);
    await runScript(
      ['--import', 'tsx', join(root, 'server/start/write-open-api.ts'), dist],
      'the API could not be described; see the error above',
    );
    onStep('Making the database that a first start copies, 4 of 4');
    await runScript(
      [join(dist, 'make-empty-database.js')],
      'the empty database could not be made; see the error above',
    );
  });
}

async function buildFrom(sources: readonly string[], dist: string, build: () => Promise<void>): Promise<boolean> {
  const digestFile = join(dist, '.sources');
  const digest = digestSources(sources);
  if (existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) return false;
  await build();
  writeFileSync(digestFile, digest);
  return true;
}

/** Runs Vite in a child process, because it sets NODE_ENV and uses hundreds of megabytes of memory. */
async function runVite(options: readonly string[]): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await runScript([vite, 'build', '--logLevel', 'warn', ...options], 'a build failed; see the output of Vite above');
}

/** @throws BuildFailed with the reason. */
async function runScript(words: readonly string[], reason: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new BuildFailed(reason);
}

const compressible = /\.(js|css|html|json|svg|txt|webmanifest)$/;

/**
 * Writes compressed copies beside the files of a folder, with the best compression, where they are smaller. Each core has one
 * file at a time: the first start of a clone waits for this.
 */
async function compressFiles(folder: string): Promise<void> {
  const isServed = (file: string) => !relative(folder, file).startsWith('.');
  const waiting = listFiles(folder).filter((file) => isServed(file) && compressible.test(file));
  const compressInTurn = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await compressFile(file);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compressInTurn));
}

async function compressFile(file: string): Promise<void> {
  const bytes = readFileSync(file);
  const copies = {
    br: await compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz: await compressGzip(bytes, { level: 9 }),
  };
  for (const [ending, copy] of Object.entries(copies))
    if (copy.length < bytes.length) writeFileSync(`${file}.${ending}`, copy);
}

function digestSources(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of listFiles(join(root, source)))
      if (!file.includes('.test.')) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** The files below a path, or the file that it is; none where there is nothing. */
export function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
