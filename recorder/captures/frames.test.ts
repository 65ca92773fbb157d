import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { Frame } from './decode-frames.ts';
import { encodeFrame, readFrames } from './frames.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitboard-frames-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** 400 frames of up to 2 kB: more than one piece of the gzip stream. */
const frames: Frame[] = Array.from({ length: 400 }, (_, index) => ({
  time: index * 16.5,
  datagram: new Uint8Array(29 + ((index * 37) % 2_000)).map((_byte, at) => (at * 7 + index) & 0xff),
}));

async function framesOf(bytes: Uint8Array): Promise<Frame[]> {
  const path = join(folder, `${Math.random()}.cap.gz`);
  writeFileSync(path, bytes);
  const read: Frame[] = [];
  for await (const { time, datagram } of readFrames(path)) read.push({ time, datagram: new Uint8Array(datagram) });
  return read;
}

test('frames that were written are read as they were', async () => {
  expect(await framesOf(gzipSync(Buffer.concat(frames.map(encodeFrame))))).toEqual(frames);
});

test('a record that is cut off is left out', async () => {
  const whole = Buffer.concat(frames.slice(0, 3).map(encodeFrame));
  expect(await framesOf(gzipSync(whole.subarray(0, -1)))).toEqual(frames.slice(0, 2));
});

test('a recording that was not closed is read as far as it goes', async () => {
  const whole = gzipSync(Buffer.concat(frames.map(encodeFrame)));
  const read = await framesOf(whole.subarray(0, Math.floor(whole.length / 2)));
  expect(read.length).toBeGreaterThan(50);
  expect(read).toEqual(frames.slice(0, read.length));
});

test('a file that is not gzip is refused', async () => {
  await expect(framesOf(Buffer.from('no recording'))).rejects.toThrow('incorrect header check');
});
