import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { calls } from '#contract/calls/by-name';
import type { BodyOf } from '#contract/calls/call';
import { type EntryState, entryMoves, entryStates } from '#contract/entities/entry-moves';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { acceptEntryRow, endEntryRow } from '../storage/entries.ts';
import { rosterClaims } from '../storage/tables.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

type SignUp = NonNullable<BodyOf<typeof calls.setSignUp>['signUp']>;

const opened: SignUp = { opensAt: null, closesAt: null, places: 2, isAutomatic: false };

/** A season of a league of this owner, with a sign-up. */
async function openSeason(as: string, signUp: Partial<SignUp> = {}, isPublic = true) {
  const { id } = await server.get('createSeason', { as, body: { name: `Cup of ${as}` } });
  const league = await server.get('createLeague', { as, body: { name: `League of ${as}`, isPublic } });
  await server.get('addLeagueSeason', { as, params: { leagueId: league.id, seasonId: id } });
  const params = { id };
  await server.get('setSignUp', { as, params, body: { signUp: { ...opened, ...signUp } } });
  const move = async (by: string, of: string, state: 'accepted' | 'declined' | 'withdrawn' | 'left') => {
    const entryId = (await entries(as)).find(({ userId }) => userId === userIdOf(of))?.id ?? '';
    return server.call('updateEntry', { as: by, params: { id, entryId }, body: { state } });
  };
  const entries = (by: string) => server.get('listEntries', { as: by, params });
  return {
    id,
    league: league.id,
    enter: (by: string, wish: Partial<BodyOf<typeof calls.enterSeason>> = {}) =>
      server.call('enterSeason', { as: by, params, body: { name: by, ...wish } }),
    entries,
    move,
    /** Who has entered, what has become of it, and the position on the waiting list. */
    list: async (by = as) => (await entries(by)).map(({ wish, state, waiting }) => [wish.name, state, waiting]),
    season: (by?: string) => server.get('getSeason', { params, ...(by === undefined ? {} : { as: by }) }),
    set: (changes: Partial<SignUp> | null) =>
      server.call('setSignUp', { as, params, body: { signUp: changes === null ? null : { ...opened, ...changes } } }),
  };
}

