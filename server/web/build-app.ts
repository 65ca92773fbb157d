import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const root = join(import.meta.dirname, '../..');
const sources = ['src', 'machines', 'contract', 'public', 'index.html', 'vite.config.ts', 'build', 'package-lock.json'];

/** The app could not be built. */
export class BuildFailed extends Error {}

/** Builds the app into a folder unless it contains a build of the same sources. Returns true when it built. */
export async function buildWhenStale(dist = join(root, 'dist')): Promise<boolean> {
  const digestFile = join(dist, '.sources');
  const digest = digestSources();
  if (existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) return false;
  await runVite(dist);
  await compressFiles(dist);
  writeFileSync(digestFile, digest);
  return true;
}

/** Runs Vite in a child process, because it sets NODE_ENV and uses hundreds of megabytes of memory. */
async function runVite(dist: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = ['build', '--logLevel', 'warn', '--outDir', dist, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [vite, ...args], { cwd: root, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new BuildFailed('the app could not be built; see the output of Vite above');
}

const compressible = /\.(js|css|html|json|svg|txt|webmanifest)$/;

/** Writes compressed copies beside the files of a folder, with the best compression. Small files are skipped. */
async function compressFiles(folder: string): Promise<void> {
  const files = listFiles(folder).filter((file) => compressible.test(file) && statSync(file).size > 1_024);
  for (const file of files) {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, await compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, await compressGzip(bytes, { level: 9 }));
  }
}

function digestSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of listFiles(join(root, source))) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
