// One piece: messages of a league are followed from what makes them to the channel.
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Delivery } from '#contract/entities/webhook';
import { cut, type Discord, deleted, limited, openDiscord, status } from '../../tests/fixtures/discord.ts';
import { webhookAddress } from '../../tests/fixtures/fixture.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { makeReminders } from '../domain/deliveries.ts';
import { discordChannel, sendNext } from '../domain/send-delivery.ts';
import { purgeRows } from '../storage/deletions.ts';
import { deliveries, leagueSeasons, leagues, leagueWebhooks } from '../storage/tables.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let discord: Discord;
let server: TestServer;
/** Another server of the same database. */
let second: TestServer;

beforeAll(async () => {
  discord = await openDiscord();
  server = await openTestServer({}, undefined, undefined, { discordOrigin: discord.origin });
  second = await openTestServer({}, undefined, undefined, { discordOrigin: discord.origin, over: server });
});
afterAll(async () => {
  await second.close();
  await server.close();
  await discord.close();
});
let count = 0;

/** A league with a webhook, of a user of its own. */
async function openLeague(body: object = { reminders: false }) {
  count += 1;
  const as = `Owner ${count}`;
  const address = `${webhookAddress}${count}`;
  const { id: leagueId } = await server.get('createLeague', { as, body: { name: 'Sunday *Racing*' } });
  const params = { leagueId };
  await server.get('updateWebhook', { as, params, body: { address, ...body } });
  return { as, leagueId, params, address };
}

type League = Awaited<ReturnType<typeof openLeague>>;

/** A season of the league with a round that was run, and one that begins in 30 hours. */
async function openSeason({ as, leagueId }: League) {
  const { id: seasonId } = await server.get('createSeason', { as, body: { name: 'Winter' } });
  await server.get('addLeagueSeason', { as, params: { leagueId, seasonId } });
  const startsAt = new Date(server.clock.now.getTime() + 30 * 3_600_000).toISOString();
  const { events } = await server.get('addEvents', {
    as,
    params: { seasonId },
    body: { events: [{ track: 11 }, { track: 10, startsAt }] },
  });
  const [run, next] = events.map(({ id }) => id);
  await addRace(as, seasonId, run ?? '');
  return { seasonId, nextId: next ?? '', startsAt };
}

async function addRace(as: string, seasonId: string, eventId: string): Promise<void> {
  count += 1;
  const drivers = ['Ada Okoro', 'Mika _V_'].map((name, carIndex) =>
    driver({ name, carIndex, finishingPosition: carIndex + 1 }),
  );
  const { id } = await server.get('createSession', { as, body: upload({ internalSessionId: String(count), drivers }) });
  await server.get('addEventSession', { as, params: { seasonId, eventId, sessionId: id } });
}

const listOf = async ({ as, params }: League): Promise<Delivery[]> =>
  (await server.get('getWebhook', { as, params })).deliveries;
const publish = ({ as }: League, seasonId: string) =>
  server.get('createRevision', { as, params: { id: seasonId }, body: { note: null } });
/** The messages that have arrived by the webhook of a league. */
const contents = ({ address }: League) =>
  discord.posted.filter(({ url }) => url.includes(`/${address.split('/').at(-1)}?`)).map(({ body }) => body.content);
/** The kinds of the pictures that have arrived with them. */
const pictures = ({ address }: League) =>
  discord.posted
    .filter(({ url }) => url.includes(`/${address.split('/').at(-1)}?`))
    .map(({ picture }) => picture?.type ?? null);
