import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encode, Message } from './message.ts';

test.each([
  [125, '827d', 2],
  [126, '827e007e', 4],
  [65_535, '827effff', 4],
  [65_536, '827f0000000000010000', 10],
])('a message of %i bytes has the header %s', (size, header, length) => {
  const bytes = Buffer.alloc(size, 7);
  const message = new Message(bytes, true);
  expect(message.frame.subarray(0, length).toString('hex')).toBe(header);
  expect(message.bytes.equals(bytes)).toBe(true);
});

test('a long message is compressed once, and a short one is sent as it is', () => {
  const document = { gameVersion: 'F1 25 '.repeat(500) };
  const long = encode({ type: 'snapshot', seq: 1, document });
  expect(long.compressed).toBe(long.compressed);
  // The bit for a compressed message, and the end that every one has and that is not sent.
  expect(long.compressed[0]).toBe(0xc1);
  expect(long.compressed.length).toBeLessThan(long.frame.length / 10);
  const payload = Buffer.concat([long.compressed.subarray(2), Buffer.from('0000ffff', 'hex')]);
  expect(inflateRawSync(payload, { finishFlush: 2 }).equals(long.bytes)).toBe(true);
  const short = encode({ type: 'ping' });
  expect(short.compressed).toBe(short.frame);
});
