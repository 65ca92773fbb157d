import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import type { AppPageName } from '#contract/pages/routes';
import { firstLoad, tolerance } from '../tools/build/first-load.ts';

const chunk = (fileName: string, module: string, code: string, imports: readonly string[] = []) => ({
  type: 'chunk',
  fileName,
  code,
  imports,
  moduleIds: [module],
  facadeModuleId: module,
});

/** A build of three pages; the race loads the shell, its page, what it shares, and the styles. */
const bundle = {
  'index.js': chunk('index.js', '/index.html', 'shell()', ['libraries.js']),
  'libraries.js': chunk('libraries.js', '/react.js', 'react()'),
  'live.js': chunk('live.js', '/src/pages/live/LiveSessionPage.tsx', 'race()', ['shared.js', 'libraries.js']),
  'shared.js': chunk('shared.js', '/src/tower.ts', 'tower()'),
  'style.css': { type: 'asset', fileName: 'style.css', source: '.grid{display:grid}' },
  'faq.js': chunk('faq.js', '/src/pages/texts/FaqPage.tsx', 'faq()'),
  'font.woff2': { type: 'asset', fileName: 'font.woff2', source: new Uint8Array(9_000) },
} as unknown as Rolldown.OutputBundle;

const needed = ['shell()', 'react()', 'race()', 'tower()', '.grid{display:grid}'];
const size = needed.reduce((sum, code) => sum + gzipSync(code).length, 0);

/** Ends the build with these files. */
function end(limit: number, pages: readonly AppPageName[] = ['liveSession']): void {
  const write = firstLoad(limit, pages).writeBundle as (
    this: { info: (text: string) => void },
    options: unknown,
    files: Rolldown.OutputBundle,
  ) => void;
  write.call({ info: () => undefined }, {}, bundle);
}

test('a page whose first load is within the tolerance ends no build', () => {
  expect(() => end(size / tolerance)).not.toThrow();
});

test('a page whose first load is larger ends the build, which names its files', () => {
  const sizeOf = (code: string) => gzipSync(code).length;
  const limit = (size - 1) / tolerance;
  expect(() => end(limit)).toThrow(
    `The first load of liveSession is ${size} bytes, ${limit} are allowed: style.css ${sizeOf('.grid{display:grid}')}, index.js ${sizeOf('shell()')}, libraries.js ${sizeOf('react()')}, live.js ${sizeOf('race()')}, shared.js ${sizeOf('tower()')}`,
  );
});

test('a page that no chunk has ends the build', () => {
  expect(() => end(1_000, ['home'])).toThrow('The build has no chunk with /HomePage.tsx');
});
