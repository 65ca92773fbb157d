import { expect, test } from 'vitest';
import { probeServer } from './probe.ts';

const signal = new AbortController().signal;
const answering =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status });

test.each([
  ['our health document', answering('{"status":"ok"}'), 'online'],
  ['a page', answering('<html>Please accept our terms</html>'), 'captive'],
  ['a page with 403', answering('<html>Please accept our terms</html>', 403), 'captive'],
  ['JSON of another server', answering('{"hello":1}'), 'captive'],
  ['an empty answer', answering(''), 'captive'],
  ['500', answering('{"status":500}', 500), 'faulty'],
  ['502 from a proxy', answering('<html>Bad Gateway</html>', 502), 'faulty'],
  ['no answer', async () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
] as const)('%s means %s', async (_, fetcher, status) => {
  expect(await probeServer(fetcher as typeof fetch, signal)).toEqual({ status, isTimeout: false });
});
