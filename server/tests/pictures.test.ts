import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallName } from '#contract/calls/by-name';
import { createFixture, type Fixture } from '../../tests/fixtures/fixture.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

const as = 'Owner';
const metricsToken = 'a-token-for-prometheus';
const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
let server: TestServer;
let fixture: Fixture;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'assets/app-1a2b.js'), 'export {};');
  writeFileSync(join(dist, 'index.html'), '<head><title>Pitboard</title><!--head--><!--/head--></head>');
  server = await openTestServer({ METRICS_TOKEN: metricsToken }, dist);
  fixture = await createFixture(server, await server.tokenOf(as));
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

const absent = '01900000-0000-7000-8000-00000000dead';
type PictureCall = Extract<CallName, `get${'Session' | 'Season' | 'League'}Picture`>;

async function pictureOf(name: PictureCall, id: string, given: { as?: string; query?: Record<string, string> } = {}) {
  const params = name === 'getLeaguePicture' ? { leagueId: id } : { id };
  const { statusCode, headers, rawPayload } = await server.call(name, { ...given, params } as never);
  const { date: _, 'x-request-id': __, ...others } = headers;
  return { statusCode, headers: others, bytes: rawPayload };
}

test('sessions, seasons and leagues have a wide and a tall picture', async () => {
  const sizes: unknown[] = [];
  for (const [name, id] of [
    ['getSessionPicture', fixture.session],
    ['getSeasonPicture', fixture.open.season],
    ['getLeaguePicture', fixture.open.league],
  ] as const) {
    for (const shape of ['wide', 'tall']) {
      const { statusCode, headers, bytes } = await pictureOf(name, id, { query: { shape } });
      const { width, height } = await sharp(bytes).metadata();
      sizes.push([statusCode, headers['content-type'], width, height, bytes.length < 150_000]);
    }
  }
  const [wide, tall] = [
    [200, 'image/png', 1200, 630, true],
    [200, 'image/png', 1080, 1350, true],
  ];
  expect(sizes).toEqual([wide, tall, wide, tall, wide, tall]);
});

test.each([
  ['getSeasonPicture', () => fixture.hidden.season],
  ['getLeaguePicture', () => fixture.hidden.league],
] as const)(
  '%s of what is private has the bytes and headers of what is absent, but for its owner',
  async (name, id) => {
    for (const reader of [{}, { as: 'Stranger' }]) {
      for (const shape of ['wide', 'tall']) {
        const query = { shape };
        expect(await pictureOf(name, id(), { ...reader, query })).toEqual(
          await pictureOf(name, absent, { ...reader, query }),
        );
      }
    }
    const own = await pictureOf(name, id(), { as });
    expect(own.bytes.equals((await pictureOf(name, absent, { as })).bytes)).toBe(false);
  },
);

test('a picture of a season shows standings, the title fight, or one of its sessions', async () => {
  const { season } = fixture.open;
  const pictures = await Promise.all(
    ['drivers', 'teams', 'fight', fixture.session, absent].map(async (of) =>
      (await pictureOf('getSeasonPicture', season, { query: { of } })).bytes.toString('base64'),
    ),
  );
  const site = (await pictureOf('getSeasonPicture', absent)).bytes.toString('base64');
  expect(pictures[4]).toBe(site);
  expect(new Set(pictures.slice(0, 2)).size).toBe(2);
  expect(pictures.slice(0, 4)).not.toContain(site);
});

/** The tags and the addresses of the pictures of a session, its season and its league. */
async function versionsOf(part: Fixture['open']): Promise<string[]> {
  const found: string[] = [];
  for (const [name, id, page] of [
    ['getSessionPicture', fixture.session, 'sessions'],
    ['getSeasonPicture', part.season, 'seasons'],
    ['getLeaguePicture', part.league, 'leagues'],
  ] as const) {
    const { headers } = await pictureOf(name, id);
    const html = (await server.app.inject({ url: `/${page}/${id}` })).body;
    found.push(String(headers['etag']), /og:image" content="([^"]*)"/.exec(html)?.[1] ?? '');
  }
  return found;
}

test('a new name of a driver changes the pictures of the session, its season and its league, and their addresses', async () => {
  const before = await versionsOf(fixture.open);
  expect(await versionsOf(fixture.open)).toEqual(before);
  const params = { id: fixture.session, carIndex: '0' };
  await server.get('renameDriver', { as, params, body: { name: 'ヤマダ太郎' } });
  const after = await versionsOf(fixture.open);
  expect(after.map((value, index) => value === before[index])).toEqual(Array(6).fill(false));
});

async function setImage(leagueId: string, owner: string, background: string): Promise<void> {
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background } }).png();
  const thumbnailBase64 = (await image.toBuffer()).toString('base64');
  const body = { thumbnailBase64, contentType: 'image/png' } as const;
  await server.get('setThumbnail', { as: owner, params: { leagueId }, body });
}

test('a new picture of a league changes those of its seasons and their sessions, and their addresses', async () => {
  const { league } = fixture.open;
  const before = await versionsOf(fixture.open);
  await setImage(league, as, '#00ff00');
  const green = await versionsOf(fixture.open);
  expect(green.map((value, index) => value === before[index])).toEqual(Array(6).fill(false));
  const { bytes } = await pictureOf('getSessionPicture', fixture.session);
  const { data } = await sharp(bytes).extract({ left: 92, top: 72, width: 1, height: 1 }).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  expect([...data]).toEqual([0, 255, 0]);
  await server.call('deleteThumbnail', { as, params: { leagueId: league } });
  const without = await versionsOf(fixture.open);
  expect(without.map((value, index) => value === green[index])).toEqual(Array(6).fill(false));
});

