import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LineUp } from '#contract/entities/line-up';
import { makeReminders } from '../domain/deliveries.ts';
import { eventAnswers } from '../storage/tables.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const idOf = (index: number) => `01900000-0000-7000-8000-0000000000b${index}`;
const [annId, benId, cleoId, dinoId] = [idOf(1), idOf(2), idOf(3), idOf(4)];
const seat = { isReserve: false, changes: [] };
const roster = [
  { ...seat, id: annId, name: 'Ann', number: 1, team: 'Aurora' },
  { ...seat, id: benId, name: 'Ben', number: 2, team: 'Lanza' },
  { ...seat, id: cleoId, name: 'Cleo', number: 3, team: null, isReserve: true },
  { ...seat, id: dinoId, name: 'Dino', number: 4, team: null, isReserve: true },
];

const startsAt = '2126-03-02T19:00:00.000Z';
let count = 0;

/** A season with an event in 100 years, whose drivers have accounts of their names, with a number. */
async function createSeason(given: { isHidden?: boolean } = {}) {
  count += 1;
  const as = `Owner ${count}`;
  const { id } = await server.get('createSeason', { as, body: { name: `Season ${count}` } });
  if (given.isHidden === true) {
    const league = await server.get('createLeague', { as, body: { name: `League ${count}`, isPublic: false } });
    await server.get('addLeagueSeason', { as, params: { leagueId: league.id, seasonId: id } });
  }
  const { events } = await server.get('addEvent', { as, params: { seasonId: id }, body: { track: 11, startsAt } });
  await server.get('setRoster', { as, params: { id }, body: { roster } });
  const params = { seasonId: id, eventId: events[0]?.id ?? '' };
  const nameOf = (name: string) => `${name} ${count}`;
  /** Confirms a user as a driver. */
  const join = async (name: string, driverId: string) => {
    await server.get('listClaims', { as: nameOf(name), params: { id } });
    const [claim] = await server.get('claimDriver', { as: nameOf(name), params: { id }, body: { driverId } });
    await server.get('confirmClaim', { as, params: { id, claimId: claim?.id ?? '' } });
  };
  const answer = (name: string, value: 'in' | 'out') =>
    server.call('answerEvent', { as: nameOf(name), params, body: { value } });
  return { as, id, params, join, answer, nameOf };
}

const drawn = ({ seats, reserves, open }: LineUp) => [
  seats.map(({ name, number, team }) => `${number} ${name} ${team}`),
  reserves.map(({ name }) => name),
  open.map(({ name }) => name),
];

