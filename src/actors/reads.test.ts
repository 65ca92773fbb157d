import { describe, expect, test } from 'vitest';
import type { CallName } from '#contract/calls';
import type { Api } from '../api/client.ts';
import { keepInMemory } from '../cache/kept.ts';
import { createReads } from './reads.ts';

const resource = { name: 'listLeagues' } as const;
const value = { count: 0, leagues: [] };

/** An API whose reads end when the test says so. */
function startApi() {
  const asked: { signal: AbortSignal; answer: (value: unknown) => void }[] = [];
  const api: Pick<Api, 'read' | 'fits' | 'serverTime'> = {
    read: (_: CallName, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ signal, answer: resolve });
        signal.addEventListener('abort', () => reject(new DOMException('taken back', 'AbortError')));
      }),
    fits: () => true,
    serverTime: () => 0,
  };
  return {
    asked,
    reads: createReads(
      api,
      keepInMemory(() => 0),
      () => true,
      async () => null,
    ),
  };
}

describe('reads of the same address', () => {
  test('at one time are one call, taken back when the last reader leaves', () => {
    const { asked, reads } = startApi();
    const [one, other] = [new AbortController(), new AbortController()];
    void reads.fetch(resource, one.signal, true);
    void reads.fetch(resource, other.signal, true);
    one.abort();
    expect([asked.length, asked[0]?.signal.aborted]).toEqual([1, false]);
    other.abort();
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  test('share a call that began after another was taken back', async () => {
    const { asked, reads } = startApi();
    const first = new AbortController();
    const gone = reads.fetch(resource, first.signal, true);
    first.abort();
    const second = reads.fetch(resource, new AbortController().signal, true);
    expect(await gone).toMatchObject({ failure: { kind: 'aborted' } });
    const third = reads.fetch(resource, new AbortController().signal, true);
    asked[1]?.answer(value);
    expect(await Promise.all([second, third])).toEqual([
      { copy: { value, storedAt: 0 } },
      { copy: { value, storedAt: 0 } },
    ]);
    expect(asked.length).toBe(2);
  });
});