describe('an entry', () => {
  test('is accepted onto the roster with its account, and leaving makes the seat free', async () => {
    const cup = await openSeason('Boss');
    expect((await cup.enter('Ada', { number: 7, team: 'Aurora', note: 'Only Sundays' })).statusCode).toBe(200);
    const [entry] = await cup.entries('Ada');
    expect(entry).toMatchObject({
      username: 'Ada',
      state: 'applied',
      driverId: null,
      waiting: null,
      wish: { name: 'Ada', number: 7, team: 'Aurora', isReserve: false, note: 'Only Sundays' },
    });
    // Nobody else sees it, and nothing of it is public.
    expect(await cup.entries('Bo')).toEqual([]);
    expect(await cup.season()).toMatchObject({ roster: [], members: [], signUp: { places: 2, free: 2 } });
    expect((await server.get('getTasks', { as: 'Boss' })).entries).toEqual({
      total: 1,
      seasons: [{ seasonId: cup.id, seasonName: 'Cup of Boss', count: 1, first: 'Ada' }],
    });

    expect((await cup.move('Ada', 'Ada', 'accepted')).statusCode).toBe(403);
    expect((await cup.move('Bo', 'Ada', 'accepted')).statusCode).toBe(404);
    const noticesOf = async (as: string) =>
      (await server.get('listNotices', { as })).notices.map(({ kind, title }) => [kind, title]);
    expect(await noticesOf('Boss')).toEqual([['newEntry', 'A new entry']]);
    expect((await cup.move('Boss', 'Ada', 'accepted')).statusCode).toBe(200);
    expect(await noticesOf('Ada')).toEqual([['entryAccepted', 'Your entry is accepted']]);
    const season = await cup.season();
    expect(season.roster).toMatchObject([{ name: 'Ada', number: 7, team: 'Aurora', isReserve: false }]);
    expect(season.members).toMatchObject([{ userId: userIdOf('Ada'), driverId: season.roster?.[0]?.id }]);
    expect(season.signUp?.free).toBe(1);
    const [league] = (await server.get('listLeagues')).leagues.filter(({ id }) => id === cup.league);
    expect(league?.signUps).toEqual([
      { seasonId: cup.id, seasonName: 'Cup of Boss', opensAt: null, closesAt: null, free: 1 },
    ]);
    await server.get('updateSeason', { as: 'Boss', body: { id: cup.id, name: 'Boss Cup' } });
    const renamed = (await server.get('listLeagues')).leagues.find(({ id }) => id === cup.league);
    expect(renamed?.signUps?.[0]?.seasonName).toBe('Boss Cup');
    // It is the claim that earlier apps read.
    expect(await server.get('listClaims', { as: 'Ada', params: { id: cup.id } })).toMatchObject([
      { userId: userIdOf('Ada'), confirmedAt: expect.any(String) },
    ]);
    expect((await server.get('getTasks', { as: 'Boss' })).entries).toEqual({ total: 0, seasons: [] });
    // A second time changes nothing: another tab had it accepted already.
    expect((await cup.move('Boss', 'Ada', 'accepted')).statusCode).toBe(200);
    expect((await cup.enter('Ada')).statusCode).toBe(409);
    const log = await server.get('listLeagueLog', { as: 'Boss', params: { leagueId: cup.league } });
    expect(log.entries.map(({ action, subject }) => [action, subject])).toEqual([
      ['updateSeason', null],
      ['acceptEntry', 'Ada'],
      ['setSignUp', null],
      ['addLeagueSeason', null],
    ]);

    expect((await cup.move('Ada', 'Ada', 'left')).statusCode).toBe(200);
    expect(await cup.season()).toMatchObject({ roster: [], members: [], signUp: { free: 2 } });
    expect(await cup.list('Ada')).toEqual([['Ada', 'left', null]]);
    expect((await cup.enter('Ada')).statusCode).toBe(200);
    expect(await cup.list()).toEqual([['Ada', 'applied', null]]);
  });

  test('of a driver who has raced leaves the results, and gives up the seat from the next event on', async () => {
    const cup = await openSeason('Racers');
    const params = { seasonId: cup.id };
    const body = { events: [{ track: 11 as const }, { track: 11 as const }] };
    const { events } = await server.get('addEvents', { as: 'Racers', params, body });
    await cup.enter('Lia', { team: 'Lanza' });
    await cup.move('Racers', 'Lia', 'accepted');
    const drivers = [driver({ carIndex: 0, name: 'Lia', team: 'Lanza', finishingPosition: 1, bestLapTimeMs: null })];
    const session = await server.get('createSession', { as: 'Racers', body: upload({ drivers }) });
    const first = { ...params, eventId: events[0]?.id ?? '', sessionId: session.id };
    await server.get('addEventSession', { as: 'Racers', params: first });
    await cup.move('Lia', 'Lia', 'left');
    const season = await cup.season();
    expect(season.standings.drivers).toMatchObject([{ name: 'Lia', team: 'Lanza', points: 25 }]);
    expect(season.roster).toMatchObject([
      { name: 'Lia', team: 'Lanza', changes: [{ eventId: events[1]?.id, team: null, isReserve: true }] },
    ]);
    expect([season.members, season.signUp?.free]).toEqual([[], 2]);
  });

  test('waits for a place, in the order of entering, and the first moves up where the season accepts by itself', async () => {
    const cup = await openSeason('Auto', { isAutomatic: true });
    for (const name of ['Ann', 'Ben', 'Cem', 'Dee']) expect((await cup.enter(name)).statusCode).toBe(200);
    expect((await cup.enter('Res', { isReserve: true })).statusCode).toBe(200);
    const waiting = [
      ['Cem', 'applied', 1],
      ['Dee', 'applied', 2],
    ];
    const before = [['Ann', 'accepted', null], ['Ben', 'accepted', null], ...waiting, ['Res', 'accepted', null]];
    expect(await cup.list()).toEqual(before);
    expect((await server.get('getTasks', { as: 'Auto' })).entries?.total).toBe(0);
    // A change of the entry keeps its position.
    await cup.enter('Cem', { team: 'Aurora' });
    expect(await cup.list()).toEqual(before);
    expect(await cup.list('Dee')).toEqual([['Dee', 'applied', 2]]);
    await cup.move('Ann', 'Ann', 'left');
    expect((await cup.list()).slice(2, 4)).toEqual([
      ['Cem', 'accepted', null],
      ['Dee', 'applied', 1],
    ]);
    await cup.set({ isAutomatic: true, places: 3 });
    expect((await cup.list('Dee'))[0]).toEqual(['Dee', 'accepted', null]);
    const roster = (await cup.season()).roster ?? [];
    expect(roster.map(({ name }) => name)).toEqual(['Ben', 'Res', 'Cem', 'Dee']);
    // A place is free too once the owner takes a driver off the roster.
    await cup.enter('Eli');
    expect(await cup.list('Eli')).toEqual([['Eli', 'applied', 1]]);
    const body = { roster: roster.slice(1) };
    const changed = await server.get('setRoster', { as: 'Auto', params: { id: cup.id }, body });
    expect(changed.roster?.map(({ name }) => name)).toEqual(['Res', 'Cem', 'Dee', 'Eli']);
    expect(await cup.list('Eli')).toEqual([['Eli', 'accepted', null]]);
  });

  test('says in plain words what stands against it', async () => {
    const cup = await openSeason('Strict', { places: 1 });
    const roster = [
      { id: '01900000-0000-7000-8000-0000000000a1', name: 'Max', number: 4, team: null, isReserve: false },
    ];
    await server.get('setRoster', { as: 'Strict', params: { id: cup.id }, body: { roster } });
    const taken = await cup.enter('Eve', { number: 4 });
    expect([taken.statusCode, taken.json().errors]).toEqual([
      422,
      [{ path: 'number', message: 'is the number of Max' }],
    ]);
    await cup.enter('Eve');
    const full = await cup.move('Strict', 'Eve', 'accepted');
    expect([full.statusCode, full.json().detail]).toEqual([409, expect.stringContaining('All places are taken')]);
    // Who has the name of a driver without an account is that driver, and needs no other place.
    await cup.enter('Maxime', { name: ' max ' });
    expect((await cup.move('Strict', 'Maxime', 'accepted')).statusCode).toBe(200);
    expect(await cup.season()).toMatchObject({
      roster: [{ name: 'Max', number: 4 }],
      members: [{ userId: userIdOf('Maxime') }],
    });
    expect((await cup.enter('Other', { name: 'MAX' })).json().errors[0].path).toBe('name');
    await cup.set({ places: 5 });
    await cup.enter('Eve', { number: 9 });
    await cup.enter('Fay', { number: 9 });
    await cup.move('Strict', 'Eve', 'accepted');
    const held = await cup.move('Strict', 'Fay', 'accepted');
    expect([held.statusCode, held.json().detail]).toEqual([409, expect.stringContaining('Eve has number 9')]);
    await cup.move('Strict', 'Fay', 'declined');
    expect((await cup.enter('Fay')).statusCode).toBe(409);
    expect((await cup.move('Fay', 'Fay', 'withdrawn')).statusCode).toBe(409);
    // Long names of emoji are names.
    expect((await cup.enter('Emoji', { name: '👨‍👩‍👧‍👦'.repeat(80) })).statusCode).toBe(200);
  });

  test('with the name of a driver of the roster is not accepted by itself: it may be somebody else', async () => {
    const cup = await openSeason('Careful', { isAutomatic: true });
    const roster = [
      { id: '01900000-0000-7000-8000-0000000000a2', name: 'Max', number: 4, team: null, isReserve: false },
    ];
    await server.get('setRoster', { as: 'Careful', params: { id: cup.id }, body: { roster } });
    await cup.enter('Impostor', { name: 'Max' });
    expect(await cup.list()).toEqual([['Max', 'applied', null]]);
    expect((await server.get('getTasks', { as: 'Careful' })).entries?.total).toBe(1);
  });

  test('is possible while the sign-up is open, and for who sees the season', async () => {
    const now = server.clock.now.getTime();
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
    const later = await openSeason('Later', { opensAt: at(10), closesAt: at(20) });
    expect((await later.enter('Gus')).statusCode).toBe(409);
    const wrong = await later.set({ opensAt: at(2), closesAt: at(1) });
    expect([wrong.statusCode, wrong.json().errors[0].message]).toEqual([400, 'must close after it opens']);
    server.step(15 * 60_000);
    expect((await later.enter('Gus')).statusCode).toBe(200);
    server.step(15 * 60_000);
    expect((await later.enter('Hal')).statusCode).toBe(409);
    // What was entered can still be decided.
    expect((await later.move('Later', 'Gus', 'accepted')).statusCode).toBe(200);
    await later.set(null);
    expect((await later.season()).signUp).toBeUndefined();
    expect((await later.enter('Hal')).statusCode).toBe(409);

    const hidden = await openSeason('Private', {}, false);
    const absent = '01900000-0000-7000-8000-00000000dead';
    const missing = await server.call('enterSeason', { as: 'Gus', params: { id: absent }, body: { name: 'Gus' } });
    const refused = await hidden.enter('Gus');
    expect([refused.statusCode, refused.body.replaceAll(hidden.id, '')]).toEqual([
      404,
      missing.body.replaceAll(absent, ''),
    ]);
    expect((await server.call('listEntries', { as: 'Gus', params: { id: hidden.id } })).statusCode).toBe(404);
  });

  test('is withdrawn also from a season that is hidden now', async () => {
    const cup = await openSeason('Hider');
    await cup.enter('Ida');
    const params = { leagueId: cup.league };
    await server.get('updateLeague', { as: 'Hider', params, body: { isPublic: false } });
    expect((await server.call('listEntries', { as: 'Ida', params: { id: cup.id } })).statusCode).toBe(404);
    expect((await server.get('exportAccount', { as: 'Ida' })).entries).toMatchObject([{ wish: { name: 'Ida' } }]);
    expect((await cup.move('Ida', 'Ida', 'withdrawn')).statusCode).toBe(200);
    expect(await cup.list()).toEqual([['Ida', 'withdrawn', null]]);
  });

  test('is decided by an admin of the league, and ends with its account', async () => {
    const cup = await openSeason('Owner');
    const params = { leagueId: cup.league };
    for (const role of ['admin', 'steward'] as const) {
      const { token } = await server.get('createInvitation', { as: 'Owner', params, body: { roles: [role] } });
      await server.get('acceptInvitation', { as: role, body: { token } });
    }
    await cup.enter('Jo', { note: 'Secret' });
    expect((await server.get('getTasks', { as: 'admin' })).entries?.total).toBe(1);
    expect((await server.get('getTasks', { as: 'steward' })).entries?.total).toBe(0);
    expect(await cup.entries('steward')).toEqual([]);
    expect((await cup.move('steward', 'Jo', 'accepted')).statusCode).toBe(404);
    expect((await cup.move('admin', 'Jo', 'accepted')).statusCode).toBe(200);
    // The owner removes the account of the driver, as earlier apps do: the driver stays on the roster.
    const [claim] = await server.get('listClaims', { as: 'Owner', params: { id: cup.id } });
    const target = { id: cup.id, claimId: claim?.id ?? '' };
    expect((await server.call('deleteClaim', { as: 'Owner', params: target })).statusCode).toBe(204);
    expect(await cup.list('Jo')).toEqual([['Jo', 'left', null]]);
    expect((await cup.season()).roster).toHaveLength(1);
    // A driver whom the roster loses has left.
    await cup.enter('Jo');
    await cup.move('Owner', 'Jo', 'accepted');
    await server.get('setRoster', { as: 'Owner', params: { id: cup.id }, body: { roster: [] } });
    expect(await cup.list('Jo')).toEqual([['Jo', 'left', null]]);
    await server.call('deleteAccount', { as: 'Jo' });
    expect(await cup.list()).toEqual([]);
  });
});

