import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionUpload } from '#contract/api/bodies';
import { ResultStatus, SessionStatus } from '#contract/enumerations';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let uid = 90_000;
const lap = { lapTime: 90_000, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000, invalidLap: false };

/** A race of some drivers over some laps. */
function race(drivers: number, laps: number, given: Partial<SessionUpload> = {}): SessionUpload {
  return upload({
    internalSessionId: String(uid),
    drivers: Array.from({ length: drivers }, (_, carIndex) =>
      driver({
        carIndex,
        name: `Driver ${carIndex}`,
        finishingPosition: carIndex + 1,
        numberOfLaps: laps,
        totalRaceTime: laps * 90_000,
        lapTimes: Array.from({ length: laps }, () => lap),
        resultStatus: ResultStatus.Finished,
      }),
    ),
    ...given,
  });
}

/** Uploads the race of Ann, and says what became of it. */
async function put(body: SessionUpload, options: { replace?: true; version?: number | string; as?: string } = {}) {
  const { replace, version, as = 'Ann' } = options;
  const response = await server.call('createSession', {
    as,
    body,
    query: replace === undefined ? {} : { replace: 'true' },
    headers: version === undefined ? {} : { 'if-match': typeof version === 'string' ? version : `"${version}-x"` },
  });
  const { id, drivers, uploadResult, current } = response.json();
  const etag = String(response.headers.etag);
  return { status: response.statusCode, id, drivers: drivers?.length, result: uploadResult, current, etag };
}

const stored = (id: string) => server.get('getSession', { params: { id } });
const versionsOf = (id: string, as = 'Ann') => server.get('listSessionVersions', { as, params: { id } });
const sizes = (versions: Awaited<ReturnType<typeof versionsOf>>) =>
  versions.map(({ reason, laps, drivers }) => [reason, laps, drivers]);

describe('another session under the same id of the game', () => {
  const later = (laps: number, given: Partial<SessionUpload> = {}): SessionUpload => {
    const { drivers, ...rest } = race(2, laps, { sessionStartTime: '2026-05-01T18:40:00.000Z', ...given });
    const lapTimes = Array.from({ length: laps }, () => ({ ...lap, lapTime: 91_000 }));
    return { ...rest, drivers: drivers.map((one) => ({ ...one, lapTimes, totalRaceTime: laps * 91_000 })) };
  };

  test('is stored beside it, and each is recognised again', async () => {
    uid += 1;
    const first = await put(race(2, 5));
    const second = await put(later(5));
    expect([second.result, second.id === first.id]).toEqual(['created', false]);
    expect([await put(race(2, 5)), await put(later(5))]).toMatchObject([
      { result: 'same', id: first.id },
      { result: 'same', id: second.id },
    ]);
    expect(await put(later(4))).toMatchObject({ result: 'kept', id: second.id });
    // A clock that was wrong, or a recording that is played again, makes no other session of it.
    const played = { sessionStartTime: '2026-05-03T18:00:00.000Z', sessionEndTime: '2026-05-03T19:00:00.000Z' };
    expect(await put(race(2, 5, played))).toMatchObject({ result: 'kept', id: first.id });
  });

  test('of two that arrive at once each is stored', async () => {
    uid += 1;
    const results = await Promise.all([put(race(2, 5)), put(later(5)), put(later(4))]);
    expect(new Set(results.map(({ id }) => id)).size).toBe(2);
  });

  test('is replaced by choice where a person saw its version', async () => {
    uid += 1;
    const first = await put(race(2, 5));
    const second = await put(later(5));
    await put(later(5, { numberOfLaps: 11 }), { replace: true, version: second.etag });
    const corrected = race(2, 0, { sessionStartTime: '2026-05-01T18:20:00.000Z', drivers: [] });
    expect(await put(corrected, { replace: true, version: 2 })).toMatchObject({ result: 'replaced', id: second.id });
    expect((await stored(first.id)).drivers).toHaveLength(2);
  });
});

describe('what a recorder with a token of a user sends', () => {
  const completeness = { laps: 10, lapsRecorded: 10, packets: null, packetsLost: null };

  test('replaces what it sent before with more laps, and a result from timing by that of the game', async () => {
    uid += 1;
    const part = await put(race(2, 1, { completeness, sessionStatus: SessionStatus.InProgress }));
    const whole = await put(race(2, 5, { completeness, resultSource: 'timing' }));
    expect([whole.result, whole.id]).toEqual(['replaced', part.id]);
    expect((await stored(part.id)).resultSource).toBe('timing');
    expect((await put(race(2, 5, { completeness, resultSource: 'classification' }))).result).toBe('replaced');
    expect((await put(race(2, 5, { completeness, resultSource: 'timing' }))).result).toBe('kept');
    expect((await stored(part.id)).resultSource).toBe('classification');
  });
});

