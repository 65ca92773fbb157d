import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { ResolvedConfig } from 'vite';
import { beforeEach, expect, test } from 'vitest';
import { tolerance } from '../tools/build/first-load.ts';
import { integrityOf, precacheIntegrity } from '../tools/build/precache-integrity.ts';
import { checkPrecacheSize, precacheLimit, transferredSize } from '../tools/build/precache-size.ts';

/** Bytes: the limit with its tolerance. */
const most = precacheLimit * tolerance;

const folder = mkdtempSync(join(tmpdir(), 'pitboard-precache-'));

beforeEach(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Writes a file of a build; returns its path as the service worker lists it. */
function write(url: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, url), content);
  return url;
}

/** The list of a service worker, as a build with these files makes it. */
function listOf(urls: readonly string[]) {
  const { plugin, addTo } = precacheIntegrity();
  const configure = plugin.configResolved as (
    config: Pick<ResolvedConfig, 'root'> & { build: { outDir: string } },
  ) => void;
  configure({ root: folder, build: { outDir: '.' } });
  return addTo(urls.map((url) => ({ url })));
}

test('a list of files that are together as large as allowed has the hash of each', () => {
  const urls = [write('assets/a.woff2', randomBytes(most - 1_000)), write('assets/b.woff2', randomBytes(1_000))];
  const hashed = urls.map((url) => ({ url, integrity: integrityOf(readFileSync(join(folder, url))) }));
  expect(listOf(urls)).toEqual(hashed);
});

test('a list of files that are together a byte larger ends the build, which names the largest', () => {
  const urls = [write('assets/a.woff2', randomBytes(most - 1_000)), write('assets/b.woff2', randomBytes(1_001))];
  expect(() => listOf(urls)).toThrow(
    `The 2 files that are stored with the app are ${most + 1} bytes, ${precacheLimit} are allowed. The largest: assets/a.woff2 ${most - 1_000}, assets/b.woff2 1001`,
  );
});

test('a script counts as it is sent: compressed, unless that makes it larger', () => {
  const long = 'export const text = "the same words";\n'.repeat(20_000);
  const urls = [write('assets/long.js', long), write('assets/short.js', 'go()')];
  expect(long.length).toBeGreaterThan(precacheLimit);
  expect(transferredSize(folder, urls)).toBe(brotliCompressSync(long).length + 4);
  expect(() => checkPrecacheSize(folder, urls)).not.toThrow();
});

test('a listed script that imports one that is not listed ends the build', () => {
  const urls = [write('assets/page.js', 'import{a}from"./shared.js";import("./later.js");a()')];
  expect(() => listOf(urls)).toThrow(
    'assets/page.js is stored with the app and could not run: assets/shared.js is not.',
  );
  expect(listOf([...urls, write('assets/shared.js', 'export const a = 1')])).toHaveLength(2);
});
