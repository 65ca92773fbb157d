import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFree } from '../postgres.ts';
import { blocksNotRun, blocksWithoutTest } from './claimed-blocks.ts';
import { Clone } from './clone.ts';
import { testCommands } from './commands.ts';
import { testProduction } from './production.ts';
import { startAndDevelop } from './start.ts';
import type { User } from './terminal.ts';

const root = join(import.meta.dirname, '../..');
/** The user `nobody` of Linux, who may write nowhere else. */
const nobody: User = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const canSwitchUser = isRoot && spawnSync(process.execPath, ['--version'], { ...nobody }).status === 0;
if (isRoot && !canSwitchUser) console.log('SKIPPED: the README as a user without rights (who cannot run Node here)');

beforeAll(async () => {
  for (const port of [8080, 8081])
    if (!(await isFree(port)))
      throw new Error(
        `port ${port} is taken: the commands of the README run as they stand there, so stop what uses it`,
      );
});

let clone: Clone;
beforeAll(() => {
  clone = new Clone(canSwitchUser ? { user: nobody } : {});
});
// Without one when a port is taken.
afterAll(() => clone?.remove());

testCommands(() => clone);
testProduction(() => clone);

test.skipIf(!canSwitchUser)(
  'root starts it twice, develops, and stops it, like the user without rights before',
  async () => {
    // Where root can build is shown by the build of these tests.
    const other = new Clone({ builtBy: clone });
    try {
      await startAndDevelop(other);
    } finally {
      await other.remove();
    }
  },
);

test('every block of the README and of docs/ is run, or says why it is not', () => {
  for (const line of blocksNotRun()) console.log(`NOT RUN: ${line}`);
  expect(blocksWithoutTest()).toEqual([]);
});

test('every npm command that README and docs name exists, and .ci/run ends with the one for tests', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const docs = ['races', 'hosting'].map((name) => readFileSync(join(root, `docs/${name}.md`), 'utf8'));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = [...[readme, ...docs].join('\n').matchAll(/npm (?:run(?: -s)? )?([a-z][\w:-]*)/g)].map(
    ([, name]) => name,
  );
  expect(named.filter((name) => name !== 'ci' && !(String(name) in scripts))).toEqual([]);
  const command = '\n    npm ci && npm test\n';
  expect(readme).toContain(command);
  expect(readFileSync(join(root, '.ci/run'), 'utf8').trim().split('\n').at(-1)).toBe(command.trim());
});