describe('another upload of a stored session', () => {
  test('leaves what is stored, however complete it is, and the answer shows what is stored', async () => {
    uid += 1;
    const first = await put(race(20, 27, { sessionStatus: SessionStatus.InProgress }));
    expect([first.status, first.result]).toEqual([200, 'created']);
    const more = await put(race(2, 310));
    expect([more.status, more.result, more.id, more.drivers]).toEqual([200, 'kept', first.id, 20]);
    expect((await stored(first.id)).drivers).toHaveLength(20);
    expect(await versionsOf(first.id)).toEqual([]);
  });

  test('is recognised when it is the same, also after a driver was renamed', async () => {
    uid += 1;
    const { id } = await put(race(2, 3));
    expect((await put(race(2, 3))).result).toBe('same');
    await server.get('renameDriver', { as: 'Ann', params: { id, carIndex: '0' }, body: { name: 'Grace' } });
    expect((await put(race(2, 3), { replace: true })).result).toBe('same');
    expect((await stored(id)).drivers[0]?.name).toBe('Grace');
  });

  test('replaces it by choice, on the version that was seen', async () => {
    uid += 1;
    const first = await put(race(20, 27));
    const replaced = await put(race(2, 31), { replace: true, version: first.etag });
    expect([replaced.result, replaced.id, replaced.drivers]).toEqual(['replaced', first.id, 2]);
    expect((await stored(first.id)).drivers).toHaveLength(2);
    expect(sizes(await versionsOf(first.id))).toEqual([['replaced', 27, 20]]);
  });

  test('on a version that is no longer stored is refused with 412, which shows what is stored', async () => {
    uid += 1;
    const first = await put(race(20, 27));
    await put(race(3, 28), { replace: true, version: first.etag });
    for (const choice of [{ replace: true, version: first.etag } as const, { version: first.etag }]) {
      const stale = await put(race(2, 31), choice);
      expect([stale.status, stale.current.id, stale.current.drivers.length]).toEqual([412, first.id, 3]);
    }
    expect((await stored(first.id)).drivers).toHaveLength(3);
  });

  test('twice at once on the same version replaces it once', async () => {
    uid += 1;
    const first = await put(race(20, 27));
    const both = await Promise.all(
      [2, 3].map((drivers) => put(race(drivers, 31), { replace: true, version: first.etag })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const [winner] = both.filter(({ status }) => status === 200);
    expect((await stored(first.id)).drivers).toHaveLength(winner?.drivers);
    expect(sizes(await versionsOf(first.id))).toEqual([['replaced', 27, 20]]);
  });

  test('of the same session at once stores one, and the others are not lost to it', async () => {
    uid += 1;
    const all = await Promise.all([1, 2, 3, 4].map((drivers) => put(race(drivers, 5))));
    expect(all.map(({ result }) => result).sort()).toEqual(['created', 'kept', 'kept', 'kept']);
    expect(new Set(all.map(({ id, drivers }) => `${id} ${drivers}`)).size).toBe(1);
  });

  test('with the same Idempotency-Key is answered as the first time', async () => {
    uid += 1;
    const request = { as: 'Ann', body: race(2, 3), headers: { 'idempotency-key': randomUUID() } };
    const [one, other] = [await server.get('createSession', request), await server.get('createSession', request)];
    expect([one.uploadResult, other]).toEqual(['created', one]);
  });
});

describe('a version that was replaced', () => {
  test('is restored in exchange for the one that replaced it, with its names', async () => {
    uid += 1;
    const retired = { resultStatus: ResultStatus.Retired };
    const sent = race(20, 27).drivers.map((one) => (one.carIndex === 2 ? { ...one, ...retired } : one));
    const first = race(20, 27, { drivers: sent });
    const { id } = await put(first);
    for (const [carIndex, name] of [
      ['0', 'Grace'],
      ['7', 'Ada'],
    ] as const)
      await server.get('renameDriver', { as: 'Ann', params: { id, carIndex }, body: { name } });
    const before = await stored(id);
    await put(race(2, 31), { replace: true });
    expect((await stored(id)).drivers.map(({ name }) => name)).toEqual(['Grace', 'Driver 1']);
    await server.get('renameDriver', { as: 'Ann', params: { id, carIndex: '1' }, body: { name: 'Zoë' } });
    const [version] = await versionsOf(id);
    const params = { id, versionId: version?.id ?? '' };
    const shown = await server.get('getSessionVersion', { as: 'Ann', params });
    expect([shown.drivers, shown.classification]).toEqual([before.drivers, before.classification]);
    expect([shown.podium, version?.podium]).toEqual([before.podium, before.podium]);
    const restored = await server.get('restoreSession', { as: 'Ann', params });
    const drivers = before.drivers.map((one) => (one.carIndex === 1 ? { ...one, name: 'Zoë' } : one));
    const podium = before.podium.map((one) => (one.carIndex === 1 ? { ...one, name: 'Zoë' } : one));
    expect(restored).toEqual({ ...before, drivers, podium });
    expect(await stored(id)).toEqual(restored);
    expect(sizes(await versionsOf(id))).toEqual([['replaced', 31, 2]]);
    expect((await put(first)).result).toBe('same');
  });

  test('is restored on the version of the session that was seen, by the owner alone', async () => {
    uid += 1;
    const { id } = await put(race(20, 27));
    await put(race(2, 31), { replace: true });
    const [version] = await versionsOf(id);
    const params = { id, versionId: version?.id ?? '' };
    const stale = await server.call('restoreSession', { as: 'Ann', params, headers: { 'if-match': '"1-x"' } });
    expect([stale.statusCode, stale.json().current.drivers.length]).toEqual([412, 2]);
    expect((await server.call('restoreSession', { as: 'Bob', params })).statusCode).toBe(403);
    expect((await server.call('listSessionVersions', { as: 'Bob', params: { id } })).statusCode).toBe(403);
    const other = { id, versionId: randomUUID() };
    expect((await server.call('restoreSession', { as: 'Ann', params: other })).statusCode).toBe(404);
    expect((await stored(id)).drivers).toHaveLength(2);
  });

  test('is named in the list of own sessions, for 14 days, and is deleted then', async () => {
    uid += 1;
    const { id } = await put(race(20, 27), { as: 'Old' });
    await put(race(2, 31), { as: 'Old', replace: true });
    const listed = async () => (await server.get('listOwnSessions', { as: 'Old' })).sessions[0]?.otherVersionAt;
    const [version] = await versionsOf(id, 'Old');
    expect(await listed()).toBe(version?.storedAt);
    expect(Date.parse(String(version?.keptUntil)) - Date.parse(String(version?.storedAt))).toBe(14 * 86_400_000);
    const { now } = server.clock;
    server.clock.now = new Date(now.getTime() + 14 * 86_400_000 + 1_000);
    expect([await listed(), await versionsOf(id, 'Old')]).toEqual([undefined, []]);
    // Once an hour, without any request.
    server.pass(100);
    server.clock.now = now;
    await expect.poll(() => versionsOf(id, 'Old')).toEqual([]);
  });

  test('is one of five: the oldest one goes', async () => {
    uid += 1;
    const { id } = await put(race(1, 1));
    for (let laps = 2; laps <= 8; laps += 1) await put(race(1, laps), { replace: true });
    expect((await versionsOf(id)).map(({ laps }) => laps)).toEqual([7, 6, 5, 4, 3]);
  });

  test('is in the export, and goes with its session and with the account', async () => {
    uid += 1;
    const { id } = await put(race(20, 27), { as: 'Eve' });
    await put(race(2, 31), { as: 'Eve', replace: true });
    const [version] = await versionsOf(id, 'Eve');
    const [exported] = (await server.get('exportAccount', { as: 'Eve' })).sessions;
    expect(exported?.versions.map(({ address }) => address)).toEqual([
      `http://pitboard.test/api/Sessions/${id}/versions/${version?.id}`,
    ]);
    await server.call('deleteSession', { as: 'Eve', params: { id } });
    expect((await server.call('listSessionVersions', { as: 'Eve', params: { id } })).statusCode).toBe(404);
    const again = await put(race(20, 27), { as: 'Eve' });
    await put(race(2, 31), { as: 'Eve', replace: true });
    const { sessionVersions } = await import('../storage/tables.ts');
    const rows = async () =>
      (await server.storage.database.select().from(sessionVersions)).filter((row) => row.sessionId === again.id);
    expect(await rows()).toHaveLength(1);
    await server.call('deleteAccount', { as: 'Eve' });
    expect(await rows()).toEqual([]);
  });
});

describe('what the recorder of a live session sends', () => {
  const register = async (as = 'Rec') => {
    const id = randomUUID();
    await server.get('registerLive', { as, params: { id } });
    return id;
  };

  test('replaces only what a recorder has made, when it is more complete', async () => {
    uid += 1;
    const liveId = await register();
    const first = await put(race(20, 10, { liveId }), { as: 'Rec' });
    expect((await put(race(20, 27, { liveId }), { as: 'Rec' })).result).toBe('replaced');
    expect((await put(race(20, 26, { liveId }), { as: 'Rec' })).result).toBe('kept');
    expect((await stored(first.id)).drivers[0]?.numberOfLaps).toBe(27);
  });

  test('does not replace what a person has uploaded: the owner can choose it', async () => {
    uid += 1;
    const { id } = await put(race(2, 3), { as: 'Rec' });
    const liveId = await register();
    for (let times = 0; times < 2; times += 1)
      expect((await put(race(20, 27, { liveId }), { as: 'Rec' })).result).toBe('kept');
    expect((await stored(id)).drivers).toHaveLength(2);
    const versions = await versionsOf(id, 'Rec');
    expect(sizes(versions)).toEqual([['unused', 27, 20]]);
    const params = { id, versionId: versions[0]?.id ?? '' };
    expect((await server.get('restoreSession', { as: 'Rec', params })).drivers).toHaveLength(20);
    expect(sizes(await versionsOf(id, 'Rec'))).toEqual([['replaced', 3, 2]]);
  });

  test('counts as an upload of a person with the live session of somebody else', async () => {
    uid += 1;
    const own = await register('Rec');
    await put(race(20, 10, { liveId: own }), { as: 'Rec' });
    const foreign = await register('Somebody');
    expect((await put(race(2, 31, { liveId: foreign }), { as: 'Rec' })).result).toBe('kept');
    expect(userIdOf('Rec')).not.toBe(userIdOf('Somebody'));
  });
});
