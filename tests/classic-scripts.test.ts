import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { classicScripts } from '../classic-scripts.config.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitboard-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds an app of three files: a page, what it shares, and a part that comes later. */
async function buildApp(
  files: Readonly<Record<string, string>>,
): Promise<{ html: string; read: (name: string) => string }> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [classicScripts()],
    build: {
      modulePreload: false,
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared-parts', test: /shared/ }] } } },
    },
  });
  const assets = join(folder, 'dist/assets');
  const read = (name: string) =>
    readFileSync(join(assets, readdirSync(assets).find((file) => file.startsWith(`${name}-`)) ?? name), 'utf8');
  return { html: readFileSync(join(folder, 'dist/index.html'), 'utf8'), read };
}

const page = '<!doctype html><html><head><script type="module" src="/main.js"></script></head><body></body></html>';

test('what a page needs at once runs as scripts in its order; what comes later takes from them', async () => {
  const { html, read } = await buildApp({
    'index.html': page,
    'shared.js': "export const words = ['there']; export function isStrict() { return this === undefined; }",
    'main.js':
      "import { isStrict, words } from './shared.js'; globalThis.told = [...words, isStrict()]; globalThis.more = () => import('./later.js');",
    'later.js': "import { words } from './shared.js'; globalThis.told = words.length;",
  });
  const scripts = [...html.matchAll(/<script ([^>]*)src="\/assets\/([\w-]+)-[^>]*>/g)];
  expect(scripts.map(([, , name]) => name)).toEqual(['shared-parts', 'index']);
  for (const [, words] of scripts) expect(words).toContain('defer');
  expect(html).not.toContain('module');

  const context = createContext({});
  for (const [, , name] of scripts) runInContext(read(String(name)), context);
  expect(runInContext('told', context)).toEqual(['there', true]);
  // Nothing of it lies about for others but the shelf.
  expect(Object.keys(context).sort()).toEqual(['more', 'pitboardParts', 'told']);

  const later = read('later');
  expect(later).not.toContain('import');
  runInContext(`{${later}}`, context);
  expect(runInContext('told', context)).toBe(1);
});

test('what only a module can say is refused', async () => {
  const files = { 'index.html': page, 'shared.js': '', 'main.js': 'globalThis.told = import.meta.url;' };
  await expect(buildApp(files)).rejects.toThrow('a classic script has no import.meta');
});
