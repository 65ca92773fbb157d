import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { matchPage } from '#contract/pages/routes';
import { createPageFiles } from './page-files.ts';

const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
afterAll(() => rmSync(dist, { recursive: true }));

test('without a manifest nothing is preloaded', () => {
  expect(createPageFiles(dist)(matchPage('/home'))).toEqual({ scripts: [], reads: [] });
});

test('a page preloads its first reads, and its chunk with all imports but those of every page', () => {
  mkdirSync(join(dist, '.vite'));
  const chunks = {
    'index.html': { file: 'assets/index.js', imports: ['_react.js'] },
    '_react.js': { file: 'assets/react.js' },
    '_time.js': { file: 'assets/time.js', imports: ['_react.js'] },
    'src/pages/session/SessionPage.tsx': { file: 'assets/session.js', imports: ['index.html', '_time.js'] },
    'src/pages/account/SettingsPage.tsx': { file: 'assets/settings.js' },
  };
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(chunks));
  const pageFiles = createPageFiles(dist);
  const id = '01900000-0000-7000-8000-000000000001';
  expect(pageFiles(matchPage(`/sessions/${id}`))).toEqual({
    scripts: ['assets/session.js', 'assets/time.js'],
    reads: [`/api/Sessions/session/${id}`, `/api/Sessions/${id}/weekend`],
  });
  expect(pageFiles(matchPage('/home'))).toEqual({
    scripts: [],
    reads: ['/api/Sessions', '/api/League', '/api/LiveSession/all', '/api/League/seasons'],
  });
  expect(pageFiles(matchPage('/dashboard/settings'))).toEqual({ scripts: ['assets/settings.js'], reads: [] });
  // Only visitors read without a token, and they cannot open this page.
  expect(pageFiles(matchPage(`/dashboard/leagues/${id}/edit`)).reads).toEqual([]);
  expect(pageFiles(matchPage('/nowhere'))).toEqual({ scripts: [], reads: [] });
});
