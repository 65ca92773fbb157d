import { expect, test, vi } from 'vitest';
import { FairQueue } from './fair-queue.ts';

test('each client has its turn, and too much of one is refused', async () => {
  const queue = new FairQueue({ running: 1, waiting: 3 });
  const order: string[] = [];
  let finishFirst: () => void = () => undefined;
  const first = queue.run(
    { key: 'ann' },
    () =>
      new Promise<void>((resolve) => {
        finishFirst = resolve;
      }),
  );
  const add = (client: string, name: string) =>
    queue.run({ key: client }, async () => {
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
      queue.run({ key: client }, async () => {
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
  await expect(queue.run({ key: 'ann' }, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await queue.run({ key: 'ann' }, async () => 'done')).toBe('done');
});

test('work whose client has gone before its turn is dropped, and makes room for more', async () => {
  const queue = new FairQueue({ running: 1, waiting: 1 });
  let finish: () => void = () => undefined;
  const first = queue.run({ key: 'ann' }, () => new Promise<void>((resolve) => (finish = resolve)));
  const controller = new AbortController();
  const dropped = vi.fn(async () => undefined);
  const second = queue.run({ key: 'ann', gone: controller.signal }, dropped);
  controller.abort();
  await expect(second).rejects.toMatchObject({ status: 408 });
  await expect(queue.run({ key: 'bob', gone: controller.signal }, dropped)).rejects.toMatchObject({ status: 408 });
  const third = queue.run({ key: 'ann' }, async () => 'done');
  finish();
  await first;
  expect(await third).toBe('done');
  expect(dropped).not.toHaveBeenCalled();
});

test('where work has no rests the next begins at once, also of the same client', async () => {
  vi.useFakeTimers();
  try {
    const queue = new FairQueue({ running: 1, waiting: 3, rests: false });
    const begin = performance.now();
    const startedAt: number[] = [];
    const work = () =>
      queue.run({ key: 'ann' }, async () => {
        startedAt.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, 100));
      });
    const all = [work(), work()];
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all(all);
    expect(startedAt).toEqual([0, 100]);
  } finally {
    vi.useRealTimers();
  }
});