/** Time passes on servers, until the newest messages of a league are in these states. */
async function expectStates(
  league: League,
  states: readonly Delivery['state'][],
  on: readonly TestServer[] = [server],
) {
  for (const each of on) each.clock.now = server.clock.now;
  const shown = async () => {
    for (const each of on) each.pass(2_000);
    return (await listOf(league)).map(({ state }) => state);
  };
  await expect.poll(shown, { timeout: 20_000 }).toEqual(states);
}
/** Time passes until a message of a league, the oldest unless another is named, waits after so many attempts. */
async function expectTried(league: League, attempts: number, index = -1) {
  const tried = async () => {
    server.pass(2_000);
    const message = (await listOf(league)).at(index);
    return [message?.state, message?.attempts];
  };
  await expect.poll(tried, { timeout: 20_000 }).toEqual(['waiting', attempts]);
}

describe('the webhook of a league', () => {
  test('is set, changed and removed, and its address is in no answer', async () => {
    const { as, params, address } = await openLeague({ reminders: false });
    const set = await server.get('getWebhook', { as, params });
    const switches = { standings: true, results: true, reminders: false };
    expect(set).toEqual({ ending: address.slice(-4), goneAt: null, ...switches, deliveries: [] });
    const changed = await server.get('updateWebhook', { as, params, body: { standings: false } });
    expect(changed).toEqual({ ...set, standings: false });
    const exported = await server.get('exportAccount', { as });
    const { standings, results, reminders, goneAt } = changed;
    const webhook = { standings, results, reminders, goneAt };
    expect(exported.leagues).toMatchObject([{ hasWebhook: true, webhook }]);
    const token = address.split('/').at(-1) ?? '';
    for (const answer of [set, changed, exported, await server.get('getLeague', { as, params })])
      expect(JSON.stringify(answer)).not.toContain(token);
    expect((await server.call('deleteWebhook', { as, params })).statusCode).toBe(204);
    expect((await server.get('getWebhook', { as, params })).ending).toBeNull();
    expect((await server.call('deleteWebhook', { as, params })).statusCode).toBe(404);
    const late = await server.call('updateWebhook', { as, params, body: { standings: true } });
    expect([late.statusCode, late.json().errors[0].path]).toEqual([422, 'address']);
    expect((await server.call('testWebhook', { as, params })).statusCode).toBe(409);
  });

  test('is at Discord alone; a refused address is not repeated', async () => {
    const { as, params } = await openLeague();
    const address = webhookAddress.replace('discord.com', '127.0.0.1');
    const { statusCode, body } = await server.call('updateWebhook', { as, params, body: { address } });
    expect(statusCode).toBe(400);
    expect(body).not.toContain(address.slice(-20));
  });

  test('ends with its league, once that is deleted for good', async () => {
    const league = await openLeague();
    await server.get('testWebhook', league);
    expect((await server.call('deleteLeague', league)).statusCode).toBe(204);
    await server.storage.transaction((transaction) => purgeRows(transaction, 'league', [league.leagueId]));
    for (const table of [leagueWebhooks, deliveries]) {
      const rows = await server.storage.database.select({ leagueId: table.leagueId }).from(table);
      expect(rows.filter(({ leagueId }) => leagueId === league.leagueId)).toEqual([]);
    }
  });
});

