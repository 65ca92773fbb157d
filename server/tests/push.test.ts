import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NoticeKind } from '#contract/entities/notice';
import type { NoticeSettings } from '#contract/entities/notice-settings';
import { deviceKeys } from '../../tests/fixtures/call-inputs.ts';
import { sendCall, signUpNameless } from '../../tests/fixtures/fixture.ts';
import { cut, openPushService, type PushService, silent, status } from '../../tests/fixtures/push-service.ts';
import type { StoredMail } from '../auth/mailer.ts';
import { notify } from '../domain/notices/notify.ts';
import { deliveries } from '../storage/tables.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let service: PushService;
let server: TestServer;
beforeAll(async () => {
  service = await openPushService(() => server.clock.now);
  server = await openTestServer({
    OPERATOR: 'Me; ; me@race.example',
    PITBOARD_TEST: JSON.stringify({ pushOrigin: service.origin }),
  });
});
afterAll(async () => {
  await server.close();
  await service.close();
  expect(service.faults).toEqual([]);
});

let count = 0;

/** A user with a device, and a season with an event. */
async function openUser(isPublic = true) {
  count += 1;
  const as = `Driver ${count}`;
  const owner = `Owner ${count}`;
  const leagueId = (await server.get('createLeague', { as: owner, body: { name: 'League', isPublic } })).id;
  const seasonId = (await server.get('createSeason', { as: owner, body: { name: 'Cup' } })).id;
  await server.get('addLeagueSeason', { as: owner, params: { leagueId, seasonId } });
  const { events } = await server.get('addEvent', { as: owner, params: { seasonId }, body: { track: 11 } });
  const device = service.subscribe(`device-${count}`);
  await server.get('setPush', { as, body: device });
  return { as, owner, leagueId, seasonId, eventId: events[0]?.id ?? '', device, name: `device-${count}` };
}

type User = Awaited<ReturnType<typeof openUser>>;

const tell = (kind: NoticeKind, { as, seasonId }: User, about: Partial<Parameters<typeof notify>[1]> = {}) =>
  server.storage.transaction((transaction) =>
    notify({ transaction, now: server.clock.now.toISOString() }, { kind, to: [userIdOf(as)], seasonId, ...about }),
  );
const arrivedAt = ({ name }: User) => service.arrived.filter(({ device }) => device === name);
const settingsOf = ({ as }: User) => server.get('getNoticeSettings', { as });
/** Time passes until a value is reached. */
const expectValue = (read: () => unknown, value: unknown) =>
  expect
    .poll(
      async () => {
        server.pass(2_000);
        return read();
      },
      { timeout: 20_000 },
    )
    .toEqual(value);
/** Nothing has arrived for a user, after a message to another one has. */
async function expectNothing(user: User, before = 0) {
  const other = await openUser();
  await tell('rulingOnMe', other);
  await expectValue(() => arrivedAt(other).length, 1);
  expect(arrivedAt(user).length).toBe(before);
}
const choose = ({ as }: User, changes: object) =>
  server.get('setNoticeSettings', {
    as,
    body: { kinds: [], mutedLeagues: [], quiet: null, timeZone: null, ...changes },
  });

