import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeyFileError, openKeys } from './keys.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-keys-'));
  file = join(folder, 'keys.json');
  await openKeys(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('values that are no key are refused in one line that names the file', async () => {
  const text = readFileSync(file, 'utf8');
  const stored = JSON.parse(text);
  const [first, second] = stored.keys;
  const bad = [
    { ...first, d: 'AAAA' },
    { ...first, d: second.d },
    { ...first, x: '' },
    { ...first, y: second.y },
    { ...first, x: undefined },
    { ...first, kid: '' },
  ];
  for (const key of bad) {
    writeFileSync(file, JSON.stringify({ ...stored, keys: [key, second] }));
    await expect(openKeys(folder)).rejects.toThrow(new KeyFileError(message()));
    writeFileSync(file, JSON.stringify({ ...stored, keys: [second, key] }));
    await expect(openKeys(folder)).rejects.toThrow(message());
  }
  writeFileSync(file, text);
  await openKeys(folder);
});

function message(): string {
  return `${file} is not a valid key file; restore it, or move it away to create new keys`;
}

test.skipIf(process.platform === 'win32')('a file that other users can read is used with a warning', async () => {
  const warnings: string[] = [];
  const log = { warn: (text: string) => warnings.push(text) };
  await openKeys(folder, log);
  expect(warnings).toEqual([]);
  chmodSync(file, 0o644);
  await openKeys(folder, log);
  expect(warnings).toEqual([expect.stringContaining(`chmod 600 ${file}`)]);
});
