import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Retained, retention, retentionText } from '#contract/values/retention';

test('docs/hosting.md lists how long everything is kept', () => {
  const rows = readFileSync(join(import.meta.dirname, '../docs/hosting.md'), 'utf8')
    .split('\n')
    .flatMap((line) => /^\| (.+?) +\| (\d+ (?:days?|minutes)) +\|$/.exec(line)?.slice(1).join(': ') ?? []);
  expect(rows).toEqual(
    (Object.keys(retention) as Retained[]).map((name) => `${retention[name].what}: ${retentionText(name)}`),
  );
});
