import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NoticeKind } from '#contract/entities/notice';
import { uploadOf } from '../../tests/fixtures/session.ts';
import { makeReminders } from '../domain/deliveries.ts';
import { notify } from '../domain/notices/notify.ts';
import { listStaffIds } from '../storage/notices.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let seasons = 0;

/** A season in a league of its own, with an event. */
async function openSeason(isPublic = true) {
  seasons += 1;
  const as = `Owner ${seasons}`;
  const leagueId = (await server.get('createLeague', { as, body: { name: 'League', isPublic } })).id;
  const seasonId = (await server.get('createSeason', { as, body: { name: `Cup ${seasons}` } })).id;
  await server.get('addLeagueSeason', { as, params: { leagueId, seasonId } });
  const { events } = await server.get('addEvent', { as, params: { seasonId }, body: { track: 11 } });
  return { as, leagueId, seasonId, eventId: events[0]?.id ?? '', name: `Cup ${seasons}` };
}

const tell = (
  names: readonly string[],
  kind: NoticeKind,
  about: Omit<Parameters<typeof notify>[1], 'kind' | 'to'>,
): Promise<void> =>
  server.storage.transaction((transaction) =>
    notify({ transaction, now: server.clock.now.toISOString() }, { kind, to: names.map(userIdOf), ...about }),
  );
const inbox = (as: string, after?: string) =>
  server.get('listNotices', { as, query: after === undefined ? {} : { after } });
const titles = async (as: string) => (await inbox(as)).notices.map(({ title }) => title);

describe('the inbox', () => {
  test('has what its user was told, once for a subject, until it is read', async () => {
    const { seasonId, eventId, name } = await openSeason();
    const dueAt = new Date(server.clock.now.getTime() + 3_600_000).toISOString();
    await tell(['Ada', 'Ada'], 'answerBy', { seasonId, eventId, dueAt });
    await tell(['Ada', 'Ben'], 'answerBy', { seasonId, eventId, dueAt });
    server.step(1_000);
    await tell(['Ada'], 'answerBy', { seasonId, eventId, dueAt, about: 'a later time' });
    const { unread, notices, next } = await inbox('Ada');
    expect([unread, notices.length, next]).toEqual([2, 2, null]);
    const [newer, older] = notices;
    expect(older).toEqual({
      id: expect.any(String),
      kind: 'answerBy',
      title: 'Are you in for Monza?',
      body: `${name}: say whether you drive.`,
      dueAt,
      path: `/seasons/${seasonId}?tab=calendar&event=${eventId}`,
      seasonId,
      at: expect.any(String),
      readAt: null,
    });
    const read = await server.get('readNotices', { as: 'Ada', body: { readUntil: older?.at ?? '' } });
    expect([read.unread, ...read.notices.map(({ readAt }) => readAt === null)]).toEqual([1, true, false]);
    await server.get('readNotices', { as: 'Ada', body: { readUntil: newer?.at ?? '' } });
    expect([(await inbox('Ada')).unread, (await inbox('Ben')).unread]).toEqual([0, 1]);
  });

  test('gathers new entries of an hour, and shows them again when there are more', async () => {
    const { seasonId, as } = await openSeason();
    server.clock.now = new Date('2026-11-29T20:10:00.000Z');
    await tell([as], 'newEntry', { seasonId });
    await server.get('readNotices', { as, body: { readUntil: server.clock.now.toISOString() } });
    server.step(600_000);
    await tell([as], 'newEntry', { seasonId });
    expect([await titles(as), (await inbox(as)).unread]).toEqual([['2 new entries'], 1]);
    server.step(3_600_000);
    await tell([as], 'newEntry', { seasonId });
    expect(await titles(as)).toEqual(['A new entry', '2 new entries']);
  });

  test('is read page by page', async () => {
    const { seasonId } = await openSeason();
    for (let index = 0; index < 51; index += 1) {
      server.step(1_000);
      await tell(['Reader'], 'rulingOnMe', { seasonId, about: String(index) });
    }
    const first = await inbox('Reader');
    const second = await inbox('Reader', first.next ?? '');
    expect([first.unread, first.notices.length, second.notices.length, second.next]).toEqual([51, 50, 1, null]);
  });

  test('leaves out a season that its user may not see at that time, and an event or season that is deleted', async () => {
    const { seasonId, eventId, as, leagueId } = await openSeason();
    await tell(['Guest', as], 'entryDeclined', { seasonId });
    await tell(['Guest', as], 'eventTomorrow', { seasonId, eventId });
    expect((await titles('Guest')).length).toBe(2);
    await server.get('updateLeague', { as, params: { leagueId }, body: { isPublic: false } });
    expect([await inbox('Guest'), (await titles(as)).length]).toEqual([{ unread: 0, notices: [], next: null }, 2]);
    await server.call('deleteEvent', { as, params: { seasonId, eventId } });
    expect(await titles(as)).toEqual(['Your entry is declined']);
    await server.call('deleteSeason', { as, params: { id: seasonId }, headers: { 'if-match': '*' } });
    expect((await inbox(as)).unread).toBe(0);
  });
});

