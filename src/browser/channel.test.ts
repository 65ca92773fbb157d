import { expect, test, vi } from 'vitest';
import { openChannel } from './channel.ts';

/** The channels of two tabs, and what their listeners got. */
function openTabs(includesOwn: boolean) {
  const name = `test-${Math.random()}`;
  const [here, there] = [openChannel<string>(name, includesOwn), openChannel<string>(name, includesOwn)];
  const got: string[] = [];
  const stops = [
    here.subscribe((text) => got.push(`here ${text}`)),
    there.subscribe((text) => got.push(`there ${text}`)),
  ];
  return { here, got, stops };
}

test.each([
  [false, ['there x']],
  [true, ['here x', 'there x']],
])('a message reaches the other tab once; its own tab: %s', async (includesOwn, expected) => {
  const { here, got, stops } = openTabs(includesOwn);
  here.post('x');
  await expect.poll(() => got).toContain('there x');
  expect(got).toEqual(expected);
  for (const stop of stops) stop();
});

test('a tab in which nobody listens can send, and gets nothing any more', async () => {
  const { here, got, stops } = openTabs(true);
  stops[0]?.();
  here.post('x');
  await expect.poll(() => got).toEqual(['there x']);
  stops[1]?.();
});

test('without channels in the browser only this tab gets its messages', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  delete (globalThis as { BroadcastChannel?: unknown }).BroadcastChannel;
  const { here, got } = openTabs(true);
  here.post('x');
  expect(got).toEqual(['here x']);
});
