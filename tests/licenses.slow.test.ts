import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { licencesOf } from '../tools/build/licenses.ts';

const root = join(import.meta.dirname, '..');
const dist = mkdtempSync(join(tmpdir(), 'pitboard-licences-'));
let list = '';

beforeAll(() => {
  // The source maps are another account of what is in the scripts.
  const options = ['--logLevel', 'warn', '--outDir', dist, '--emptyOutDir', '--sourcemap', 'hidden'];
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', ...options], { cwd: root, env });
  list = readFileSync(join(dist, 'licenses.txt'), 'utf8');
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const files = (pattern: RegExp): string[] =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name));
const read = (name: string) => readFileSync(join(dist, name), 'utf8');
/** The packages that a script is made of, by its source map. */
const packagesOf = (map: string) =>
  (JSON.parse(read(map)) as { sources: string[] }).sources.map(
    (path) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1],
  );
const unique = (names: readonly (string | undefined)[]) =>
  [...new Set(names.filter((name) => name !== undefined))].sort();

/** The packages that a list names. */
const listed = (text: string) => unique([...text.matchAll(/^(\S+) \d\S* \(\S+\)$/gm)].map(([, name]) => name));

test('lists the packages in all scripts, styles and fonts that are served, and no others', () => {
  const maps = files(/\.map$/);
  // The built files of the app, of its worker for files, of the overlay, of the service worker and of the recorder.
  for (const name of [/^assets\/index-/, /session-file-worker-/, /^assets\/overlay-/, /^sw\.js/, /^downloads\//])
    expect(maps.filter((map) => name.test(map))).not.toEqual([]);
  // A script that is made of one part of the bundler has no map, and examples are copied.
  const mapless = files(/\.m?js$/).filter(
    (script) => !script.startsWith('downloads/examples/') && !maps.includes(`${script}.map`),
  );
  expect(mapless.filter((script) => !/\/rolldown-runtime-[^/]+$/.test(script))).toEqual([]);
  const packages = maps.flatMap(packagesOf);
  const styles = files(/\.css$/).flatMap((name) => [...read(name).matchAll(/\/\*! (\S+) v/g)].map(([, name]) => name));
  const fonts = files(/\.woff2$/).map((name) => {
    const family = /^(.+)-latin(?:-ext)?-wght-normal-/.exec(basename(name))?.[1];
    return `@fontsource-variable/${family}`;
  });
  const bundled = unique([...packages, ...styles, ...fonts, 'rolldown', 'vite']);
  expect(listed(list)).toEqual(bundled);
});

test('has the words of each licence', () => {
  expect(list).toMatch(/^Pitboard \(MIT\)\n\nMIT License\n\nCopyright/);
  const sections = list.split(`\n\n${'-'.repeat(80)}\n\n`);
  expect(sections.filter((section) => section.split('\n\n').length < 2)).toEqual([]);
  expect(list).toContain('SIL OPEN FONT LICENSE Version 1.1');
});

test('a script that is downloaded alone ends with the licences of its packages', () => {
  for (const name of ['pitboard-recorder.mjs', 'pitboard-publish.mjs']) {
    const script = read(`downloads/${name}`);
    const comment = script.slice(script.lastIndexOf('\n/*!\n'));
    expect(comment).toMatch(/^\n\/\*!\nPitboard \(MIT\).*\n\*\/\n$/s);
    expect(listed(comment)).toEqual(unique([...packagesOf(`downloads/${name}.map`), 'rolldown']));
  }
});

test('a package without a file of its licence has what its README says, or the standard text with its author', () => {
  const text = (name: string) => licencesOf(new Set([join(root, 'node_modules', name)]));
  expect(text('pg-types')).toContain('Copyright (c) 2014 Brian M. Carlson\n\nPermission is hereby granted');
  expect(text('abstract-logging')).toContain('Copyright (c) James Sumners');
  expect(text('drizzle-orm')).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
});
