import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { SessionType, Track } from '#contract/enumerations';
import { profiles } from '../../server/storage/tables.ts';
import { openTestServer, type TestServer, userIdOf } from '../../server/tests/support/open-test-server.ts';
import { driver, upload } from '../fixtures/session.ts';
import { alternate, load, median } from './load.ts';
import { copyist, insertSessionRows } from './rows.ts';

const as = 'Bench';
const cars = Array.from({ length: 22 }, (_, index) => index);
const headers = { 'accept-encoding': 'br' };

/** A season of 24 events, each with a qualifying and a race of 22 drivers, in a league. The app must be built. */
async function openSeason() {
  const server = await openTestServer({}, join(import.meta.dirname, '../../dist'));
  const { id: season } = await server.get('createSeason', { as, body: { name: 'Big' } });
  const { id: league } = await server.get('createLeague', { as, body: { name: 'Big league' } });
  await server.get('addLeagueSeason', { as, params: { leagueId: league, seasonId: season } });
  const tracks = Object.values(Track).filter((track) => track >= 0);
  const body = { events: tracks.slice(0, 24).map((track) => ({ track })) };
  const { events } = await server.get('addEvents', { as, params: { seasonId: season }, body });
  let session = '';
  for (const [round, { id: eventId }] of events.entries()) {
    const sessionIds: string[] = [];
    for (const sessionType of [SessionType.OneShotQualifying, SessionType.Race]) {
      const drivers = cars.map((place) => {
        const carIndex = (place * 7 + round * 5) % cars.length;
        const bestLapTimeMs = 80_000 + ((carIndex * 37) % 500);
        return driver({ carIndex, name: `Driver ${carIndex}`, finishingPosition: place + 1, bestLapTimeMs });
      });
      const internalSessionId = `${round + 1}${sessionType}`;
      session = (await server.get('createSession', { as, body: upload({ internalSessionId, sessionType, drivers }) }))
        .id;
      sessionIds.push(session);
    }
    await server.get('addEventSessions', { as, params: { seasonId: season, eventId }, body: { sessionIds } });
  }
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const urls = {
    'a season of 24 events': `${origin}${addressOf(calls.getSeason, { id: season })}`,
    'the list of sessions': `${origin}${addressOf(calls.listSessions)}`,
    'the list of leagues': `${origin}${addressOf(calls.listLeagues)}`,
    'a profile': `${origin}${addressOf(calls.getProfile, { userId: userIdOf(as) })}`,
    'the page of a season': `${origin}/seasons/${season}`,
    'the page of a session': `${origin}/sessions/${session}`,
    'the page of a league': `${origin}/leagues/${league}`,
    'the page of a user': `${origin}/user/${userIdOf(as)}`,
  };
  return { server, season, urls };
}

function bytesOf(url: string, agent?: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers, ...(agent === undefined ? {} : { agent }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => resolve(Buffer.concat(chunks)));
    }).once('error', reject);
  });
}

/** A server of node:http alone, which sends these bytes. */
async function openPlain(bytes: Buffer): Promise<{ url: string; close: () => Promise<unknown> }> {
  const plain = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': 'br',
      'content-length': bytes.length,
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`,
    close: () => {
      plain.closeAllConnections();
      return new Promise((resolve) => plain.close(resolve));
    },
  };
}

/** The latency in ms that 1 % of the answers to 50 readers exceed, while `write` is called once a second. */
async function latency(url: string, seconds: number, write: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const writing = setInterval(() => void write(), 1_000);
  const reader = async (): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now();
      await bytesOf(url, agent);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: 50 }, reader));
  clearInterval(writing);
  agent.destroy();
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** The cost of public reads, against node:http and without the cache. */
export async function publicReads() {
  const { server, season, urls } = await openSeason();
  const kept: { what: string; ours: number; plain: number; bytes: number }[] = [];
  for (const [what, url] of Object.entries(urls)) {
    const bytes = await bytesOf(url);
    const plain = await openPlain(bytes);
    const { one, other } = await alternate(
      7,
      () => load(url, 1_000, headers),
      () => load(plain.url, 1_000, headers),
    );
    kept.push({ what, ours: one, plain: other, bytes: bytes.length });
    await plain.close();
  }
  const rename = (name: string) => server.get('updateSeason', { as, body: { id: season, name } });
  const url = urls['a season of 24 events'];
  const firsts: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    await rename(`Big ${round}`);
    const before = process.cpuUsage();
    await bytesOf(url);
    const { user, system } = process.cpuUsage(before);
    firsts.push((user + system) / 1_000);
  }
  let writes = 0;
  const write = () => {
    writes += 1;
    return rename(`Written ${writes}`);
  };
  const { one: written, other: unwritten } = await alternate(
    3,
    () => latency(url, 4, write),
    () => latency(url, 4, async () => undefined),
  );
  await server.close();
  return { kept, first: median(firsts), written, unwritten };
}

/** A write without an announcement: everything is read anew. */
const dropAll = ({ storage }: TestServer) =>
  storage.transaction((transaction) => transaction.update(profiles).set({ avatarUrl: null }).where(sql`false`));

/** The time in ms of reads that are not kept, among some numbers of sessions with six drivers each. */
export async function growingReads(counts: readonly number[]) {
  const searches = {
    'a common name': 'Okoro',
    'a rare name': 'Rarely',
    'no match': 'Nobody at all',
    'two letters': 'zq',
  };
  const urls = {
    'the list of sessions': addressOf(calls.listSessions),
    'the sessions of a user': addressOf(calls.pageUserSessions, { id: copyist }),
    ...Object.fromEntries(
      Object.entries(searches).map(([what, q]) => [`a search for ${what}`, addressOf(calls.search, {}, { q })]),
    ),
  };
  const servers = [];
  for (const count of counts) {
    const server = await openTestServer();
    const rare = [driver({ name: 'Rarely Seen' })];
    await server.get('createSession', { as: 'Somebody', body: upload({ internalSessionId: '2', drivers: rare }) });
    const drivers = cars.slice(0, 6).map((carIndex) => driver({ carIndex }));
    const { id } = await server.get('createSession', { as, body: upload({ drivers }) });
    await insertSessionRows(server.storage, count - 2, id);
    servers.push(server);
  }
  const times = new Map<string, number[]>();
  for (const [what, url] of Object.entries(urls)) {
    const rounds: number[][] = servers.map(() => []);
    for (let round = 0; round < 15; round += 1) {
      for (const [index, server] of servers.entries()) {
        await dropAll(server);
        const start = performance.now();
        await server.app.inject({ url });
        rounds[index]?.push(performance.now() - start);
      }
    }
    times.set(what, rounds.map(median));
  }
  for (const server of servers) await server.close();
  return times;
}
