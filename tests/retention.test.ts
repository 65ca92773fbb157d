import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { retention } from '#contract/retention';

test('docs/hosting.md lists how long everything is kept', () => {
  const rows = readFileSync(join(import.meta.dirname, '../docs/hosting.md'), 'utf8')
    .split('\n')
    .flatMap((line) => /^\| (.+?) +\| (\d+ days?) +\|$/.exec(line)?.slice(1).join(': ') ?? []);
  expect(rows).toEqual(
    Object.values(retention).map(({ what, days }) => `${what}: ${Number(days) === 1 ? '1 day' : `${days} days`}`),
  );
});