test('the staff of a season are its owner and the members of the owner’s leagues whose role has the right', async () => {
  const { seasonId, as, leagueId } = await openSeason();
  for (const [name, role] of [
    ['Mia', 'admin'],
    ['Stan', 'steward'],
  ] as const) {
    const invited = await server.get('createInvitation', { as, params: { leagueId }, body: { roles: [role] } });
    await server.get('acceptInvitation', { as: name, body: { token: invited.token } });
  }
  const staffWith = async (right: 'manageSeason' | 'rule') =>
    new Set(await listStaffIds(server.storage.database, seasonId, right));
  expect(await staffWith('manageSeason')).toEqual(new Set([as, 'Mia'].map(userIdOf)));
  expect(await staffWith('rule')).toEqual(new Set([as, 'Mia', 'Stan'].map(userIdOf)));
});

describe('a confirmed driver is told of', () => {
  /** A season with two drivers, of which one has an account. */
  async function openRaced() {
    const season = await openSeason();
    const { as, seasonId, eventId } = season;
    const ids = ['Ada Okoro', 'Ben'].map(() => v7());
    const roster = ['Ada Okoro', 'Ben'].map((name, index) => {
      return { id: ids[index] ?? '', name, number: index + 1, team: null, isReserve: false };
    });
    await server.get('setRoster', { as, params: { id: seasonId }, body: { roster } });
    const driver = `Racer ${seasons}`;
    const claims = await server.get('claimDriver', {
      as: driver,
      params: { id: seasonId },
      body: { driverId: ids[0] ?? '' },
    });
    await server.get('confirmClaim', { as, params: { id: seasonId, claimId: claims[0]?.id ?? '' } });
    const body = uploadOf(['Ada Okoro', 'Ben'], { internalSessionId: String(seasons) });
    const { id: sessionId } = await server.get('createSession', { as, body });
    await server.get('addEventSession', { as, params: { seasonId, eventId, sessionId } });
    return { ...season, driver, sessionId };
  }

  test('a ruling in force on their car, not of one on another or of a draft until it is in force', async () => {
    const { as, driver, seasonId, eventId, sessionId } = await openRaced();
    const rule = (carIndex: number, state: 'draft' | 'inForce') => {
      const body = { sessionId, kind: 'time' as const, carIndex, milliseconds: 5_000, reason: 'Cutting', state };
      return server.get('addRuling', { as, params: { id: seasonId }, body });
    };
    await rule(1, 'inForce');
    const { rulings } = await rule(0, 'draft');
    expect(await titles(driver)).toEqual([]);
    const draft = rulings?.find(({ state }) => state === 'draft')?.id ?? '';
    await server.get('updateRuling', { as, params: { id: seasonId, rulingId: draft }, body: { state: 'inForce' } });
    const { notices } = await inbox(driver);
    expect(notices.map(({ kind, path }) => [kind, path])).toEqual([['rulingOnMe', `/seasons/${seasonId}`]]);
    expect(notices[0]?.body).toMatch(/, Monza$/);
    expect(eventId).not.toBe('');
  });

  test('official standings, until these are taken back', async () => {
    const { as, driver, seasonId } = await openRaced();
    await server.get('createRevision', { as, params: { id: seasonId }, body: { note: null } });
    expect([await titles(driver), await titles(as)]).toEqual([['Standings are official'], []]);
    await server.call('withdrawRevision', { as, params: { id: seasonId, number: '1' } });
    expect(await titles(driver)).toEqual([]);
  });

  test('an event once it begins within a day, anew where it is moved', async () => {
    const { as, driver, seasonId } = await openRaced();
    const inHours = (hours: number) => new Date(server.clock.now.getTime() + hours * 3_600_000).toISOString();
    const body = { track: 10 as const, startsAt: inHours(30) };
    const { events } = await server.get('addEvent', { as, params: { seasonId }, body });
    const eventId = events.find(({ track }) => track === 10)?.id ?? '';
    const told = async () => {
      for (let times = 0; times < 2; times += 1)
        await server.storage.transaction((transaction) => makeReminders(transaction, server.clock.now.toISOString()));
      const { notices } = await inbox(driver);
      return notices.filter(({ kind }) => kind === 'eventTomorrow').map(({ dueAt }) => dueAt);
    };
    expect(await told()).toEqual([]);
    server.step(7 * 3_600_000);
    expect(await told()).toEqual([body.startsAt]);
    const startsAt = inHours(10);
    await server.get('updateEvent', { as, params: { seasonId, eventId }, body: { startsAt } });
    expect(await told()).toEqual([startsAt]);
  });

  test('a live race of an event, with its link; not of one that needs a key', async () => {
    const { as, driver, seasonId, eventId } = await openRaced();
    const run = async (key: string | null) => {
      const liveId = v7();
      await server.get('registerLive', {
        as,
        params: { id: liveId },
        headers: key === null ? {} : { 'x-session-key': key },
      });
      await server.get('updateEvent', { as, params: { seasonId, eventId }, body: { liveId } });
      return liveId;
    };
    await run('a long secret key');
    expect(await titles(driver)).toEqual([]);
    const liveId = await run(null);
    const { notices } = await inbox(driver);
    expect(notices.map(({ title, path }) => [title, path])).toEqual([['Monza is live', `/live/${liveId}`]]);
  });
});
