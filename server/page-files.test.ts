import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageFiles } from './page-files.ts';

test('a page’s own scripts are named with all that they import, those of every page left out, and what it reads', () => {
  const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
  expect(pageFiles(dist)('/home')).toEqual({ scripts: [], reads: [] });
  mkdirSync(join(dist, '.vite'));
  const parts = {
    'index.html': { file: 'assets/index.js', imports: ['_react.js'] },
    '_react.js': { file: 'assets/react.js' },
    '_time.js': { file: 'assets/time.js', imports: ['_react.js'] },
    'src/pages/session/SessionPage.tsx': { file: 'assets/session.js', imports: ['index.html', '_time.js'] },
  };
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(parts));
  const filesOf = pageFiles(dist);
  expect(filesOf('/sessions/01')).toEqual({
    scripts: ['assets/session.js', 'assets/time.js'],
    reads: ['/api/Sessions/session/01'],
  });
  expect(filesOf('/home')).toEqual({ scripts: [], reads: ['/api/Sessions', '/api/League'] });
  expect(filesOf('/nowhere')).toEqual({ scripts: [], reads: [] });
  rmSync(dist, { recursive: true });
});
