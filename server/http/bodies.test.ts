import { expect, test } from 'vitest';
import { SharedBody } from './bodies.ts';
import type { Encoding } from './compression.ts';

const text = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index));

function timesOf<Value>(count: number, make: () => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, make));
}

test.each<Encoding>(['br', 'gzip', 'identity'])(
  '%s is made once for all that ask for it at the same time',
  async (encoding) => {
    const body = new SharedBody(text);
    const buffers = await timesOf(50, async () => body.bytes(encoding));
    expect(new Set(buffers).size).toBe(1);
    expect(await body.bytes(encoding)).toBe(buffers[0]);
  },
);

test.each<Encoding>(['br', 'gzip'])(
  'a long text is kept as %s only, and unpacked once for all that need it',
  async (encoding) => {
    const body = new SharedBody(text);
    let resized = 0;
    body.onResize = () => {
      resized += 1;
    };
    const before = body.size;
    await body.bytes(encoding);
    expect(body.size).toBeLessThan(before / 2);
    expect(resized).toBe(1);
    const buffers = await timesOf(50, async () => body.bytes('identity'));
    expect(new Set(buffers).size).toBe(1);
    // A later response shares the buffer with one that is still being sent.
    expect(await body.bytes('identity')).toBe(buffers[0]);
    expect(buffers[0]?.toString()).toBe(text);
    const sizeWithOne = body.size;
    await body.bytes(encoding === 'br' ? 'gzip' : 'br');
    expect(body.size).toBeGreaterThan(sizeWithOne);
  },
);

test('the text of a short body stays beside its compressed form', async () => {
  const body = new SharedBody(text.slice(0, 2_000));
  await body.bytes('br');
  expect(body.size).toBeGreaterThan(2_000);
  expect(await body.bytes('identity')).toBe(await body.bytes('identity'));
});
