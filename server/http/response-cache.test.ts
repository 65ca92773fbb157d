import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls/by-name';
import type { AffectedRead } from '#contract/calls/call';
import { SharedBody } from './bodies.ts';
import { ResponseCache } from './response-cache.ts';

let notify: (change: readonly AffectedRead[] | 'everything') => void;
let isConfirmed: boolean;
let cache: ResponseCache;

function createCache(maxBytes?: number): ResponseCache {
  const changes = {
    listen: (onChange: typeof notify) => {
      notify = onChange;
    },
    confirm: () => isConfirmed || Promise.resolve(false),
  };
  return new ResponseCache(changes as ConstructorParameters<typeof ResponseCache>[0], maxBytes);
}

beforeEach(() => {
  isConfirmed = true;
  cache = createCache();
});

const season = (id: string): AffectedRead[] => [{ call: calls.getSeason, params: { id } }];
const answer = (text: string) => ({ body: new SharedBody(text), text });
const unexpected = () => Promise.reject(new Error('was computed again'));

const find = async (id: string, compute: () => Promise<ReturnType<typeof answer>>) =>
  (await cache.find(`season ${id}`, season(id), compute)).text;
const findText = (id: string, text: string) => find(id, async () => answer(text));

/** A computation that finishes when the test calls `finish`. */
function slow(text: string) {
  let finish = (): void => undefined;
  const computing = new Promise<ReturnType<typeof answer>>((resolve) => {
    finish = () => resolve(answer(text));
  });
  return { compute: () => computing, finish: () => finish() };
}

test('an answer is computed once for all calls meanwhile and afterwards', async () => {
  const computing = slow('old');
  const asked = [find('a', computing.compute), find('a', unexpected), find('a', unexpected)];
  computing.finish();
  expect(await Promise.all(asked)).toEqual(['old', 'old', 'old']);
  expect(await find('a', unexpected)).toBe('old');
});

test.each<[string, readonly AffectedRead[] | 'everything', string]>([
  ['the read itself', season('a'), 'new'],
  ['its id in upper case', season('A'), 'new'],
  ['all reads of its call', [{ call: calls.getSeason }], 'new'],
  ['everything', 'everything', 'new'],
  ['another id', season('b'), 'old'],
  ['another call', [{ call: calls.getLeague, params: { id: 'a' } }], 'old'],
])('a write that affects %s', async (_, change, expected) => {
  await findText('a', 'old');
  notify(change);
  expect(await findText('a', 'new')).toBe(expected);
});

test('an answer that was begun before a write is neither cached nor given to later calls', async () => {
  const computing = slow('old');
  const before = find('a', computing.compute);
  notify(season('a'));
  expect(await findText('a', 'new')).toBe('new');
  computing.finish();
  expect(await before).toBe('old');
  expect(await find('a', unexpected)).toBe('new');
});

test('an answer that was begun before a write is not cached when no call follows', async () => {
  const computing = slow('old');
  const before = find('a', computing.compute);
  notify('everything');
  computing.finish();
  await before;
  expect(await findText('a', 'new')).toBe('new');
});

test('a failure is given to all who asked, and the next one computes again', async () => {
  const failed = find('a', () => Promise.reject(new Error('connection lost')));
  await expect(failed).rejects.toThrow('connection lost');
  expect(await findText('a', 'new')).toBe('new');
});

test('while the changes of others are not known every answer is computed', async () => {
  await findText('a', 'old');
  isConfirmed = false;
  expect(await findText('a', 'new')).toBe('new');
  expect(await findText('a', 'newer')).toBe('newer');
});

test('the least recently used answers are dropped when the bytes are used up, also those that grow', async () => {
  cache = createCache(100_000);
  for (const id of ['a', 'b', 'c']) await findText(id, id.repeat(30_000));
  await find('a', unexpected);
  await findText('d', 'd'.repeat(30_000));
  expect(await findText('b', 'again')).toBe('again');
  expect(await find('a', unexpected)).toBe('a'.repeat(30_000));
  expect(cache.size).toBeLessThanOrEqual(100_000);
  const { body } = await cache.find('season a', season('a'), () => unexpected());
  const before = cache.size;
  await (body as SharedBody).bytes('br');
  expect(cache.size).toBeLessThan(before - 25_000);
});

describe('an answer that takes a turn', () => {
  const noTurn = () => new Promise<never>(() => undefined);
  const findOf = async (client: string, inTurn: Parameters<typeof cache.findInTurn>[3]['inTurn'], text = 'answer') => {
    const found = await cache.findInTurn('season a', season('a'), async () => answer(text), { client, inTurn });
    return (found as ReturnType<typeof answer>).text;
  };

  test('is shared by all once it is being computed, without turns of their own', async () => {
    const computing = slow('first');
    const first = find('a', computing.compute);
    const second = findOf('bob', noTurn);
    computing.finish();
    expect([await first, await second, await findOf('cid', noTurn)]).toEqual(['first', 'first', 'first']);
  });

  test('takes one turn for all requests of a client, and does not make another client wait for it', async () => {
    let begin: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let turns = 0;
    const waiting = [1, 2, 3].map(() =>
      findOf('ann', async (work) => {
        turns += 1;
        await turn;
        return work();
      }),
    );
    expect(await findOf('bob', (work) => work(), 'of bob')).toBe('of bob');
    begin();
    expect(await Promise.all(waiting)).toEqual(['of bob', 'of bob', 'of bob']);
    expect(turns).toBe(1);
  });

  test('is asked for again after its turn was refused', async () => {
    await expect(findOf('ann', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(await findOf('ann', (work) => work())).toBe('answer');
  });
});
