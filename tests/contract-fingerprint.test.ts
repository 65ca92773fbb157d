import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractFingerprint } from '../tools/build/contract-fingerprint.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitboard-fingerprint-'));
const contract = join(folder, 'contract');
beforeAll(() => {
  mkdirSync(join(contract, 'race'), { recursive: true });
  writeFileSync(join(contract, 'league.ts'), 'export const League = 1;');
  writeFileSync(join(folder, 'main.js'), "export { contractFingerprint } from 'virtual:contract-fingerprint';");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function inBuild(): Promise<string> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [contractFingerprint(contract)],
    build: { lib: { entry: 'main.js', formats: ['es'], fileName: () => 'main.js' } },
  });
  return valueIn(readFileSync(join(folder, 'dist/main.js'), 'utf8'));
}

function valueIn(code: string): string {
  const [value] = /\b[\da-f]{16}\b/.exec(code) ?? [];
  if (value === undefined) throw new Error(`no fingerprint in ${code}`);
  return value;
}

test('the fingerprint is equal in development and in a build, and another one after a schema changed', async () => {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false },
    plugins: [contractFingerprint(contract)],
  });
  const inDevelopment = async () => {
    const result = await server.transformRequest('virtual:contract-fingerprint');
    return valueIn(result?.code ?? '');
  };
  try {
    const first = await inDevelopment();
    expect(await inBuild()).toBe(first);

    writeFileSync(join(contract, 'league.ts'), 'export const League = 2;');
    const second = await inBuild();
    expect(second).not.toBe(first);
    await expect.poll(inDevelopment, { timeout: 10_000 }).toBe(second);

    writeFileSync(join(contract, 'race/scoring.ts'), 'export const points = [25];');
    writeFileSync(join(contract, 'league.test.ts'), 'test();');
    expect(await inBuild()).toBe(second);
  } finally {
    await server.close();
  }
});