describe('a message', () => {
  test('is sent once, by one of two servers', async () => {
    const league = await openLeague();
    for (let made = 0; made < 5; made += 1) await server.get('testWebhook', league);
    await expectStates(league, Array(5).fill('sent'), [server, second, server, second]);
    const link = `http://pitboard.test/leagues/${league.leagueId}`;
    const text = `A test message: **Sunday \\*Racing\\*** on Pitboard can post in this channel.\n${link}`;
    expect(contents(league)).toEqual(Array(5).fill(text));
    const sixth = await server.call('testWebhook', league);
    expect([sixth.statusCode, sixth.json().detail]).toEqual([422, expect.stringMatching(/wait a moment/)]);
  });

  test('waits for as long as Discord says, and other ones of the league with it', async () => {
    const league = await openLeague();
    discord.answer(limited(40));
    await server.get('testWebhook', league);
    await server.get('testWebhook', league);
    await expectTried(league, 1);
    const [newer, older] = await listOf(league);
    expect([newer?.attempts, newer?.nextAttemptAt]).toEqual([0, older?.nextAttemptAt]);
    const pause = Date.parse(older?.nextAttemptAt ?? '') - server.clock.now.getTime();
    expect(pause).toBeGreaterThan(30_000);
    server.step(pause - 3_000);
    await expectStates(league, ['waiting', 'waiting']);
    expect(contents(league).length).toBe(1);
    await expectStates(league, ['sent', 'sent']);
    expect(contents(league).length).toBe(3);
  });

  test('is tried again after an error of Discord for a day, and then given up and shown', async () => {
    const league = await openLeague();
    discord.answer(status(500), status(503));
    await server.get('testWebhook', league);
    await expectTried(league, 1);
    expect((await listOf(league))[0]?.reason).toBe('Discord answered with 500.');
    server.step(10_000);
    await expectTried(league, 2);
    server.step(24 * 3_600_000);
    await expectStates(league, ['failed']);
    expect((await listOf(league))[0]).toMatchObject({ attempts: 2, reason: 'Discord answered with 503.' });
    const params = { ...league.params, deliveryId: (await listOf(league))[0]?.id ?? '' };
    await server.get('resendDelivery', { as: league.as, params });
    await expectStates(league, ['sent']);
    expect(contents(league).length).toBe(3);
  });

  test('of which the answer was lost is shown, and sent again only by its owner', async () => {
    const league = await openLeague();
    discord.answer(cut);
    await server.get('testWebhook', league);
    await expectStates(league, ['unknown']);
    server.step(3_600_000);
    await expectStates(league, ['unknown']);
    expect(contents(league).length).toBe(1);
    const params = { ...league.params, deliveryId: (await listOf(league))[0]?.id ?? '' };
    await server.get('resendDelivery', { as: league.as, params });
    await server.get('resendDelivery', { as: league.as, params });
    await expectStates(league, ['sent']);
    expect((await server.call('resendDelivery', { as: league.as, params })).statusCode).toBe(409);
    expect(contents(league).length).toBe(2);
  });

  test('of a server that was killed while it sent it is never sent again by another', async () => {
    const league = await openLeague();
    await server.get('testWebhook', league);
    const { storage } = server;
    const killed = new Promise<void>((claimed) => {
      const send = () => {
        claimed();
        return new Promise<never>(() => undefined);
      };
      const channel = discordChannel(send);
      void sendNext({ storage, now: () => server.clock.now, holder: '01900000-0000-7000-8000-00000000000a', channel });
    });
    await killed;
    await expectStates(league, ['sending']);
    server.step(2 * 60_000);
    await expectStates(league, ['unknown'], [server, second]);
    expect((await listOf(league))[0]?.reason).toBe('The server was stopped while it sent the message.');
    expect(contents(league)).toEqual([]);
  });

  test('to a webhook that was deleted ends the webhook, until another one is set', async () => {
    const league = await openLeague();
    discord.answer(deleted);
    await server.get('testWebhook', league);
    await server.get('testWebhook', league);
    await expectStates(league, ['failed', 'failed']);
    expect(contents(league).length).toBe(1);
    const { goneAt, ending, deliveries: shown } = await server.get('getWebhook', league);
    expect([goneAt, ending]).toEqual([expect.any(String), league.address.slice(-4)]);
    expect(shown[0]?.reason).toBe('Discord does not know this webhook any more.');
    expect((await server.call('testWebhook', league)).statusCode).toBe(409);
    await server.get('updateWebhook', { ...league, body: { address: league.address } });
    await server.get('testWebhook', league);
    await expectStates(league, ['sent', 'failed', 'failed']);
  });

  test('that waits is not sent after the webhook was removed', async () => {
    const league = await openLeague();
    await server.get('testWebhook', league);
    await server.call('deleteWebhook', league);
    await server.get('updateWebhook', { ...league, body: { address: league.address } });
    await expectStates(league, ['failed']);
    expect(contents(league)).toEqual([]);
  });
});

