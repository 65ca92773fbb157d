import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { PublisherMessage, PublisherReply } from '#contract/live/publisher-messages';
import { ViewerMessage } from '#contract/live/viewer-messages';
import { LiveClient } from '../../server/tests/support/live-client.ts';
import { openTestServer, type TestServer } from '../../server/tests/support/open-test-server.ts';
import { codeOf, type Section, sectionsOf } from './markdown.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/live.md'), 'utf8');
const section = sectionsOf(text).find(({ title }) => title === 'A session of messages') as Section;
const [recorded = [], watched = []] = codeOf(section).map((block) =>
  block.split('\n').map((line) => ({ isSent: line.startsWith('→'), message: JSON.parse(line.slice(2)) })),
);

const pick = (from: object, keys: object) => Object.fromEntries(Object.entries(from).filter(([key]) => key in keys));

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await openTestServer();
  address = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
afterAll(() => server.close());

test('the example messages parse by the schemas', () => {
  const faults = [
    ...recorded.map(({ isSent, message }) => v.safeParse(isSent ? PublisherMessage : PublisherReply, message)),
    ...watched.map(({ message }) => v.safeParse(ViewerMessage, message)),
  ].flatMap(({ issues }) => issues ?? []);
  // The weather that the server does not know.
  expect(faults.map((issue) => v.getDotPath(issue as v.BaseIssue<unknown>))).toEqual(['patch.startWeather']);
});

test('a server answers the messages of a recorder, and those to a viewer, as they stand there', async () => {
  const hello = watched[0]?.message;
  const { publish } = await server.get('registerLive', { as: 'Author', params: { id: hello.id } });
  const query = { view: 'table', format: 'json' };
  const viewer = new LiveClient(`${address}${addressOf(calls.watchLive, { id: hello.id }, query)}`);
  const seen = [await viewer.next(), await viewer.next()];
  const recorder = new LiveClient(`${address}${addressOf(calls.publishLive, { id: hello.id })}`);
  await recorder.opened();
  const played = [];
  for (const { isSent, message } of recorded) {
    if (isSent) {
      recorder.send(message.type === 'auth' ? { ...message, token: publish.token } : message);
      await recorder.roundTrip();
      server.pass(100);
      played.push({ isSent, message });
    } else {
      // Acknowledgements come once a second.
      if (message.type === 'ack') server.pass(1_000);
      played.push({ isSent, message: await recorder.next() });
    }
  }
  expect(played).toEqual(recorded);
  expect((await recorder.closed).code).toBe(1_000);
  server.pass(100);
  while (seen.at(-1).type !== 'ended') seen.push(await viewer.next());
  const sessionId = seen.at(-1).sessionId;
  expect((await server.get('getSession', { params: { id: sessionId } })).trackTemp).toBe(31);
  const unlikeAny = { serverTime: expect.any(String), sessionId: expect.any(String) };
  const expected = watched.map(({ message }) => ({ ...message, ...pick(unlikeAny, message) }));
  expect(seen.filter(({ type }) => type !== 'ping')).toEqual(expected);
});