describe('the line-up of an event', () => {
  test('follows the answers of its drivers, late ones too, and is the same for everybody', async () => {
    const { as, id, params, join, answer } = await createSeason();
    for (const [name, driverId] of [
      ['Ann', annId],
      ['Cleo', cleoId],
      ['Dino', dinoId],
    ] as const)
      await join(name, driverId);
    const read = () => server.get('getLineUp', { params });
    expect(drawn(await read())).toEqual([['1 Ann Aurora', '2 Ben Lanza'], [], []]);
    expect(await read()).toMatchObject({ answersUntil: '2126-03-01T19:00:00.000Z', answers: [], changes: [] });

    expect(drawn((await answer('Ann', 'out')).json())).toEqual([['2 Ben Lanza'], [], ['Ann']]);
    server.clock.now = new Date(server.clock.now.getTime() + 1_000);
    await answer('Dino', 'in');
    server.clock.now = new Date(server.clock.now.getTime() + 1_000);
    await answer('Cleo', 'in');
    expect(drawn(await read())).toEqual([['4 Dino Aurora', '2 Ben Lanza'], ['Cleo'], []]);
    // The same answer again keeps its place.
    server.clock.now = new Date(server.clock.now.getTime() + 1_000);
    await answer('Dino', 'in');
    expect(drawn(await read())).toEqual([['4 Dino Aurora', '2 Ben Lanza'], ['Cleo'], []]);
    expect((await read()).answers.map(({ value, isLate }) => [value, isLate])).toEqual([
      ['out', false],
      ['in', false],
      ['in', false],
    ]);

    // The season asks for answers so early that all of them are late.
    await server.get('updateSeason', { as, body: { id, answerHours: 336 } });
    expect((await read()).answersUntil).toBe('2126-02-16T19:00:00.000Z');
    await server.get('updateEvent', {
      as,
      params,
      body: { startsAt: new Date(server.clock.now.getTime() + 60_000).toISOString() },
    });
    expect((await read()).answers.every(({ isLate }) => isLate)).toBe(true);
    server.clock.now = new Date(server.clock.now.getTime() + 61_000);
    const begun = await answer('Ann', 'in');
    expect([begun.statusCode, begun.json().detail]).toEqual([409, 'This event has begun.']);
  });

  test('takes answers of the drivers of the season alone, and knows no event of another season', async () => {
    const { as, id, params, answer, nameOf, join } = await createSeason();
    expect((await answer('Stranger', 'in')).statusCode).toBe(403);
    await server.get('claimDriver', { as: nameOf('Ann'), params: { id }, body: { driverId: annId } });
    // Not confirmed yet.
    expect((await answer('Ann', 'in')).statusCode).toBe(403);
    await join('Ben', benId);
    const other = await createSeason();
    const elsewhere = { ...params, eventId: other.params.eventId };
    expect((await server.call('getLineUp', { params: elsewhere })).statusCode).toBe(404);
    const wrong = await server.call('answerEvent', { as: nameOf('Ben'), params: elsewhere, body: { value: 'in' } });
    expect(wrong.statusCode).toBe(404);
    const body = { value: 'perhaps' } as never;
    expect((await server.call('answerEvent', { as: nameOf('Ben'), params, body })).statusCode).toBe(400);
    // An answer belongs to the user: who is no driver any more has none.
    await answer('Ben', 'out');
    const claims = await server.get('listClaims', { as, params: { id } });
    const claimId = claims.find(({ driverId }) => driverId === benId)?.id ?? '';
    await server.call('deleteClaim', { as, params: { id, claimId } });
    expect(drawn(await server.get('getLineUp', { params }))).toEqual([['1 Ann Aurora', '2 Ben Lanza'], [], []]);
  });

  test('of a private season is not there for others, and is for its drivers', async () => {
    const { as, params, join, answer, nameOf, id } = await createSeason({ isHidden: true });
    const missing = await server.call('getLineUp', { params: { ...params, seasonId: idOf(9) } });
    for (const name of [undefined, 'Stranger']) {
      const caller = name === undefined ? {} : { as: name };
      const hidden = await server.call('getLineUp', { ...caller, params });
      expect([hidden.statusCode, hidden.body.replace(id, idOf(9))]).toEqual([404, missing.body]);
    }
    expect((await answer('Stranger', 'in')).statusCode).toBe(404);
    // A driver of before it was hidden.
    const league = (await server.get('getSeason', { as, params: { id } })).leagues?.[0]?.id ?? '';
    await server.get('updateLeague', { as, params: { leagueId: league }, body: { isPublic: true } });
    await join('Cleo', cleoId);
    await server.get('updateLeague', { as, params: { leagueId: league }, body: { isPublic: false } });
    expect((await answer('Cleo', 'in')).statusCode).toBe(200);
    expect(drawn(await server.get('getLineUp', { as: nameOf('Cleo'), params }))[1]).toEqual(['Cleo']);
  });
});

