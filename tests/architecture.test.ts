import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  circles,
  crowdedPackages,
  fileFaults,
  layerFaults,
  lookFaults,
  packageFaults,
  readTree,
  storeFaults,
  type Tree,
  waitFaults,
} from './architecture.ts';
import { serverLayerFaults } from './server-layers.ts';

const root = join(import.meta.dirname, '..');
const tree = readTree(root);

describe('the repository', () => {
  test('packages import only what they may', () => expect(packageFaults(tree)).toEqual([]));
  test('layers of src import downwards', () => expect(layerFaults(tree)).toEqual([]));
  test('layers of server import downwards', () => expect(serverLayerFaults(tree)).toEqual([]));
  test('there are no circles', () => expect(circles(tree)).toEqual([]));
  test('files are named and sized', () => expect(fileFaults(tree)).toEqual([]));
  test('contract and server are read from their roots', () => expect(crowdedPackages(tree)).toEqual([]));
  test('stores have a value for the server', () => expect(storeFaults(tree)).toEqual([]));
  test('tests wait by expect.poll', () => expect(waitFaults(tree)).toEqual([]));
  test('colours and buttons have one look', () => {
    const build = readdirSync(join(root, 'tools/build')).map((name) => `tools/build/${name}`);
    const others = ['src/style.css', 'index.html', 'vite.config.ts', ...build];
    const texts = others.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
    expect(lookFaults(new Map([...tree, ...texts]))).toEqual([]);
  });
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
    ['server/demo/a.ts', "import { createRandom } from '../../tests/simulator/random.ts';"],
    ['server/demo/show-sessions.ts', "import { Recorder } from '../../recorder/recorder.ts';"],
    ['recorder/a.ts', "export { x } from '../server/settings/env.ts';"],
    ['tests/a.ts', "const page = await import('../src/main.tsx');"],
    ['src/main.tsx', "import { x } from '../server/settings/env.ts';"],
  ])('%s with %s breaks the order of packages', (path, source) => {
    expect(packageFaults(broken({ [path]: source }))).toHaveLength(1);
  });

  test('types and constants of the contract are open to machines', () => {
    const source =
      "import type { Failure } from '#contract/problem';\nimport { pendingDelay } from '#contract/constants';";
    expect(packageFaults(broken({ 'machines/a.ts': source }))).toEqual([]);
  });

  test.each([
    ['src/api/a.ts', "import { x } from '../storage/database.ts';"],
    ['src/api/a.ts', "import { useState } from 'react';"],
    ['src/storage/a.ts', "import { readMachine } from '#machines/cached-read';"],
    ['src/drafts/a.ts', "import { useState } from 'react';"],
    ['src/drafts/a.ts', "import { createApi } from '../api/client.ts';"],
    ['src/storage/a.ts', "import { createDraftStore } from '../drafts/draft-store.ts';"],
    ['src/queries/a.ts', "import { createDraftStore } from '../drafts/draft-store.ts';"],
    ['src/network/a.ts', "import { createApi } from '../api/client.ts';"],
    ['src/storage/a.ts', "import { resourceKeyOf } from '../queries/query-cache.ts';"],
    ['src/components/A.tsx', "import { useRead } from '../actors/read.tsx';"],
    ['src/components/A.tsx', "import { B } from '../pages/home/B.tsx';"],
    ['src/format/a.ts', "import { A } from '../components/A.tsx';"],
    ['src/pages/home/Home.tsx', "import { createApi } from '../../api/client.ts';"],
    ['src/shared/a.ts', "import { x } from '../format/time.ts';"],
    ['src/browser/a.ts', "import { useEffect } from 'react';"],
    ['src/browser/a.ts', "import { x } from '../navigation/b.ts';"],
    ['src/navigation/a.ts', "import { useRead } from '../actors/read.tsx';"],
    ['src/navigation/a.ts', "import { x } from '#machines/auth';"],
    ['src/pages/home/Home.tsx', "import { Shell } from '../../shell/Shell.tsx';"],
  ])('%s with %s breaks the layers of src', (path, source) => {
    expect(layerFaults(broken({ [path]: source }))).toHaveLength(1);
  });

  test.each([
    ['server/routes/a.ts', "import { eq } from 'drizzle-orm';"],
    ['server/routes/a.ts', "import { findSeason } from '../storage/seasons.ts';"],
    ['server/routes/a.ts', "import { openEmbedded } from '../storage/open-storage.ts';"],
    ['server/domain/a.ts', "import { and } from 'drizzle-orm/pg-core';"],
    ['server/domain/a.ts', 'await context.transaction.delete(leagues);'],
    ['server/domain/a.ts', 'const [row] = await storage.database\n  .select().from(leagues);'],
    ['server/domain/a.ts', "import type { FastifyReply } from 'fastify';"],
    ['server/domain/a.ts', "import { get } from 'node:http';"],
    ['server/domain/a.ts', "import { createBody } from '../http/bodies.ts';"],
    ['server/domain/a.ts', "import { send } from '../routes/router.ts';"],
    ['server/domain/a.ts', "import { createVerifier } from '../tokens/caller.ts';"],
    ['server/storage/a.ts', "import { notFound } from '../http/problem.ts';"],
    ['server/storage/a.ts', "import type { Context } from '../domain/context.ts';"],
    ['server/storage/a.ts', "import { parse } from '../routes/parse.ts';"],
    ['server/storage/a.ts', "import Fastify from 'fastify';"],
    ['server/live/a.ts', "import { ClusterHub } from '../cluster/cluster-hub.ts';"],
    ['server/routes/a.ts', "import { ClusterHub } from '../cluster/cluster-hub.ts';"],
    ['server/http/a.ts', "import { getLeague } from '../domain/leagues.ts';"],
    ['server/http/a.ts', "import { findSeason } from '../storage/seasons.ts';"],
    ['server/tokens/a.ts', "import { findUser } from '../storage/accounts.ts';"],
    ['server/web/a.ts', "import { listSummaries } from '../storage/sessions.ts';"],
    ['server/auth/a.ts', "import { sql } from 'drizzle-orm';"],
    ['server/auth/a.ts', "import { getProfile } from '../domain/profiles.ts';"],
    ['server/demo/a.ts', "import { count } from 'drizzle-orm';"],
    ['server/other/a.ts', "import { x } from '../domain/context.ts';"],
  ])('%s with %s breaks the layers of server', (path, source) => {
    expect(serverLayerFaults(broken({ [path]: source }))).toHaveLength(1);
  });

  test('tests, and files that connect the layers of server, may import every layer', () => {
    const source = "import { sql } from 'drizzle-orm';\nimport { x } from './storage/tables.ts';";
    expect(serverLayerFaults(broken({ 'server/start/app.ts': source, 'server/domain/a.test.ts': source }))).toEqual([]);
  });

  test('routes may import types of storage and tokens', () => {
    const source = "import type { Storage } from '../storage/open-storage.ts';";
    expect(serverLayerFaults(broken({ 'server/routes/a.ts': source }))).toEqual([]);
  });

  test.each([
    ['src/style.css', 'a { color: #fff; }'],
    ['index.html', '<meta name="theme-color" content="#0c0c0e">'],
    ['src/browser/a.ts', "context.fillStyle = '#B71C1C80';"],
    ['src/format/a.ts', 'const colour = `hsl(20 50% 50%)`;'],
    ['src/pages/A.tsx', '<p className="bg-[#123456]" />'],
    ['server/demo/a.ts', 'const svg = `<rect fill="#abcd"/>`;'],
    ['src/style.css', 'ul > :has([data-x]) ~ * { color: red; }'],
    ['src/pages/A.tsx', '<p className="[&>:has([data-x])~*]:hidden" />'],
    ['src/pages/A.tsx', '<button type="button">Save</button>'],
    ['src/pages/A.tsx', '<a className="no-print action" href="/home">Home</a>'],
  ])('%s with %s has a look of its own', (path, source) => {
    expect(lookFaults(broken({ [path]: source }))).toHaveLength(1);
  });

  test('private fields and addresses are no colours', () => {
    const source = "this.#feed = new Feed(this.#add('/faq#install'));";
    expect(lookFaults(broken({ 'server/live/a.ts': source }))).toEqual([]);
  });

  test.each([
    ['server/a.test.ts', 'await vi.waitFor(() => expect(sent).toBe(1));'],
    ['src/a.test.tsx', 'const sent = await vi\n  .waitUntil(() => found);'],
    ['server/tests/support/a.ts', 'const wait = vi.waitFor;'],
  ])('%s with %s waits for a second at most', (path, source) => {
    expect(waitFaults(broken({ [path]: source }))).toHaveLength(1);
  });

  test('a test may wait by expect.poll, and for a page of a browser', () => {
    const source = 'await expect.poll(() => sent).toBe(1);\nawait page.getByRole("button").waitFor();';
    expect(waitFaults(broken({ 'tests/a.test.ts': source }))).toEqual([]);
  });

  test('a store without a value for the server is named, and one with it is not', () => {
    const source = 'useSyncExternalStore(subscribe, () => read(a, b));';
    expect(storeFaults(broken({ 'src/actors/a.ts': source }))).toEqual([
      'src/actors/a.ts has a store without a value for the server',
    ]);
    const whole = 'useSyncExternalStore<Status>(\n  subscribe,\n  () => read(a, b),\n  () => null,\n);';
    expect(storeFaults(broken({ 'src/actors/a.ts': whole }))).toEqual([]);
  });

  test('a circle of three is named', () => {
    const files = {
      'server/a.ts': "import { b } from './b.ts';",
      'server/b.ts': "import type { C } from './c.ts';",
      'server/c.ts': "import('./a.ts');",
    };
    expect(circles(broken(files))).toEqual(['server/a.ts → server/b.ts → server/c.ts → server/a.ts']);
  });

  test('barrels and odd names are named', () => {
    const files = { 'src/format/index.ts': '', 'server/someThing.ts': '' };
    expect(fileFaults(broken(files))).toEqual([
      'src/format/index.ts is a barrel',
      'server/someThing.ts is not named in kebab-case or PascalCase',
    ]);
  });

  test('a package with many files at its root is named', () => {
    const files = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`contract/a${index}.ts`, '']));
    expect(crowdedPackages(new Map(Object.entries(files)))).toEqual([
      'contract/ has 16 files and folders at its root, more than 15',
    ]);
  });
});
