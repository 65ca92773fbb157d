import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Words in code that are a path of this repository: with a slash, or a file at its root. */
const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]*)+|[\w-]+\.(?:json|md|ts))`/g)].map(([, path = '']) => path);
const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path);
const commands = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);

test('CONTRIBUTING names files and folders that exist', () => {
  expect(paths.length).toBeGreaterThan(30);
  expect([...paths, ...links].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('CONTRIBUTING names commands that exist', () => {
  expect(commands).toContain('verify');
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});