test('the picture of a private league, or of the league of somebody else, is on no picture that others get', async () => {
  const stranger = 'Stranger';
  const { id: season } = await server.get('createSeason', { as, body: { name: 'Without a league' } });
  const { id: league } = await server.get('createLeague', { as: stranger, body: { name: 'Copy', isPublic: true } });
  await server.get('addLeagueSeason', { as: stranger, params: { leagueId: league, seasonId: season } });
  const read = async () => [
    ...(await versionsOf({ ...fixture.open, season })),
    (await pictureOf('getSessionPicture', fixture.session, { as })).headers['etag'],
  ];
  const before = await read();
  await setImage(league, stranger, '#ff0000');
  await setImage(fixture.hidden.league, as, '#0000ff');
  expect(await read()).toEqual(before);
});

test('the page of a session names its picture with size, words and version', async () => {
  const html = (await server.app.inject({ url: `/sessions/${fixture.session}` })).body;
  const tags = [...html.matchAll(/property="og:(image[^"]*)" content="([^"]*)"/g)].map(([, name, value = '']) => [
    name,
    value.replace(fixture.session, 'ID').replace(/v=[\w-]{12}$/, 'v=VERSION'),
  ]);
  expect(tags).toEqual([
    ['image', 'http://pitboard.test/api/Sessions/session/ID/picture?v=VERSION'],
    ['image:type', 'image/png'],
    ['image:width', '1200'],
    ['image:height', '630'],
    ['image:alt', expect.stringContaining('The result of ')],
  ]);
});

test('a moment has a picture of its own, which its page names; one of a session without laps is that of its result', async () => {
  const lap = { lapTime: 90_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
  const create = (internalSessionId: string, lapTimes: (typeof lap)[]) => {
    const drivers = [3, 7].map((carIndex) => driver({ carIndex, name: `Car ${carIndex}`, lapTimes }));
    return server.get('createSession', { as, body: upload({ internalSessionId, drivers }) });
  };
  const [timed, typed] = [await create('771', [lap, lap]), await create('772', [])];
  const html = (await server.app.inject({ url: `/sessions/${timed.id}?at=9999.4&cars=7,3,50` })).body;
  const tags = [...html.matchAll(/(?:property|name)="((?:og|twitter):(?:image|title)[^"]*)" content="([^"]*)"/g)];
  const [path = ''] = tags.flatMap(([, name, value = '']) =>
    name === 'og:image' ? [value.replaceAll('&amp;', '&')] : [],
  );
  expect(path.replace(/v=[\w-]{12}$/, 'v=VERSION')).toBe(
    `http://pitboard.test/api/Sessions/session/${timed.id}/picture?at=180&cars=3&cars=7&v=VERSION`,
  );
  const { rawPayload, headers } = await server.app.inject({ url: path.replace('http://pitboard.test', '') });
  const { format, width, height } = await sharp(rawPayload).metadata();
  expect([format, width, height, typeof headers.etag]).toEqual(['png', 1200, 630, 'string']);
  const bytesOf = async (id: string, query: object) => {
    const { statusCode, rawPayload: bytes } = await server.call('getSessionPicture', {
      params: { id },
      query,
    } as never);
    return statusCode === 200 ? bytes.toString('base64') : statusCode;
  };
  const [result, early, beyond, usual, usualAt] = [
    await bytesOf(timed.id, {}),
    await bytesOf(timed.id, { at: 60 }),
    await bytesOf(timed.id, { at: 600_000, cars: [3, 7] }),
    await bytesOf(typed.id, {}),
    await bytesOf(typed.id, { at: 60, cars: [3] }),
  ];
  expect(new Set([result, early, beyond]).size).toBe(3);
  expect(beyond).toBe(rawPayload.toString('base64'));
  expect(usualAt).toBe(usual);
  expect(await bytesOf(timed.id, { at: 60, cars: [1, 2, 3, 4, 5] })).toBe(400);
  expect(await bytesOf(timed.id, { at: 1_000_000 })).toBe(400);
});

test('a flood of pictures of one visitor is refused beyond its queue, and that of another is drawn', async () => {
  const { season } = fixture.open;
  const [warn, error] = [vi.spyOn(server.app.log, 'warn'), vi.spyOn(server.app.log, 'error')];
  const begun = performance.now();
  const flood = Array.from({ length: 40 }, () =>
    server.call('getSeasonPicture', { as: 'Stranger', params: { id: season } }),
  );
  const other = await pictureOf('getSeasonPicture', season, { query: { of: 'fight', shape: 'tall' } });
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
  expect(other.statusCode).toBe(200);
  expect([...new Set(statuses)].sort()).toEqual([200, 503]);
  // The log has a line a second, with a number and without stacks.
  const refused = statuses.filter((status) => status === 503).length;
  const lines = () => warn.mock.calls.map(([fields, text]) => ({ count: Number(Object(fields).refused), text }));
  const counted = () => lines().reduce((sum, { count }) => sum + count, 0);
  await expect.poll(counted).toBe(refused);
  const texts = lines().map(({ text }) => text);
  expect(new Set(texts)).toEqual(new Set(['requests were refused: too many at the same time']));
  expect(texts.length).toBeLessThanOrEqual(1 + (performance.now() - begun) / 1_000);
  expect(error).not.toHaveBeenCalled();
  const { body } = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
  expect(body).toContain(`pitboard_requests_refused_total ${refused}\n`);
});
