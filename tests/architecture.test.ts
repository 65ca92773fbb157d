import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circles, fileFaults, floorFaults, houseFaults, readTree, type Tree } from './architecture.ts';

const tree = readTree(join(import.meta.dirname, '..'));

describe('the repository', () => {
  test('houses import only what they may (style 2)', () => expect(houseFaults(tree)).toEqual([]));
  test('floors of src import downwards (style 3)', () => expect(floorFaults(tree)).toEqual([]));
  test('there are no circles (style 5)', () => expect(circles(tree)).toEqual([]));
  test('files are named and sized (style 6, 7, 9)', () => expect(fileFaults(tree)).toEqual([]));
});

/** Each line is a fault that must be seen: the rules are worth nothing if they cannot be broken. */
describe('a tree that breaks the rules', () => {
  function broken(files: Record<string, string>): Tree {
    return new Map(Object.entries(files));
  }

  test.each([
    ['contract/a.ts', "import { createMachine } from 'xstate';"],
    ['contract/a.ts', "import { x } from '../machines/b.ts';"],
    ['machines/a.ts', "import { calls } from '#contract/calls';"],
    ['machines/a.ts', "import { readFileSync } from 'node:fs';"],
    ['server/a.ts', "import { x } from '../src/format/time.ts';"],
    ['recorder/a.ts', "export { x } from '../server/env.ts';"],
    ['tests/a.ts', "const page = await import('../src/main.tsx');"],
    ['src/main.tsx', "import { x } from '../server/env.ts';"],
  ])('%s with %s breaks rule 2', (path, source) => {
    expect(houseFaults(broken({ [path]: source }))).toHaveLength(1);
  });

  test('types and constants of the contract are open to machines', () => {
    const source =
      "import type { Failure } from '#contract/problem';\nimport { pendingDelay } from '#contract/constants';";
    expect(houseFaults(broken({ 'machines/a.ts': source }))).toEqual([]);
  });

  test.each([
    ['src/api/a.ts', "import { x } from '../cache/kept.ts';"],
    ['src/api/a.ts', "import { useState } from 'react';"],
    ['src/cache/a.ts', "import { readMachine } from '#machines/cached-read';"],
    ['src/components/A.tsx', "import { useRead } from '../actors/read.tsx';"],
    ['src/components/A.tsx', "import { B } from '../pages/home/B.tsx';"],
    ['src/format/a.ts', "import { A } from '../components/A.tsx';"],
    ['src/pages/home/Home.tsx', "import { createApi } from '../../api/client.ts';"],
    ['src/shared/a.ts', "import { x } from '../format/time.ts';"],
  ])('%s with %s breaks rule 3', (path, source) => {
    expect(floorFaults(broken({ [path]: source }))).toHaveLength(1);
  });

  test('a circle of three is named', () => {
    const files = {
      'server/a.ts': "import { b } from './b.ts';",
      'server/b.ts': "import type { C } from './c.ts';",
      'server/c.ts': "import('./a.ts');",
    };
    expect(circles(broken(files))).toEqual(['server/a.ts → server/b.ts → server/c.ts → server/a.ts']);
  });

  test('barrels, odd names and long files are named', () => {
    const files = { 'src/format/index.ts': '', 'server/someThing.ts': '', 'server/long.ts': 'x\n'.repeat(260) };
    expect(fileFaults(broken(files))).toEqual([
      'src/format/index.ts is a barrel',
      'server/someThing.ts is not named in kebab-case or PascalCase',
      'server/long.ts is longer than 250 lines and does not say why',
    ]);
  });
});
