import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { bodyOf } from '../bodies.ts';
import { SessionBodies, type SessionBody } from './session-bodies.ts';

function sessionOf(id: string, version: number, text = `{"version":${version}}`): SessionBody {
  return { id, version, userName: 'Ann', body: bodyOf(text) };
}

const textOf = async (session: SessionBody | null) => (await session?.body.bytes('identity'))?.toString() ?? null;
const unasked = () => Promise.reject(new Error('the database was asked'));

/** A reading that is answered when the test says so. */
function held(session: SessionBody | null) {
  let answer = () => {};
  const reading = new Promise<SessionBody | null>((resolve) => {
    answer = () => resolve(session);
  });
  return { read: () => reading, answer };
}

test('what is read once is kept, and comes out the same in every encoding', async () => {
  const bodies = new SessionBodies(false, () => 0);
  const text = JSON.stringify({ laps: Array.from({ length: 500 }, (_, lap) => ({ lap, time: 90_000 + lap })) });
  const first = await bodies.find('a', unasked, async () => sessionOf('a', 1, text));
  expect(await textOf(first)).toBe(text);
  const kept = await bodies.find('a', unasked, unasked);
  expect(await textOf(kept)).toBe(text);
  expect([kept?.body.hash, kept?.body.length]).toEqual([first?.body.hash, text.length]);
  expect(await kept?.body.bytes('br')).toBe(await kept?.body.bytes('br'));
  expect(bodies.size).toBeLessThan(text.length / 2);
});

test.each(['drop', 'clear'] as const)('what was read before a write (%s) is neither kept nor shared', async (write) => {
  const bodies = new SessionBodies(false, () => 0);
  const old = held(sessionOf('a', 1));
  const before = bodies.find('a', unasked, old.read);
  const together = bodies.find('a', unasked, unasked);
  await Promise.resolve();
  bodies[write]('a');
  const after = bodies.find('a', unasked, async () => null);
  old.answer();
  expect([await textOf(await before), await textOf(await together)]).toEqual(['{"version":1}', '{"version":1}']);
  expect(await after).toBeNull();
  expect(await bodies.find('a', unasked, async () => null)).toBeNull();
});

test('a reading that failed is tried again', async () => {
  const bodies = new SessionBodies(false, () => 0);
  await expect(bodies.find('a', unasked, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
  expect(await textOf(await bodies.find('a', unasked, async () => sessionOf('a', 1)))).toBe('{"version":1}');
});

test('an older version never takes the place of a newer one', async () => {
  const bodies = new SessionBodies(false, () => 0);
  bodies.keep(sessionOf('a', 2));
  bodies.keep(sessionOf('a', 1));
  expect(await textOf(await bodies.find('a', unasked, unasked))).toBe('{"version":2}');
});

test('over a shared database a kept copy is asked about again, for its version and its user’s name', async () => {
  let time = 0;
  const bodies = new SessionBodies(true, () => time);
  bodies.keep(sessionOf('a', 1));
  await bodies.find('a', unasked, unasked);
  time += 3_000;
  await bodies.find('a', async () => ({ version: 1, userName: 'Ann' }), unasked);
  await bodies.find('a', unasked, unasked);
  for (const now of [{ version: 2, userName: 'Ann' }, { version: 1, userName: 'Anna' }, null]) {
    time += 3_000;
    bodies.keep(sessionOf('a', 1));
    time += 3_000;
    expect(
      await bodies.find(
        'a',
        async () => now,
        async () => null,
      ),
    ).toBeNull();
  }
});

test('what is kept is bounded by its bytes; what was read last stays', async () => {
  const bodies = new SessionBodies(false, () => 0, 10_000);
  const noise = () => JSON.stringify(randomBytes(1_500).toString('base64'));
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    bodies.keep(sessionOf(id, 1, noise()));
    await vi.waitFor(async () => expect(bodies.size).toBeLessThanOrEqual(10_000));
    await bodies.find('a', unasked, async () => null);
  }
  expect(await bodies.find('a', unasked, async () => null)).not.toBeNull();
  expect(await bodies.find('b', unasked, async () => null)).toBeNull();
});