describe('official standings', () => {
  test('are announced with the results that are new in them, each once', async () => {
    const league = await openLeague();
    const { seasonId, nextId } = await openSeason(league);
    await publish(league, seasonId);
    await expectStates(league, ['sent', 'sent']);
    const link = `http://pitboard.test/seasons/${seasonId}`;
    expect(contents(league)).toEqual([
      `**Winter, round 1: Monza**\n**Race**\n1\\. Ada Okoro · 25\n2\\. Mika \\_V\\_ · 18\n${link}`,
      `**Winter: official standings 1**\n1\\. Ada Okoro · 25\n2\\. Mika \\_V\\_ · 18\n${link}`,
    ]);
    expect(pictures(league)).toEqual(['image/png', 'image/png']);
    const ruling = { kind: 'points', points: -5, carIndex: 0, reason: 'why' } as const;
    const { events } = await server.get('getSeason', { params: { id: seasonId } });
    const sessionId = events[0]?.sessions[0]?.session.id ?? '';
    await server.get('addRuling', { as: league.as, params: { id: seasonId }, body: { sessionId, ...ruling } });
    await publish(league, seasonId);
    await expectStates(league, Array(3).fill('sent'));
    await addRace(league.as, seasonId, nextId);
    await publish(league, seasonId);
    await expectStates(league, Array(5).fill('sent'));
    expect((await listOf(league)).map(({ title }) => title)).toEqual([
      'Winter: official standings 3',
      'Winter: result of Spa',
      'Winter: official standings 2',
      'Winter: official standings 1',
      'Winter: result of Monza',
    ]);
  });

  test('come without their picture where the channel takes no file, and once others count', async () => {
    const league = await openLeague({ results: false, reminders: false });
    const { seasonId } = await openSeason(league);
    discord.answer(status(403));
    await publish(league, seasonId);
    await expectStates(league, ['sent']);
    expect(pictures(league)).toEqual(['image/png', null]);

    const later = await openLeague({ results: false, reminders: false });
    const changed = await openSeason(later);
    discord.answer(status(500));
    await publish(later, changed.seasonId);
    await expectTried(later, 1);
    await server.get('updateScoring', {
      as: later.as,
      params: { id: changed.seasonId },
      body: { fastestLapBonus: 0, racePoints: [10, 5] },
    });
    await expectStates(later, ['sent']);
    expect(pictures(later)).toEqual(['image/png', null]);
  });

  test('that are taken back before they were sent are not announced, and later that is', async () => {
    const league = await openLeague({ results: false, reminders: false });
    const { seasonId } = await openSeason(league);
    const takeBack = () => server.call('withdrawRevision', { as: league.as, params: { id: seasonId, number: '1' } });
    await publish(league, seasonId);
    expect((await takeBack()).statusCode).toBe(204);
    await expectStates(league, []);
    server.step(1_000);
    await publish(league, seasonId);
    await expectStates(league, ['sent']);
    await takeBack();
    await expectStates(league, ['sent', 'sent']);
    expect(contents(league)[1]).toMatch(/^\*\*Winter\*\*: official standings 1 were taken back\./);
  });

  test('that were taken back are not sent again, neither by their owner nor after an attempt', async () => {
    const league = await openLeague({ reminders: false });
    const { seasonId } = await openSeason(league);
    const takeBack = () => server.call('withdrawRevision', { as: league.as, params: { id: seasonId, number: '1' } });
    // Each is tried with its picture, and without.
    discord.answer(status(400), status(400), status(400), status(400));
    await publish(league, seasonId);
    await expectStates(league, ['failed', 'failed']);
    const failed = await listOf(league);
    expect((await takeBack()).statusCode).toBe(204);
    for (const { id: deliveryId } of failed) {
      const refused = await server.call('resendDelivery', { as: league.as, params: { ...league.params, deliveryId } });
      expect([refused.statusCode, refused.json().detail]).toEqual([409, 'These official standings were taken back.']);
    }

    server.step(1_000);
    await publish(league, seasonId);
    const { storage } = server;
    // They are taken back while one of them is sent; Discord cannot be reached.
    const send = async () => {
      await takeBack();
      return { kind: 'notSent' as const, code: 'ECONNREFUSED' };
    };
    const channel = discordChannel(send);
    await sendNext({ storage, now: () => server.clock.now, holder: '01900000-0000-7000-8000-00000000000b', channel });
    server.step(3_600_000);
    await expectStates(league, ['sent', 'failed', 'failed', 'failed']);
    expect((await listOf(league))[0]?.title).toBe('Winter: official standings 1 taken back');
  });

  test('of a season that is in leagues of many others are announced in fifty, its owner’s first', async () => {
    const stranger = await openLeague({ results: false, reminders: true });
    const owner = await openLeague({ results: false, reminders: true });
    const { seasonId } = await openSeason({ ...owner, leagueId: stranger.leagueId, as: stranger.as });
    await server.get('addLeagueSeason', { as: owner.as, params: { leagueId: owner.leagueId, seasonId } });
    const { transaction, database } = server.storage;
    const [row] = await database.select().from(leagues).where(eq(leagues.id, owner.leagueId));
    if (row === undefined) throw new Error('the league was not stored');
    const others = Array.from({ length: 120 }, () => ({ ...row, id: randomUUID() }));
    const addedAt = new Date(0).toISOString();
    const settings = { webhookId: '1', token: 'unused', standings: true, results: false, reminders: true };
    await transaction(async (work) => {
      await work.insert(leagues).values(others);
      await work.insert(leagueSeasons).values(others.map(({ id }) => ({ leagueId: id, seasonId, addedAt })));
      await work.insert(leagueWebhooks).values(others.map(({ id }) => ({ leagueId: id, ...settings })));
    });
    const made = (kind: 'standings' | 'reminder') =>
      database
        .select({ leagueId: deliveries.leagueId })
        .from(deliveries)
        .where(and(eq(deliveries.kind, kind), like(deliveries.title, 'Winter%'), isMine));
    const isMine = inArray(deliveries.leagueId, [stranger.leagueId, owner.leagueId, ...others.map(({ id }) => id)]);
    await publish(stranger, seasonId);
    const told = (await made('standings')).map(({ leagueId }) => leagueId);
    expect([told.length, told.includes(stranger.leagueId)]).toEqual([50, true]);
    const day = new Date(server.clock.now.getTime() + 7 * 3_600_000).toISOString();
    for (const _ of [1, 2]) await transaction((work) => makeReminders(work, day));
    const reminded = (await made('reminder')).map(({ leagueId }) => leagueId);
    expect([reminded.length, reminded.includes(stranger.leagueId)]).toEqual([50, true]);
    await transaction((work) =>
      work.delete(leagues).where(
        inArray(
          leagues.id,
          others.map(({ id }) => id),
        ),
      ),
    );
  });

  test('are not announced where it is switched off, and a hidden season is announced without a link', async () => {
    const off = await openLeague({ standings: false, results: false, reminders: false });
    const season = await openSeason(off);
    await publish(off, season.seasonId);
    await expectStates(off, []);
    const hidden = await openLeague({ results: false, reminders: false });
    await server.get('updateLeague', { ...hidden, body: { isPublic: false } });
    const { seasonId } = await openSeason(hidden);
    await publish(hidden, seasonId);
    await expectStates(hidden, ['sent']);
    expect(contents(hidden).join()).not.toContain('http');
    expect(pictures(hidden)).toEqual([null]);
  });

  test('of a season that its league’s owner may not see are not announced there', async () => {
    const league = await openLeague({});
    const other = await openLeague({ standings: false, results: false, reminders: true });
    const { seasonId } = await openSeason(other);
    await server.get('addLeagueSeason', { as: league.as, params: { leagueId: league.leagueId, seasonId } });
    await server.get('updateLeague', { ...other, body: { isPublic: false } });
    await publish(other, seasonId);
    server.step(7 * 3_600_000);
    server.pass(60_000);
    await expectStates(other, ['sent']);
    expect((await listOf(other))[0]?.kind).toBe('reminder');
    expect(await listOf(league)).toEqual([]);
  });
});

