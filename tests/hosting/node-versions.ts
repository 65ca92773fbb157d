import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const cache = join(import.meta.dirname, '../../.cache/node');

/** The program of a version of Node, from the npm registry unless it is cached; null where it cannot be had. */
export function findNode(version: string): string | null {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(cache, version);
  const program = join(folder, 'node_modules', name, 'bin/node');
  try {
    if (!existsSync(program)) {
      mkdirSync(folder, { recursive: true });
      const options = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0'];
      execFileSync('npm', ['install', ...options, '--prefix', folder, `${name}@${version}`], { stdio: 'ignore' });
    }
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return program;
  } catch {
    return null;
  }
}
