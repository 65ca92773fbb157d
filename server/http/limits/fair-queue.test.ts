import { expect, test, vi } from 'vitest';
import { FairQueue } from './fair-queue.ts';

test('each client has its turn, and too much of one is refused', async () => {
  const queue = new FairQueue({ running: 1, waiting: 3 });
  const order: string[] = [];
  let finishFirst: () => void = () => undefined;
  const first = queue.run(
    'ann',
    () =>
      new Promise<void>((resolve) => {
        finishFirst = resolve;
      }),
  );
  const add = (client: string, name: string) =>
    queue.run(client, async () => {
      order.push(name);
    });
  const others = [add('ann', 'ann 2'), add('ann', 'ann 3'), add('ann', 'ann 4'), add('bob', 'bob 1')];
  await expect(add('ann', 'ann 5')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  finishFirst();
  await Promise.all([first, ...others]);
  expect(order).toEqual(['ann 2', 'bob 1', 'ann 3', 'ann 4']);
});

test('after slow work its client waits twice as long, and others half as long', async () => {
  vi.useFakeTimers();
  try {
    const queue = new FairQueue({ running: 1, waiting: 3 });
    const startedAt: [client: string, at: number][] = [];
    const begin = performance.now();
    const work = (client: string) =>
      queue.run(client, async () => {
        startedAt.push([client, performance.now() - begin]);
        await new Promise((resolve) => setTimeout(resolve, 100));
      });
    const all = [work('ann'), work('ann'), work('bob')];
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(all);
    expect(startedAt).toEqual([
      ['ann', 0],
      ['bob', 150],
      ['ann', 300],
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('work that fails ends its turn', async () => {
  const queue = new FairQueue({ running: 1, waiting: 1 });
  await expect(queue.run('ann', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await queue.run('ann', async () => 'done')).toBe('done');
});