describe('a reminder', () => {
  test('is sent the day before a round, once, by one of two servers', async () => {
    const league = await openLeague({});
    const { seasonId, startsAt } = await openSeason(league);
    server.pass(60_000);
    await expectStates(league, []);
    server.step(6 * 3_600_000);
    second.clock.now = server.clock.now;
    for (const each of [server, second]) each.pass(60_000);
    await expectStates(league, ['sent'], [server, second]);
    const seconds = Math.floor(Date.parse(startsAt) / 1_000);
    expect(contents(league)).toEqual([
      `**Winter, round 2: Spa** begins <t:${seconds}:R>, on <t:${seconds}:F>.\nhttp://pitboard.test/seasons/${seasonId}`,
    ]);
  });

  test('comes again for another time, and not where it is switched off or the round was run', async () => {
    const league = await openLeague({});
    const { seasonId, nextId, startsAt } = await openSeason(league);
    server.step(7 * 3_600_000);
    server.pass(60_000);
    await expectStates(league, ['sent']);
    const later = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
    const params = { seasonId, eventId: nextId };
    await server.get('updateEvent', { as: league.as, params, body: { startsAt: later } });
    server.pass(60_000);
    await expectStates(league, ['sent', 'sent']);
    await server.get('updateWebhook', { ...league, body: { reminders: false } });
    await server.get('updateEvent', { as: league.as, params, body: { startsAt } });
    const anHourLater = new Date(Date.parse(later) + 60_000).toISOString();
    await server.get('updateEvent', { as: league.as, params, body: { startsAt: anHourLater } });
    server.pass(60_000);
    await expectStates(league, ['sent', 'sent']);
    await server.get('updateWebhook', { ...league, body: { reminders: true } });
    await addRace(league.as, seasonId, nextId);
    server.pass(60_000);
    await expectStates(league, ['sent', 'sent']);
  });

  test('is not sent again once its round has begun, and not for a time that has changed', async () => {
    const league = await openLeague({});
    const { seasonId, nextId, startsAt } = await openSeason(league);
    discord.answer(status(400));
    server.step(7 * 3_600_000);
    server.pass(60_000);
    await expectStates(league, ['failed']);
    const params = { ...league.params, deliveryId: (await listOf(league))[0]?.id ?? '' };
    const resend = async () => {
      const answer = await server.call('resendDelivery', { as: league.as, params });
      return answer.statusCode === 200 ? 200 : answer.json().detail;
    };
    discord.answer(status(500));
    expect(await resend()).toBe(200);
    await expectTried(league, 1);
    // It waits, and is given up when the round begins.
    server.clock.now = new Date(startsAt);
    await expectStates(league, ['failed']);
    expect(await resend()).toBe('This event has begun.');
    const later = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
    const event = { seasonId, eventId: nextId };
    await server.get('updateEvent', { as: league.as, params: event, body: { startsAt: later } });
    expect(await resend()).toBe('This event begins at another time.');
    discord.answer(status(500));
    server.pass(60_000);
    // While it is being sent it would be kept.
    await expectTried(league, 1, 0);
    // One that waits goes with its time.
    const evenLater = new Date(Date.parse(later) + 3_600_000).toISOString();
    await server.get('updateEvent', { as: league.as, params: event, body: { startsAt: evenLater } });
    await expectStates(league, ['failed']);
    server.pass(60_000);
    await expectStates(league, ['sent', 'failed']);
  });
});