describe('a push', () => {
  test('arrives once, encrypted for its device, with the time that it is valid, its topic and the unread notices', async () => {
    const user = await openUser();
    const dueAt = new Date(server.clock.now.getTime() + 3_600_000).toISOString();
    await tell('rulingOnMe', user);
    await expectValue(() => arrivedAt(user).length, 1);
    await tell('answerBy', user, { eventId: user.eventId, dueAt });
    await tell('answerBy', user, { eventId: user.eventId, dueAt });
    await expectValue(() => arrivedAt(user).length, 2);
    const [, push] = arrivedAt(user);
    expect(push).toMatchObject({
      body: {
        web_push: 8030,
        notification: {
          title: 'Are you in for Monza?',
          body: expect.stringMatching(/^Cup: say whether you drive\. Answer by .+ UTC\.$/),
          navigate: expect.stringMatching(`^http://pitboard.test/seasons/${user.seasonId}`),
        },
        app_badge: 2,
      },
      urgency: 'normal',
      subject: 'mailto:me@race.example',
    });
    expect(push?.ttl).toBeGreaterThan(3_500);
    expect(push?.ttl).toBeLessThanOrEqual(3_600);
    await tell('answerBy', user, { eventId: user.eventId, dueAt, about: 'again' });
    await expectValue(() => arrivedAt(user).length, 3);
    expect(arrivedAt(user)[2]?.topic).toBe(push?.topic);
    expect(arrivedAt(user)[0]?.topic).not.toBe(push?.topic);
  });

  test.each([404, 410])('to a device that is gone (%i) removes it', async (code) => {
    const user = await openUser();
    service.answer(status(code));
    await tell('rulingOnMe', user);
    await expectValue(async () => (await settingsOf(user)).push.endpoints, []);
    await tell('rulingOnMe', user, { about: 'more' });
    await expectNothing(user);
  });

  test('waits for as long as the push service says, and is tried again after errors, a cut connection and a timeout', async () => {
    const user = await openUser();
    service.answer(status(429, { 'retry-after': '40' }), status(503), cut);
    await tell('rulingOnMe', user);
    const tries = async () => {
      const rows = await server.storage.database.select().from(deliveries).where(eq(deliveries.state, 'waiting'));
      return rows.map(({ attempts }) => attempts);
    };
    for (const tried of [1, 2, 3]) {
      await expectValue(tries, [tried]);
      const [row] = await server.storage.database.select().from(deliveries).where(eq(deliveries.state, 'waiting'));
      const pause = Date.parse(row?.nextAttemptAt ?? '') - server.clock.now.getTime();
      expect(pause).toBeGreaterThan(tried === 1 ? 30_000 : 0);
      server.step(pause);
    }
    await expectValue(() => arrivedAt(user).length, 1);
    expect((await settingsOf(user)).failures).toEqual([]);
  });

  test('is not sent after its time, and is shown as failed to its user', async () => {
    const user = await openUser();
    service.answer(status(500));
    const dueAt = new Date(server.clock.now.getTime() + 60_000).toISOString();
    const before = service.requests();
    await tell('answerBy', user, { eventId: user.eventId, dueAt });
    await expectValue(() => service.requests() - before, 1);
    server.step(60_000);
    const failure = { channel: 'push', title: 'Are you in for Monza?', at: expect.any(String) };
    const expected = [{ ...failure, reason: 'The push service answered with 500.' }];
    await expectValue(async () => (await settingsOf(user)).failures, expected);
    await expectNothing(user);
  });

  test('that is refused is shown to its user with the answer of the push service', async () => {
    const user = await openUser();
    service.answer(status(403));
    await tell('rulingOnMe', user);
    const reasonOf = async () => (await settingsOf(user)).failures.map(({ reason }) => reason);
    await expectValue(reasonOf, ['The push service answered with 403.']);
  });

  test('of a season that its user may not see any more, that was read, muted or turned off, is not sent', async () => {
    const [hidden, read, muted, off] = [await openUser(), await openUser(), await openUser(), await openUser()];
    for (const user of [hidden, read, muted, off]) await tell('rulingOnMe', user);
    const { owner, leagueId } = hidden;
    await server.get('updateLeague', { as: owner, params: { leagueId }, body: { isPublic: false } });
    await server.get('readNotices', { as: read.as, body: { readUntil: server.clock.now.toISOString() } });
    await choose(muted, { mutedLeagues: [muted.leagueId] });
    await choose(off, { kinds: [{ kind: 'rulingOnMe', push: false, mail: false }] });
    for (const user of [hidden, read, muted, off]) await expectNothing(user);
  });

  test('waits for the end of quiet hours, unless it is out of date by then', async () => {
    const user = await openUser();
    server.clock.now = new Date('2027-01-10T21:30:00.000Z');
    await choose(user, { quiet: { from: '22:00', to: '07:00' }, timeZone: 'Europe/Berlin' });
    await tell('rulingOnMe', user);
    await tell('raceIsLive', user);
    await expectNothing(user);
    server.clock.now = new Date('2027-01-11T06:00:00.000Z');
    await expectValue(
      () => arrivedAt(user).map(({ body }) => body.notification.title),
      ['The stewards have ruled on you'],
    );
  });

  test('of gathered entries is sent at the end of the hour, with their number', async () => {
    const user = await openUser();
    server.clock.now = new Date('2027-02-10T21:30:00.000Z');
    await tell('newEntry', user);
    await tell('newEntry', user);
    await expectNothing(user);
    server.clock.now = new Date('2027-02-10T22:00:00.000Z');
    await expectValue(() => arrivedAt(user).map(({ body }) => body.notification.title), ['2 new entries']);
  });

  test('goes on for others while a push service is silent', async () => {
    const user = await openUser();
    const before = service.requests();
    service.answer(silent);
    await tell('rulingOnMe', user);
    // Of two messages that are due, either may be sent first.
    await expectValue(() => service.requests() - before, 1);
    await expectNothing(user);
  });
});