describe('the choices of who runs the season', () => {
  test('seat, leave out and ban drivers, and are refused for drivers and seats that are not there', async () => {
    const { as, params, join, answer } = await createSeason();
    await join('Ann', annId);
    const put = (changes: LineUp['changes'], headers = {}) =>
      server.call('setLineUp', { as, params, headers, body: { changes } });
    const seated = await put([
      { driverId: dinoId, seatId: benId },
      { driverId: benId, seatId: null, isBanned: true },
    ]);
    expect(drawn(seated.json())).toEqual([['1 Ann Aurora', '4 Dino Lanza'], [], []]);
    const unknown = await put([
      { driverId: idOf(8), seatId: annId },
      { driverId: annId, seatId: idOf(9) },
    ]);
    expect([unknown.statusCode, unknown.json().errors.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['changes.0.driverId', 'changes.1.seatId'],
    ]);
    expect(
      (
        await put([
          { driverId: annId, seatId: benId },
          { driverId: dinoId, seatId: benId },
        ])
      ).statusCode,
    ).toBe(400);
    expect(
      (
        await put([
          { driverId: annId, seatId: benId },
          { driverId: annId, seatId: null },
        ])
      ).statusCode,
    ).toBe(400);

    // Who says no gives the seat back.
    await put([{ driverId: annId, seatId: benId }]);
    await answer('Ann', 'out');
    expect(await server.get('getLineUp', { params })).toMatchObject({ changes: [], open: [{ name: 'Ann' }] });
    // An admin may seat them again.
    expect(drawn((await put([{ driverId: annId, seatId: annId }])).json())[0]).toEqual(['1 Ann Aurora', '2 Ben Lanza']);
  });

  test('a driver who is banned from a seat that was given stays banned after saying no and yes', async () => {
    const { as, params, join, answer } = await createSeason();
    await join('Ann', annId);
    const { headers } = await server.call('getLineUp', { as, params });
    const changes = [{ driverId: annId, seatId: annId, isBanned: true }];
    const ban = { as, params, headers: { 'if-match': String(headers.etag) }, body: { changes } };
    expect((await server.call('setLineUp', ban)).statusCode).toBe(200);
    for (const value of ['out', 'in'] as const) await answer('Ann', value);
    expect((await server.get('getLineUp', { params })).seats.map(({ name }) => name)).toEqual(['Ben']);
  });

  test('of two admins at once lose nothing: the later one reads both, and an answer between is not in the way', async () => {
    const { as, params, join, answer } = await createSeason();
    await join('Ann', annId);
    const first = await server.call('getLineUp', { as, params });
    const etag = String(first.headers['etag']);
    const put = (changes: LineUp['changes'], base: string) =>
      server.call('setLineUp', { as, params, headers: { 'if-match': base }, body: { changes } });
    const cleo = { driverId: cleoId, seatId: annId };
    expect((await put([cleo], etag)).statusCode).toBe(200);
    const refused = await put([{ driverId: dinoId, seatId: benId }], etag);
    expect([refused.statusCode, refused.json().current.changes]).toEqual([412, [cleo]]);
    const before = await server.call('getLineUp', { as, params });
    await answer('Ann', 'in');
    const after = await server.call('getLineUp', { as, params });
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect(after.json().changes).toEqual(before.json().changes);
  });
});

