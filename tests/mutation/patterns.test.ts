import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import config from './vitest.config.ts';

const root = join(import.meta.dirname, '../..');
const { mutate }: { mutate: string[] } = JSON.parse(
  readFileSync(join(root, 'tests/mutation/stryker.config.json'), 'utf8'),
);
const { include = [], exclude = [] } = config.test ?? {};

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expand(pattern: string): string[] {
  const [all, list] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (all === undefined || list === undefined) return [pattern];
  return list.split(',').flatMap((item) => expand(pattern.replace(all, item)));
}

function isMatched(pattern: string): boolean {
  const name = new RegExp(`^${basename(pattern).replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  return readdirSync(join(root, dirname(pattern))).some((file) => name.test(file));
}

test('each pattern of mutated files and of their tests still names a file', () => {
  const patterns = [...mutate, ...include, ...exclude].map((pattern) => pattern.replace(/^!/, ''));
  expect(patterns.flatMap(expand).filter((pattern) => !isMatched(pattern))).toEqual([]);
});
