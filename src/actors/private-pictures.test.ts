import { expect, test, vi } from 'vitest';
import { createFailure, type Outcome } from '#contract/api/problem';
import { getThumbnail } from '#contract/calls/leagues';
import { createPrivatePictures } from './private-pictures.ts';

const picture = { value: new Blob(['picture']) as never, version: null };

/** An API whose calls are answered by the test. */
function fakeApi() {
  const answers: ((outcome: Outcome<never>) => void)[] = [];
  const send = vi.fn(() => new Promise<Outcome<never>>((answer) => answers.push(answer)));
  return { send, answer: async (outcome: Outcome<never>) => answers.shift()?.(outcome) };
}

test('a picture is fetched once for all that show it, and revoked when nothing shows it any more', async () => {
  const api = fakeApi();
  const pictures = createPrivatePictures(api);
  const listeners = [vi.fn(), vi.fn()];
  const [first, second] = listeners.map((listener) => pictures.subscribe('league', 'one', listener));
  expect(pictures.url('one')).toBeNull();
  await api.answer(picture);
  await expect.poll(() => listeners.map((listener) => listener.mock.calls.length)).toEqual([1, 1]);
  expect(api.send.mock.calls).toEqual([[getThumbnail, { params: { leagueId: 'league' } }]]);
  const url = String(pictures.url('one'));
  expect(await (await fetch(url)).text()).toBe('picture');
  first?.();
  expect(pictures.url('one')).toBe(url);
  second?.();
  expect(pictures.url('one')).toBeNull();
  await expect(fetch(url)).rejects.toThrow();
});

test('a picture that comes after nothing shows it any more is dropped, and fetched anew the next time', async () => {
  const api = fakeApi();
  const pictures = createPrivatePictures(api);
  pictures.subscribe('league', 'one', vi.fn())();
  const listener = vi.fn();
  pictures.subscribe('league', 'one', listener);
  await api.answer(picture);
  await api.answer(picture);
  await expect.poll(() => listener).toHaveBeenCalledOnce();
  expect(api.send).toHaveBeenCalledTimes(2);
});

test('a picture that is refused stays without an address', async () => {
  const api = fakeApi();
  const pictures = createPrivatePictures(api);
  const listener = vi.fn();
  pictures.subscribe('league', 'one', listener);
  await api.answer({ failure: createFailure('problem', { status: 404 }) });
  expect(pictures.url('one')).toBeNull();
  expect(listener).not.toHaveBeenCalled();
});