describe('devices', () => {
  test('are 20 of an account: of 1,000 subscriptions 980 are refused; one that is turned off makes room', {
    timeout: 120_000,
  }, async () => {
    const as = 'Collector';
    const turnOn = (index: number) =>
      server.call('setPush', { as, body: { endpoint: `${service.origin}/many-${index}`, keys: deviceKeys } });
    const statuses: Record<number, number> = {};
    for (let index = 0; index < 1_000; index += 1) {
      const { statusCode } = await turnOn(index);
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
    expect(statuses).toEqual({ 200: 20, 409: 980 });
    expect((await turnOn(3)).statusCode).toBe(200);
    await server.get('deletePush', { as, body: { endpoint: `${service.origin}/many-3` } });
    expect((await turnOn(20)).statusCode).toBe(200);
    expect((await server.get('getNoticeSettings', { as })).push.endpoints.length).toBe(20);
  });

  test('at other addresses than those of push services, and with keys that are none, are refused', async () => {
    const answer = async (endpoint: string, keys = deviceKeys) => {
      const response = await server.call('setPush', { as: 'Ann', body: { endpoint, keys } });
      return [response.statusCode, response.json().errors?.[0].path];
    };
    expect(await answer('https://race.example/hook')).toEqual([422, 'endpoint']);
    expect(await answer('http://127.0.0.1:1/hook')).toEqual([422, 'endpoint']);
    expect(await answer('no address')).toEqual([400, 'endpoint']);
    const keys = { ...deviceKeys, p256dh: `${deviceKeys.p256dh.slice(0, -2)}AA` };
    expect(await answer('https://fcm.googleapis.com/fcm/send/1', keys)).toEqual([422, 'keys.p256dh']);
  });

  test('of a browser that another user has logged in to are theirs alone', async () => {
    const user = await openUser();
    await tell('rulingOnMe', user);
    await server.get('setPush', { as: 'Next user', body: user.device });
    expect((await settingsOf(user)).push.endpoints).toEqual([]);
    await expectNothing(user);
  });
});

test('a notice is mailed to those who have chosen it, with the page and how to end it', async () => {
  const { id, token } = await signUpNameless(server);
  const { seasonId } = await openUser();
  const kinds = [{ kind: 'rulingOnMe', push: false, mail: true }];
  const body = { kinds, mutedLeagues: [], quiet: null, timeZone: null };
  expect((await sendCall(server, 'setNoticeSettings', { token, body })).json().canMail).toBe(true);
  const now = server.clock.now.toISOString();
  await server.storage.transaction((transaction) =>
    notify({ transaction, now }, { kind: 'rulingOnMe', to: [id], seasonId }),
  );
  const mailed = async () => {
    const outbox = await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
    return outbox.json<StoredMail[]>().filter(({ subject }) => subject === 'The stewards have ruled on you');
  };
  await expectValue(async () => (await mailed()).length, 1);
  const [mail] = await mailed();
  expect(mail?.text).toContain(`http://pitboard.test/seasons/${seasonId}`);
  expect(mail?.text).toContain('http://pitboard.test/dashboard/notices');
});

test('settings that a change does not name stay', async () => {
  const as = 'Chooser';
  const { owner, leagueId } = await openUser();
  const set = (body: object) => server.get('setNoticeSettings', { as, body });
  const quiet = { from: '22:00', to: '07:00' };
  await set({ quiet, timeZone: 'Europe/Berlin', mutedLeagues: [leagueId] });
  const settings = await set({ kinds: [{ kind: 'answerBy', push: false, mail: true }] });
  expect(settings).toMatchObject({ quiet, timeZone: 'Europe/Berlin' });
  const chosen = settings.kinds.filter(({ push, mail }) => !push || mail).map(({ kind }) => kind);
  expect(chosen).toEqual(['answerBy']);
  const { leagues } = await server.get('getNoticeSettings', { as: owner });
  expect(leagues).toEqual([{ id: leagueId, name: 'League', isMuted: false }]);
  const wrong = {
    kinds: [{ kind: 'none', push: true, mail: true }],
    quiet: { from: '25:00', to: '1' },
    timeZone: 'Mars',
  };
  const response = await server.call('setNoticeSettings', { as, body: wrong as never });
  expect([response.statusCode, response.json().errors.length]).toEqual([400, 4]);
});

test('without an address that everybody can open push is off, and the settings say why', async () => {
  const off = await openTestServer();
  const settings: NoticeSettings = await off.get('getNoticeSettings', { as: 'Ann' });
  expect([settings.push.publicKey, settings.push.whyOff]).toEqual([null, expect.stringMatching(/PUBLIC_URL/)]);
  const body = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: deviceKeys };
  expect((await off.call('setPush', { as: 'Ann', body })).statusCode).toBe(409);
  await off.close();
});