describe('the table of moves', () => {
  const outcomes = ['accepted', 'declined', 'withdrawn', 'left'] as const;
  const driverId = '01900000-0000-7000-8000-0000000000a9';

  /** Puts an entry into a state, without a move. */
  const put = (id: string, state: EntryState) =>
    server.storage.transaction(async (transaction) => {
      if (state === 'accepted')
        await acceptEntryRow(transaction, id, { driverId, confirmedAt: '2026-01-01T00:00:00Z' });
      else if (state === 'applied')
        await transaction
          .update(rosterClaims)
          .set({ driverId: null, confirmedAt: null, ended: null })
          .where(eq(rosterClaims.id, id));
      else await endEntryRow(transaction, id, state);
    });

  test.each(entryStates)('is what the server allows for an entry that is %s', async (from) => {
    const staff = `Staff ${from}`;
    const cup = await openSeason(staff, { places: null });
    await cup.enter('Kay');
    const [entry] = await cup.entries('Kay');
    for (const next of outcomes.filter((each) => each !== from)) {
      const movers = entryMoves.filter((move) => move.from === from && move.next === next).map(({ who }) => who);
      for (const [by, who] of [
        ['Kay', 'oneself'],
        [staff, 'staff'],
        ['Stranger', null],
      ] as const) {
        await put(entry?.id ?? '', from);
        const { statusCode } = await cup.move(by, 'Kay', next);
        const expected = who === null ? 404 : movers.includes(who) ? 200 : movers.length > 0 ? 403 : 409;
        expect([next, by, statusCode]).toEqual([next, by, expected]);
        expect(await cup.list()).toEqual([['Kay', expected === 200 ? next : from, null]]);
      }
    }
    await put(entry?.id ?? '', from);
    const mayEnter = entryMoves.some((move) => move.from === from && move.move === 'enter');
    expect((await cup.enter('Kay')).statusCode).toBe(mayEnter ? 200 : 409);
  });
});