describe('drivers are told', () => {
  const inbox = async (as: string) =>
    (await server.get('listNotices', { as })).notices.map(({ kind, path }) => [kind, path] as const);

  test('that a seat is theirs, as soon as it is, and no more once they have lost it; who does it themselves is not', async () => {
    const { as, params, join, answer, nameOf } = await createSeason();
    await join('Ann', annId);
    await join('Cleo', cleoId);
    const kindsOf = async (name: string) => (await inbox(nameOf(name))).filter(([kind]) => kind === 'seatIsYours');
    await answer('Cleo', 'in');
    expect(await kindsOf('Cleo')).toEqual([]);
    await answer('Ann', 'out');
    const told = ['seatIsYours', `/seasons/${params.seasonId}?tab=calendar&event=${params.eventId}`];
    expect(await kindsOf('Cleo')).toEqual([told]);
    await answer('Ann', 'in');
    expect([await kindsOf('Cleo'), await kindsOf('Ann')]).toEqual([[], []]);
    await server.get('setLineUp', { as, params, body: { changes: [{ driverId: annId, seatId: null }] } });
    expect(await kindsOf('Cleo')).toEqual([told]);
    await server.get('setLineUp', { as, params, body: { changes: [] } });
    expect([await kindsOf('Cleo'), await kindsOf('Ann')]).toEqual([[], [told]]);
  });

  test('a day before the time for answers ends, once, unless they have answered; not of an event at another time', async () => {
    const { as, params, join, answer, nameOf } = await createSeason();
    for (const [name, driverId] of [
      ['Ann', annId],
      ['Ben', benId],
      ['Cleo', cleoId],
    ] as const)
      await join(name, driverId);
    await answer('Cleo', 'in');
    const asked = async () =>
      (await Promise.all(['Ann', 'Ben', 'Cleo'].map((name) => inbox(nameOf(name))))).map(
        (notices) => notices.filter(([kind]) => kind === 'answerBy').length,
      );
    const hour = 60 * 60_000;
    const now = server.clock.now.getTime();
    const move = (hours: number) =>
      server.get('updateEvent', { as, params, body: { startsAt: new Date(now + hours * hour).toISOString() } });
    const remind = () =>
      server.storage.transaction((transaction) => makeReminders(transaction, server.clock.now.toISOString()));
    await move(49);
    await remind();
    expect(await asked()).toEqual([0, 0, 0]);
    await move(47);
    await remind();
    await remind();
    expect(await asked()).toEqual([1, 1, 0]);
    expect(await inbox(nameOf('Ann'))).toContainEqual([
      'answerBy',
      `/seasons/${params.seasonId}?tab=calendar&event=${params.eventId}`,
    ]);
    // Who has answered is not asked any more.
    await answer('Ann', 'out');
    expect(await asked()).toEqual([0, 1, 0]);
    await move(100);
    await remind();
    expect(await asked()).toEqual([0, 0, 0]);
    // The time for answers is over.
    await move(20);
    await remind();
    expect(await asked()).toEqual([0, 0, 0]);
  });
});

test('the picture and the calendar of a season show the line-up as it is', async () => {
  const { id, params, join, answer } = await createSeason();
  await join('Ann', annId);
  await join('Cleo', cleoId);
  const read = async () => {
    const { body } = await server.call('getCalendar', { params: { id } });
    const lines = body.replaceAll('\r\n ', '').split('\r\n');
    const textOf = (name: string) => lines.find((text) => text.startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
    return { text: textOf('DESCRIPTION'), url: textOf('URL'), sequence: Number(textOf('SEQUENCE')) };
  };
  const picture = async () =>
    (await server.call('getSeasonPicture', { params: { id }, query: { of: params.eventId } })).headers['etag'];
  const [before, drawn] = [await read(), await picture()];
  expect(before.text).toMatch(/^Round 1 of 1\\, Season \d+\\nLine-up: Ann \(Aurora\)\\, Ben \(Lanza\)$/);
  expect(before.url).toMatch(`/seasons/${id}?tab=calendar&event=${params.eventId}`);
  expect(await picture()).toBe(drawn);
  await answer('Ann', 'out');
  const open = await read();
  expect(open.text).toMatch(/Line-up: Ben \(Lanza\)\\nOpen seats: Ann$/);
  await answer('Cleo', 'in');
  const after = await read();
  expect(after.text).toMatch(/Line-up: Cleo \(Aurora\)\\, Ben \(Lanza\)$/);
  expect([before.sequence < open.sequence, open.sequence < after.sequence]).toEqual([true, true]);
  expect(await picture()).not.toBe(drawn);
});

test('answers are in the export of their user, and go with the account', async () => {
  const { params, join, answer, nameOf } = await createSeason();
  await join('Ben', benId);
  await answer('Ben', 'out');
  const { answers } = await server.get('exportAccount', { as: nameOf('Ben') });
  expect(answers).toEqual([{ ...params, value: 'out', answeredAt: server.clock.now.toISOString() }]);
  expect((await server.call('deleteAccount', { as: nameOf('Ben') })).statusCode).toBe(204);
  const userId = userIdOf(nameOf('Ben'));
  expect(await server.storage.database.$count(eventAnswers, eq(eventAnswers.userId, userId))).toBe(0);
  expect(await server.get('getLineUp', { params })).toMatchObject({ answers: [], open: [] });
});
