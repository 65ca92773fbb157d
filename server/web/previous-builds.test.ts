import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBuildWith, storeBuild } from './previous-builds.ts';

const day = 24 * 60 * 60_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a build with one file and stores it. */
function build(name: string, now: number): string[] {
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), name);
  writeFileSync(join(dist, 'assets', `${name}.js`), name);
  return [...storeBuild(dist, join(folder, 'data'), { minBuilds: 3, now }).assets];
}

test('keeps the last three builds of any age, and any number of builds younger than two weeks', () => {
  for (let index = 0; index < 5; index += 1) build(`old-${index}`, index * day);
  const recent = build('new', 5 * day);
  expect(recent.length).toBe(6);
  expect(findBuildWith(recent, 'old-0.js')).not.toBeNull();
  const later = build('newer', 40 * day);
  expect(later.length).toBe(3);
  const isFound = ['old-3.js', 'old-4.js', 'new.js', 'newer.js'].map((name) => findBuildWith(later, name) !== null);
  expect(isFound).toEqual([false, true, true, true]);
});

test('older builds keep their hashed files and lose their downloads', () => {
  const dataDir = join(folder, 'data');
  const downloadsOf = () =>
    readdirSync(join(dataDir, 'builds')).filter((name) => existsSync(join(dataDir, 'builds', name, 'downloads')));
  for (const name of ['a', 'b']) {
    build(name, 0);
    mkdirSync(join(folder, 'dist/downloads'));
    writeFileSync(join(folder, 'dist/downloads/recorder.exe'), name);
    storeBuild(join(folder, 'dist'), dataDir, { minBuilds: 9, now: day });
  }
  const assets = build('c', 2 * day);
  expect(downloadsOf()).toEqual([]);
  expect(['a.js', 'b.js', 'c.js'].map((name) => findBuildWith(assets, name) !== null)).toEqual([true, true, true]);
});

test('a build that is deployed again becomes the newest build', () => {
  build('a', 0);
  build('b', day);
  expect(findBuildWith(build('a', 2 * day).slice(0, 1), 'a.js')).not.toBeNull();
});

test('what a server has left of a copy is removed with the next one, once it is an hour old', () => {
  build('a', Date.now());
  const left = join(folder, 'data/builds/.left');
  mkdirSync(left);
  build('b', Date.now());
  expect(existsSync(left)).toBe(true);
  build('c', Date.now() + 2 * 60 * 60_000);
  expect(existsSync(left)).toBe(false);
});

test('stores nothing without a build', () => {
  expect(storeBuild(join(folder, 'none'), join(folder, 'empty'), { minBuilds: 3, now: 0 })).toEqual({
    current: null,
    assets: [],
  });
  expect(existsSync(join(folder, 'empty'))).toBe(false);
});

test.each(['../keys.json', '..', '.', 'a/b.js', '.hidden', ''])('%j is not found in any build', (name) => {
  expect(findBuildWith(build('a', 0), name)).toBeNull();
});

test('files of a build that an older server has stored are found', () => {
  const old = join(folder, 'data/builds/0123456789abcdef');
  mkdirSync(old, { recursive: true });
  writeFileSync(join(old, 'old.js'), 'old');
  expect(findBuildWith(build('new', Date.now()), 'old.js')).toBe(old);
});
