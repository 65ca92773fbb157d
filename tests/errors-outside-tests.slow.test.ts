import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorsFileVariable } from './errors-outside-tests.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');

const source = `
import { afterAll, describe, test } from 'vitest';
afterAll(() => { throw new Error('after the file'); });
describe('group', () => {
  afterAll(() => { throw new Error('after the group'); });
  test('passes', () => {
    setTimeout(() => { throw new Error('later'); }, 1);
    void Promise.reject(new Error('unread'));
  });
});`;

test('what fails a run beside its tests is named with its file', () => {
  mkdirSync(cache, { recursive: true });
  // Inside the repository, so that it finds vitest.
  const folder = mkdtempSync(join(cache, 'errors-'));
  try {
    writeFileSync(join(folder, 'odd.test.js'), source);
    const report = join(folder, 'errors.json');
    const reporter = join(root, 'tests/errors-outside-tests.ts');
    // The configuration of the repository names other files.
    const config = join(folder, 'vitest.config.js');
    writeFileSync(config, 'export default {};');
    const words = ['run', '--root', folder, '--config', config, `--reporter=${reporter}`];
    const env = { ...process.env, [errorsFileVariable]: report };
    expect(spawnSync(join(root, 'node_modules/.bin/vitest'), words, { cwd: root, env }).status).toBe(1);
    const lines = JSON.parse(readFileSync(report, 'utf8')) as string[];
    const messages = ['after the file', 'after the group', 'unread', 'later'];
    expect(
      messages.filter((message) => lines.some((line) => /odd\.test\.js/.test(line) && line.includes(message))),
    ).toEqual(messages);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
