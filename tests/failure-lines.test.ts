import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failuresOf } from './failure-lines.ts';

test('names a failure of the second project of a spec that passed in the first', () => {
  const ran = (projectName: string, status: string, message?: string) => ({
    projectName,
    results: [{ status, duration: 1, errors: message === undefined ? [] : [{ message }] }],
  });
  const spec = {
    title: 'opens',
    file: 'home.spec.ts',
    tests: [ran('phone', 'passed'), ran('desk', 'failed', 'a\n b')],
  };
  const left = { title: 'not here', file: 'home.spec.ts', tests: [ran('phone', 'skipped')] };
  expect(failuresOf({ suites: [{ specs: [spec, left] }] })).toEqual(['[desk] home.spec.ts › opens: a b']);
});

test('says what the page of a failed test showed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-failure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'error-context.md');
  const header = '- banner [ref=e5]:\n  - link "Search" [ref=e9] [cursor=pointer]:\n';
  writeFileSync(
    path,
    `\`\`\`yaml\n${header}- main [ref=e16]:\n  - heading "Log in" [level=1] [ref=e7]\n\`\`\`\n# Test source`,
  );
  const attachments = [{ name: 'trace' }, { name: 'error-context', path }];
  const results = [{ status: 'failed', duration: 1, errors: [{ message: 'late' }], attachments }];
  const specs = [{ title: 'opens', file: 'home.spec.ts', tests: [{ projectName: 'phone', results }] }];
  expect(failuresOf({ specs })).toEqual([
    '[phone] home.spec.ts › opens: late · the page: - heading "Log in" [level=1]',
  ]);
});
