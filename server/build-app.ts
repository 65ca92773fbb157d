import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const sources = ['src', 'machines', 'contract', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** Builds the app into dist/ unless what lies there was made of the same sources. */
export async function buildWhenStale(): Promise<void> {
  const stamp = join(root, 'dist/.sources');
  const digest = digestOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await build({ root, logLevel: 'warn' });
  writeFileSync(stamp, digest);
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
