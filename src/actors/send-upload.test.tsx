import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { recordingOf } from '#contract/race/recording';
import { session, upload } from '../../tests/fixtures/session.ts';
import { useSendUpload } from './send-upload.ts';
import { openTestTab } from './test-tab.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** A server that answers in this order, and says what it was asked. */
async function startServer(...answers: readonly Answer[]) {
  const seen: string[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    const { status, body } = answers[seen.length] ?? { status: 500, body: {} };
    seen.push(`${method} ${url} ${headers['if-match'] ?? '-'} ${headers['idempotency-key'] ?? '-'}`);
    const type = status < 300 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { 'content-type': type, etag: '"7"' }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanups.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const send = openTestTab(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).use(useSendUpload);
  return { seen, send: (input: Parameters<typeof send>[0]) => send(input, new AbortController().signal) };
}

const stored = session({});
const recording = recordingOf(stored);
const refusal = (status: number): Answer => ({ status, body: { status, title: 'Refused', detail: 'Refused' } });
const first = { upload: upload({}), startedAt: null, key: 'one', replaced: null };
const replacing = { ...first, replaced: { id: stored.id, result: 'kept', version: '"3"', recording } } as const;

test('a session that is sent is stored, with what the server has made of it', async () => {
  const { seen, send } = await startServer({ status: 200, body: { ...stored, uploadResult: 'created' } });
  expect(await send(first)).toEqual({
    value: { id: stored.id, result: 'created', version: '"7"', recording },
    version: '"7"',
  });
  expect(seen).toEqual(['POST /api/Sessions - one']);
});

test('a session replaces the version that was seen, and no other', async () => {
  const { seen, send } = await startServer({ status: 200, body: { ...stored, uploadResult: 'replaced' } });
  expect(await send(replacing)).toMatchObject({ value: { result: 'replaced' } });
  expect(seen).toEqual(['POST /api/Sessions?replace=true "3" one']);
});

test('after a 412 the stored session is there to choose from, as it has become', async () => {
  const { send } = await startServer(refusal(412), { status: 200, body: stored }, { status: 200, body: stored });
  expect(await send(replacing)).toMatchObject({ value: { id: stored.id, result: 'kept', version: '"7"', recording } });
});

test('a stored session that is gone by then is said to be', async () => {
  const { send } = await startServer(refusal(412), refusal(404), refusal(404));
  expect(await send(replacing)).toMatchObject({ failure: { status: 404 } });
});

test('another refusal stands', async () => {
  const { send } = await startServer(refusal(409));
  expect(await send(replacing)).toMatchObject({ failure: { status: 409 } });
});
