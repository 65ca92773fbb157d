import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findKept, keepBuilds } from './kept-builds.ts';

const day = 24 * 60 * 60_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function build(name: string, now: number): string[] {
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'assets', `${name}.js`), name);
  return keepBuilds(dist, join(folder, 'data'), { least: 3, now });
}

test('the last three builds stay however old, and all of two weeks however many', () => {
  for (let index = 0; index < 5; index += 1) build(`old-${index}`, index * day);
  const many = build('new', 5 * day);
  expect(many.length).toBe(6);
  expect(findKept(many, 'old-0.js')).not.toBeNull();
  const later = build('newer', 40 * day);
  expect(later.length).toBe(3);
  expect(['old-3.js', 'old-4.js', 'new.js', 'newer.js'].map((name) => findKept(later, name) !== null)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('a build that is served again is the newest again; without a build nothing is kept', () => {
  build('a', 0);
  build('b', day);
  expect(findKept(build('a', 2 * day).slice(0, 1), 'a.js')).not.toBeNull();
  expect(keepBuilds(join(folder, 'none'), join(folder, 'empty'), { least: 3, now: 0 })).toEqual([]);
  expect(existsSync(join(folder, 'empty'))).toBe(false);
});

test.each(['../keys.json', '..', '.', 'a/b.js', '.hidden', ''])('%j is no file of a build', (name) => {
  expect(findKept(build('a', 0), name)).toBeNull();
});
