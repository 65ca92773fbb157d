import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Journal } from './journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitboard-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let next = 0;
const newPath = () => join(folder, String(next++));

const frames = Array.from({ length: 5 }, (_, index) => ({
  time: 1_777_000_000_123 + index,
  datagram: new Uint8Array([index, 1, 2, 3]),
}));
const read = (path: string) =>
  Journal.read(path).map(({ time, datagram }) => ({ time, datagram: new Uint8Array(datagram) }));

test('what was appended is in the file at once, with its times', () => {
  const path = newPath();
  const journal = new Journal(path);
  for (const frame of frames) journal.append(frame);
  expect(read(path)).toEqual(frames);
});

test('a journal that ends in a part of a record goes on after the last whole one', () => {
  const path = newPath();
  const first = new Journal(path);
  for (const frame of frames.slice(0, 3)) first.append(frame);
  appendFileSync(path, new Uint8Array(13).fill(9));
  expect(read(path)).toEqual(frames.slice(0, 3));
  const second = new Journal(path);
  for (const frame of frames.slice(3)) second.append(frame);
  expect(read(path)).toEqual(frames);
});

test('what cannot be written waits, and is written in order once it can be', () => {
  const path = newPath();
  // A file where a folder is needed.
  writeFileSync(path, '');
  const journal = new Journal(join(path, 'packets'));
  for (const frame of frames) journal.append(frame);
  expect(journal.failure).not.toBeNull();
  rmSync(path);
  journal.flush();
  expect(journal.failure).toBeNull();
  expect(read(join(path, 'packets'))).toEqual(frames);
});
