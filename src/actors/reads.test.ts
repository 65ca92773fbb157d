import { describe, expect, test } from 'vitest';
import type { CallName } from '#contract/calls';
import type { Api } from '../api/client.ts';
import { keepInMemory, keepOnDevice } from '../cache/kept.ts';
import { createReads } from './reads.ts';

const resource = { name: 'listLeagues' } as const;
const key = '/api/League';
const value = { count: 0, leagues: [] };
const ignored = new AbortController().signal;

/** An API whose reads end when the test says so, and a person who may change. */
function start({ fits = true, kept = keepInMemory(() => 0) } = {}) {
  const asked: { signal: AbortSignal; answer: (value: unknown) => void; fail: (error: unknown) => void }[] = [];
  const person = { id: null as string | null, isMute: false };
  const api: Pick<Api, 'read' | 'fits' | 'serverTime'> = {
    read: (_: CallName, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ signal, answer: resolve, fail: reject });
        signal.addEventListener('abort', () => reject(new DOMException('taken back', 'AbortError')));
      }),
    fits: () => fits,
    serverTime: () => 0,
  };
  const asker = { owner: async () => person.id, isMute: async () => person.isMute };
  return {
    asked,
    kept,
    person,
    reads: createReads(api, kept, () => true, asker, new Promise(() => undefined), 'ours'),
  };
}

describe('reads of the same address', () => {
  test('at one time are one call, taken back when the last reader leaves', () => {
    const { asked, reads } = start();
    const [one, other] = [new AbortController(), new AbortController()];
    void reads.fetch(resource, one.signal, true);
    void reads.fetch(resource, other.signal, true);
    one.abort();
    expect([asked.length, asked[0]?.signal.aborted]).toEqual([1, false]);
    other.abort();
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  test('share a call that began after another was taken back', async () => {
    const { asked, reads } = start();
    const first = new AbortController();
    const gone = reads.fetch(resource, first.signal, true);
    first.abort();
    const second = reads.fetch(resource, ignored, true);
    expect(await gone).toMatchObject({ failure: { kind: 'aborted' } });
    const third = reads.fetch(resource, ignored, true);
    asked[1]?.answer(value);
    expect(await Promise.all([second, third])).toEqual([
      { copy: { value, storedAt: 0 } },
      { copy: { value, storedAt: 0 } },
    ]);
    expect(asked.length).toBe(2);
  });
});

describe('what is kept', () => {
  test('is in memory when its link is followed, with the server gone', async () => {
    const memory = keepInMemory(() => 0);
    const row = { key, value, storedAt: 0, readAt: 0, owner: null };
    const device = { read: async () => row, keep: async () => undefined, drop: async () => undefined };
    const kept = keepOnDevice(
      memory,
      Promise.resolve({ ...device, dropOwned: async () => undefined }),
      () => 0,
      async () => null,
    );
    const { asked, reads } = start({ kept });
    const preloading = reads.preload(resource);
    expect(reads.known(resource)).toBeNull();
    asked[0]?.fail(new TypeError('no network'));
    await preloading;
    expect(reads.known(resource)).toEqual({ value, storedAt: 0 });
  });

  test('is judged anew unless this very contract has parsed it', async () => {
    const { kept, reads } = start({ fits: false });
    await kept.keep({ key, value, storedAt: 0, owner: null });
    expect(reads.known(resource)).toBeNull();
    await kept.keep({ key, value, storedAt: 0, owner: null, contract: 'another' });
    expect(await reads.readKept(resource)).toBeNull();
    await kept.keep({ key, value, storedAt: 0, owner: null, contract: 'ours' });
    expect(reads.known(resource)).toEqual({ value, storedAt: 0 });
  });

  test('stays the same object while the server says the same', async () => {
    const { asked, kept, reads } = start();
    await kept.keep({ key, value, storedAt: 0, owner: null });
    const fetching = reads.fetch(resource, ignored, true);
    asked[0]?.answer({ count: 0, leagues: [] });
    const fetched = await fetching;
    expect('copy' in fetched ? fetched.copy.value : null).toBe(value);
    const other = reads.fetch(resource, ignored, true);
    asked[1]?.answer({ count: 1, leagues: [] });
    expect(await other).toMatchObject({ copy: { value: { count: 1 } } });
  });

  test('is known as soon as it was asked ahead, and kept as parsed by this contract', async () => {
    const { asked, kept, reads } = start();
    const preloading = reads.preload(resource);
    asked[0]?.answer(value);
    await preloading;
    expect(reads.known(resource)).toEqual({ value, storedAt: 0 });
    expect(kept.peek(key)).toMatchObject({ contract: 'ours' });
    // What cannot be had ends the wait as well.
    const lost = reads.preload({ name: 'listSessions' });
    asked[1]?.fail(new TypeError('no network'));
    await lost;
  });

  test('is no answer under 30 s old unless the server gave it to this very page', async () => {
    const { asked, kept, reads } = start();
    await kept.keep({ key, value, storedAt: 0, owner: null });
    expect(reads.known(resource)).toEqual({ value, storedAt: 0 });
    const fetching = reads.fetch(resource, ignored, false);
    asked[0]?.answer(value);
    const fetched = await fetching;
    // It is answered, and not kept yet: what memory has is still what the device said.
    const second = reads.fetch(resource, ignored, false);
    asked[1]?.answer(value);
    await second;
    if ('copy' in fetched) await reads.keep(resource, fetched.copy);
    expect(await reads.fetch(resource, ignored, false)).toEqual({ copy: { value, storedAt: 0 } });
    expect(asked.length).toBe(2);
    await reads.forget();
    await kept.keep({ key, value, storedAt: 0, owner: null });
    void reads.fetch(resource, ignored, false);
    expect(asked.length).toBe(3);
  });

  test('belongs to who asked for it; a copy out of memory is not written again', async () => {
    const { asked, kept, person, reads } = start();
    person.id = 'ada';
    const fetching = reads.fetch(resource, ignored, true);
    person.id = 'bob';
    asked[0]?.answer(value);
    const fetched = await fetching;
    if (!('copy' in fetched)) throw new Error('no copy');
    await reads.keep(resource, fetched.copy);
    expect(kept.peek(key)?.owner).toBe('ada');
    await kept.drop(key);
    await reads.keep(resource, { ...fetched.copy });
    expect(kept.peek(key)).toBeNull();
  });

  test('is nothing that somebody asked for who has signed out meanwhile', async () => {
    const { asked, kept, person, reads } = start();
    person.id = 'ada';
    const fetching = reads.fetch(resource, ignored, true);
    asked[0]?.answer(value);
    const fetched = await fetching;
    if (!('copy' in fetched)) throw new Error('no copy');
    const keeping = reads.keep(resource, fetched.copy);
    await reads.forget();
    await keeping;
    expect(kept.peek(key)).toBeNull();
  });
});

test('a private thing that is asked for without a token is not gone; with one, or a public one, it is', async () => {
  const problem = { response: Response.json({ title: 'Not Found', status: 404 }, { status: 404 }) };
  for (const [owner, isMute, kind] of [
    ['ada', true, 'unreachable'],
    ['ada', false, 'problem'],
    [null, true, 'problem'],
  ] as const) {
    const { asked, kept, person, reads } = start();
    await kept.keep({ key, value, storedAt: 0, owner });
    person.isMute = isMute;
    const fetching = reads.fetch(resource, ignored, true);
    asked[0]?.fail({ response: problem.response.clone() });
    expect(await fetching).toMatchObject({ failure: { kind, status: 404 } });
  }
});
