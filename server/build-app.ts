import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const root = join(import.meta.dirname, '..');
const sources = [
  'src',
  'machines',
  'contract',
  'public',
  'index.html',
  'vite.config.ts',
  'app-manifest.config.ts',
  'classic-scripts.config.ts',
  'package-lock.json',
];

/** The app could not be built. */
export class BuildFailed extends Error {}

/** Builds the app into a folder unless what lies there was made of the same sources; true when it built. */
export async function buildWhenStale(dist = join(root, 'dist')): Promise<boolean> {
  const stamp = join(dist, '.sources');
  const digest = digestOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return false;
  await buildApart(dist);
  await compressFiles(dist);
  writeFileSync(stamp, digest);
  return true;
}

/** In a process of its own: vite sets NODE_ENV and takes hundreds of megabytes, which are not the server's. */
async function buildApart(dist: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const words = ['build', '--logLevel', 'warn', '--outDir', dist, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [vite, ...words], { cwd: root, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new BuildFailed('the app could not be built; what vite says is above');
}

const compressible = /\.(js|css|html|json|svg|txt|webmanifest)$/;

/** Lays compressed copies beside the files of a folder, made once and with all effort; small ones stay alone. */
async function compressFiles(folder: string): Promise<void> {
  const files = filesOf(folder).filter((file) => compressible.test(file) && statSync(file).size > 1_024);
  for (const file of files) {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, await deflate(bytes, { level: 9 }));
  }
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
