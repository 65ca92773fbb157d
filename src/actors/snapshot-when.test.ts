import { expect, test } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { snapshotWhen } from './snapshot-when.ts';

const counter = setup({ types: { context: {} as { count: number }, events: {} as { type: 'count' } } }).createMachine({
  context: { count: 0 },
  on: { count: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
});

test('the current snapshot is returned when it fits, and otherwise the first one after it that does', async () => {
  const ref = createActor(counter).start();
  const now = snapshotWhen(ref, ({ context }) => context.count === 0);
  const later = snapshotWhen(ref, ({ context }) => context.count === 2);
  for (let sent = 0; sent < 3; sent += 1) ref.send({ type: 'count' });
  expect((await now).context.count).toBe(0);
  expect((await later).context.count).toBe(2);
});
