import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('two servers that start at once store the same build in one directory', async () => {
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), '');
  for (let file = 0; file < 200; file += 1) writeFileSync(join(folder, 'dist/assets', `${file}.js`), `${file}`);
  // Each round is in a directory of its own, and begins in both when both have ended the one before.
  const server = `
    import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
    import { storeBuild } from ${JSON.stringify(join(import.meta.dirname, 'previous-builds.ts'))};
    const [own, other] = process.argv.slice(-2);
    for (let round = 0; round < 20; round += 1) {
      const data = ${JSON.stringify(join(folder, 'round-'))} + round;
      mkdirSync(data, { recursive: true });
      writeFileSync(data + '/' + own, '');
      while (!existsSync(data + '/' + other));
      storeBuild(${JSON.stringify(join(folder, 'dist'))}, data, { minBuilds: 3, now: Date.now() });
    }`;
  const run = (...names: string[]) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', server, ...names]);
  await Promise.all([run('one', 'other'), run('other', 'one')]);
  const stored = Array.from({ length: 20 }, (_, round) => readdirSync(join(folder, `round-${round}`, 'builds')));
  expect(stored.map((builds) => builds.length)).toEqual(stored.map(() => 1));
});
