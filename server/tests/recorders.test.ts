import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Completeness } from '#contract/entities/completeness';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { recorders } from '../storage/tables.ts';
import { LiveClient } from './support/live-client.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await openTestServer();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const liveId = '01900000-0000-7000-8000-0000000000cc';
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Connects a recorder to the account of a user. */
async function pair(user: string, name = 'Rig'): Promise<{ id: string; token: string }> {
  const { code } = await server.get('createPairingCode', { as: user });
  return server.get('pairRecorder', { body: { code, name } });
}

describe('a code', () => {
  test('connects one recorder, once', async () => {
    const { code, expiresAt } = await server.get('createPairingCode', { as: 'Ann' });
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(Date.parse(expiresAt) - server.clock.now.getTime()).toBe(600_000);
    const typed = `${code.slice(0, 4)} ${code.slice(4)}`.toLowerCase();
    const { token } = await server.get('pairRecorder', { body: { code: typed, name: 'Rig' } });
    expect(token).toMatch(/^pbr_[\w-]{43}$/);
    expect((await server.call('pairRecorder', { body: { code, name: 'Other' } })).statusCode).toBe(422);
    expect(await server.get('listRecorders', { as: 'Ann' })).toEqual([
      { id: expect.any(String), name: 'Rig', createdAt: expect.any(String), lastSeenAt: null },
    ]);
    const [row] = await server.storage.database.select().from(recorders);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test('is no longer valid after ten minutes, or once there is a newer one', async () => {
    const first = await server.get('createPairingCode', { as: 'Bob' });
    const second = await server.get('createPairingCode', { as: 'Bob' });
    const send = ({ code }: { code: string }) => server.call('pairRecorder', { body: { code, name: 'Rig' } });
    expect((await send(first)).statusCode).toBe(422);
    server.pass(600_000);
    expect((await send(second)).json().detail).toBe('This code is not valid, or no longer: create another one.');
    expect(await server.get('listRecorders', { as: 'Bob' })).toEqual([]);
  });
});

describe('a recorder', () => {
  test('uploads for its owner, and replaces with more laps what a recorder made, and nothing else', async () => {
    const { token } = await pair('Cy');
    const laps = (count: number) =>
      Array.from({ length: count }, () => ({
        lapTime: 80_000,
        sector1Time: null,
        sector2Time: null,
        sector3Time: null,
        invalidLap: false,
      }));
    const session = (uid: string, count: number) =>
      upload({ internalSessionId: uid, drivers: [driver({ lapTimes: laps(count) })] });
    const send = async (body: ReturnType<typeof upload>, options: object = bearer(token)) => {
      const { id, userId, uploadResult } = await server.get('createSession', { ...options, body });
      return { id, userId, uploadResult };
    };
    const first = await send(session('4711', 2));
    expect(first).toMatchObject({ userId: userIdOf('Cy'), uploadResult: 'created' });
    expect(await send(session('4711', 3))).toEqual({ ...first, uploadResult: 'replaced' });
    await send(session('4712', 2), { as: 'Cy' });
    expect((await send(session('4712', 3))).uploadResult).toBe('kept');
    const forced = await server.call('createSession', {
      ...bearer(token),
      query: { replace: 'true' },
      body: session('4712', 3),
    });
    expect(forced.statusCode).toBe(403);
  });

  test('says how complete a session is, and replaces one that lacks times of laps', async () => {
    const { token } = await pair('Fay');
    const lapOf = (lapTime: number | null) => ({
      lapTime,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    });
    const send = (lapTimes: (number | null)[], completeness?: Completeness | null) =>
      server.get('createSession', {
        ...bearer(token),
        body: upload({
          internalSessionId: '4713',
          drivers: [driver({ lapTimes: lapTimes.map(lapOf) })],
          ...(completeness === undefined ? {} : { completeness }),
        }),
      });
    const stored = async (id: string) => (await server.get('getSession', { params: { id } })).completeness;
    const { id, uploadResult } = await send([null, 80_000]);
    expect([uploadResult, await stored(id)]).toEqual(['created', undefined]);
    // No other session than before.
    expect((await send([null, 80_000], null)).uploadResult).toBe('same');
    const completeness = { laps: 2, lapsRecorded: 2, packets: 9_000, packetsLost: 18 };
    expect((await send([81_000, 80_000], completeness)).uploadResult).toBe('replaced');
    expect(await stored(id)).toEqual(completeness);
    expect((await send([null, 80_000], { ...completeness, lapsRecorded: 1 })).uploadResult).toBe('kept');
    expect(await stored(id)).toEqual(completeness);
  });

  test('is listed with when it was last seen', async () => {
    const { token, id } = await pair('Dora');
    server.pass(1_000);
    await server.get('registerLive', { ...bearer(token), params: { id: '01900000-0000-7000-8000-0000000000dd' } });
    const [listed] = await server.get('listRecorders', { as: 'Dora' });
    expect(listed).toMatchObject({ id, lastSeenAt: server.clock.now.toISOString() });
  });

  test('that is removed cannot go on, neither with its token nor on its connection, and others can', async () => {
    const [removed, other] = [await pair('Eve'), await pair('Eve', 'Other')];
    const registered = await server.get('registerLive', { ...bearer(removed.token), params: { id: liveId } });
    const otherId = liveId.replace('cc', 'cd');
    const kept = await server.get('registerLive', { ...bearer(other.token), params: { id: otherId } });
    const connect = async (id: string, token: string) => {
      const client = new LiveClient(`${address.replace('http', 'ws')}/api/LiveSession/ws/publish/${id}`, {});
      await client.opened();
      client.send({ type: 'auth', token });
      return client;
    };
    const [client, otherClient] = [
      await connect(liveId, registered.publish.token),
      await connect(otherId, kept.publish.token),
    ];
    await client.nextOf('ready');
    await otherClient.nextOf('ready');
    const response = await server.call('deleteRecorder', { as: 'Eve', params: { id: removed.id } });
    expect(response.statusCode).toBe(204);
    expect(await client.nextOf('refused')).toMatchObject({
      problem: { status: 401, detail: 'This recorder was removed from its account.' },
    });
    await client.closed;
    const again = await connect(liveId, registered.publish.token);
    expect(await again.nextOf('refused')).toMatchObject({ problem: { status: 401 } });
    expect((await server.call('registerLive', { ...bearer(removed.token), params: { id: liveId } })).statusCode).toBe(
      401,
    );
    expect((await server.call('listLive', bearer(removed.token))).statusCode).toBe(401);
    await otherClient.roundTrip();
    await otherClient.close();
    expect((await server.get('listRecorders', { as: 'Eve' })).map(({ name }) => name)).toEqual(['Other']);
  });

  test('of another account cannot be removed', async () => {
    const { id } = await pair('Finn');
    expect((await server.call('deleteRecorder', { as: 'Gus', params: { id } })).statusCode).toBe(403);
  });

  test('goes with its account', async () => {
    const { token } = await pair('Hal');
    await server.call('deleteAccount', { as: 'Hal' });
    expect((await server.call('registerLive', { ...bearer(token), params: { id: liveId } })).statusCode).toBe(401);
  });
});
