import { afterAll, beforeAll, expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('a session has the video of its event once address and start are known, and an address that is not https is refused', async () => {
  const as = 'Max';
  const { id: seasonId } = await server.get('createSeason', { as, body: { name: 'Thursday' } });
  const { events } = await server.get('addEvent', { as, params: { seasonId }, body: { track: Track.Monza } });
  const params = { seasonId, eventId: events[0]?.id ?? '' };
  const body = upload({ internalSessionId: '81', drivers: [driver({ name: 'Ada Swift' })] });
  const { id } = await server.get('createSession', { as, body });
  await server.get('addEventSession', { as, params: { ...params, sessionId: id } });
  const streamOf = async () => (await server.get('getSession', { params: { id } })).events?.[0]?.stream;
  const [streamUrl, streamStartsAt] = ['https://youtu.be/abc', '2026-05-01T17:50:12.000Z'];
  await server.get('updateEvent', { as, params, body: { streamUrl } });
  expect(await streamOf()).toBeUndefined();
  const changed = await server.get('updateEvent', { as, params, body: { streamStartsAt } });
  expect(changed.events[0]).toMatchObject({ streamUrl, streamStartsAt });
  expect(await streamOf()).toEqual({ url: streamUrl, startsAt: streamStartsAt });
  for (const address of ['http://youtu.be/abc', 'javascript:alert(1)', 'https://user:pass@example.com'])
    expect((await server.call('updateEvent', { as, params, body: { streamUrl: address } })).statusCode).toBe(400);
  await server.get('updateEvent', { as, params, body: { streamUrl: null } });
  expect(await streamOf()).toBeUndefined();
});
