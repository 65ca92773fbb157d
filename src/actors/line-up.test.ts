import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { LineUp, LineUpChange } from '#contract/entities/line-up';
import { useSendChoice } from './line-up.ts';
import { openTestTab } from './test-tab.tsx';

const idOf = (index: number) => `01900000-0000-7000-8000-00000000000${index}`;
const [eventId, ann, ben, cleo] = [idOf(1), idOf(2), idOf(3), idOf(4)];
const params = { seasonId: idOf(9), eventId };
const lineUpWith = (changes: LineUpChange[]): LineUp => ({
  eventId,
  answersUntil: null,
  seats: [],
  reserves: [],
  open: [],
  answers: [],
  changes,
});

let stop = () => {};
afterEach(() => stop());

/** A server with a line-up, which somebody else has changed since the screen was drawn. */
async function openScreen(theirs: LineUpChange[]) {
  const state = { changes: theirs, version: 2 };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const etag = () => `"${state.version}-hash"`;
    const sent = await text(request);
    if (request.method === 'PUT') {
      if (request.headers['if-match'] !== etag()) {
        response.writeHead(412, { 'content-type': 'application/problem+json' }).end('{"status":412,"title":"Changed"}');
        return;
      }
      state.changes = JSON.parse(sent).changes;
      state.version += 1;
    }
    const headers = { 'content-type': 'application/json', etag: etag() };
    response.writeHead(200, headers).end(JSON.stringify(lineUpWith(state.changes)));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const tab = openTestTab(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const send = tab.use(() => useSendChoice(params));
  const shown = { lineUp: lineUpWith([]), version: '"1-hash"' };
  const leaveOut = (driverId: string) =>
    send({ about: [driverId], apply: ({ changes }) => [...changes, { driverId, seatId: null }] }, shown, {
      key: 'key',
      signal: new AbortController().signal,
    });
  return { state, leaveOut };
}

test('a choice about another driver than that of somebody else is made on top of theirs', async () => {
  const theirs = { driverId: cleo, seatId: ben };
  const { state, leaveOut } = await openScreen([theirs]);
  expect(await leaveOut(ann)).toMatchObject({ value: { changes: [theirs, { driverId: ann, seatId: null }] } });
  expect(state.version).toBe(3);
});

test('a choice about the same driver or seat as that of somebody else is refused, and changes nothing', async () => {
  const theirs = [{ driverId: cleo, seatId: ben }];
  const { state, leaveOut } = await openScreen(theirs);
  for (const driverId of [cleo, ben]) {
    const outcome = await leaveOut(driverId);
    expect(outcome).toMatchObject({ failure: { status: 412, message: expect.stringContaining('Somebody else') } });
  }
  expect(state).toEqual({ changes: theirs, version: 2 });
});
