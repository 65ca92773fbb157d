import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

/**
 * The tables that are keyed by pages, compiled after one of them was changed. Only the files that hold tables
 * are copied; their other imports are not found, which is no matter here.
 */
const root = join(import.meta.dirname, '..');
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tables = [
  'src/routes/page-modules.ts',
  'src/routes.tsx',
  'src/routes/user-pages.ts',
  'server/web/page-previews.ts',
];

/** The missing, unknown and exchanged keys that the compiler reports, each with the file of its table. */
function compileWith(file: string, change: (source: string) => string): string[] {
  cpSync(join(root, 'contract'), join(folder, 'contract'), { recursive: true });
  for (const table of tables) {
    mkdirSync(dirname(join(folder, table)), { recursive: true });
    cpSync(join(root, table), join(folder, table));
  }
  const modules = ['routes.tsx', 'routes/user-pages.ts']
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .join('');
  for (const [, path = '', component] of modules.matchAll(/'\.\.?\/(pages\/[\w/-]*\/(\w+)\.tsx)'/g)) {
    mkdirSync(dirname(join(folder, 'src', path)), { recursive: true });
    writeFileSync(join(folder, 'src', path), `export const ${component} = () => null;`);
  }
  const source = readFileSync(join(folder, file), 'utf8');
  const changed = change(source);
  if (changed === source) throw new Error(`${file} was not changed`);
  writeFileSync(join(folder, file), changed);
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      jsx: 'preserve',
      paths: { '#contract/*': ['./contract/*.ts'] },
    },
    files: tables,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  // A second checker would work out the types of the first again.
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    ['--checkers', '1', '--pretty', 'false', '-p', folder],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  const faults: Record<string, string> = { 2741: 'missing', 2353: 'unknown', 2322: 'another component' };
  const reports = stdout.matchAll(
    /^(\S+?)\(\d+,\d+\): error TS(?:(2741|2353): [^']*'(\w+)'|(2322): .*Record<"(\w+Page)", Page>)/gm,
  );
  return [...reports].map(
    ([, path, code, key, other, component]) => `${path}: ${key ?? component} is ${faults[code ?? other ?? '']}`,
  );
}

describe('a type error reports', () => {
  test('a page that has no component and no preview', () => {
    const row = "tracks: { path: '/tracks', access: 'public', isIndexed: true },";
    const errors = compileWith('contract/pages/routes.ts', (source) => source.replace('  notFound: {', `  ${row}\n$&`));
    expect(errors).toEqual(['server/web/page-previews.ts: tracks is missing', 'src/routes.tsx: tracks is missing']);
  });

  test('a component and a preview of a page that is not in the table', () => {
    const errors = compileWith('contract/pages/routes.ts', (source) => source.replace(/^ {2}faq: .*\n/m, ''));
    expect(errors).toEqual(['server/web/page-previews.ts: faq is unknown', 'src/routes.tsx: faq is unknown']);
  });

  test('a page of users that has no component and no preview', () => {
    const row = "ownTeams: { ...own, path: '/dashboard/teams' },";
    const errors = compileWith('contract/pages/routes.ts', (source) => source.replace('  notFound: {', `  ${row}\n$&`));
    expect(errors).toEqual([
      'server/web/page-previews.ts: ownTeams is missing',
      'src/routes/user-pages.ts: ownTeams is missing',
    ]);
  });

  test('two pages whose modules are exchanged', () => {
    const errors = compileWith('src/routes.tsx', (source) =>
      source.replace(/FaqPage|TermsPage/g, (name) => (name === 'FaqPage' ? 'TermsPage' : 'FaqPage')),
    );
    expect(errors).toEqual([
      'src/routes.tsx: FaqPage is another component',
      'src/routes.tsx: TermsPage is another component',
    ]);
  });
});
