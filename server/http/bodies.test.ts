import { expect, test } from 'vitest';
import { compressBody, createBody } from './bodies.ts';

test('a compressed body is decompressed once for all responses that need it at the same time', async () => {
  const text = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index));
  const body = await compressBody(createBody(text));
  const buffers = await Promise.all(Array.from({ length: 50 }, () => body.bytes('identity')));
  expect(new Set(buffers).size).toBe(1);
  // A later response shares the buffer with one that is still being sent.
  expect(await body.bytes('identity')).toBe(buffers[0]);
  expect(buffers[0]?.toString()).toBe(text);
});
