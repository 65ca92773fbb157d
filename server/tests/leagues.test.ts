import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function picture(format: 'png' | 'jpeg' | 'webp', width = 900, height = 300): Promise<Buffer> {
  const ground = { width, height, channels: 3, background: '#b71c1c' } as const;
  return sharp({ create: ground })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toFormat(format)
    .toBuffer();
}

describe('a league', () => {
  test('is created and changed; null clears a field, an absent field is kept', async () => {
    const made = await server.get('createLeague', {
      as: 'Ann',
      body: {
        name: '🏁'.repeat(80),
        description: 'x',
        website: 'https://example.org',
        discord: 'https://discord.gg/a',
      },
    });
    expect(made).toEqual({
      id: made.id,
      name: '🏁'.repeat(80),
      description: 'x',
      website: 'https://example.org',
      discord: 'https://discord.gg/a',
      ownerId: userIdOf('Ann'),
      isPublic: true,
      thumbnailId: null,
      seasonIds: [],
      staff: [{ userId: made.ownerId, userName: 'Ann', roles: ['owner'] }],
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
    });
    const params = { leagueId: made.id };
    const changed = await server.get('updateLeague', { as: 'Ann', params, body: { website: null, name: 'B' } });
    expect([changed.name, changed.website, changed.discord]).toEqual(['B', null, 'https://discord.gg/a']);
    expect(await server.get('getLeague', { params })).toEqual(changed);
  });

  test('a change based on an old version is refused with the current league', async () => {
    const { id } = await server.get('createLeague', { as: 'Ann', body: { name: 'Old' } });
    const params = { leagueId: id };
    const etag = String((await server.call('getLeague', { params })).headers.etag);
    const headers = { 'if-match': etag };
    expect((await server.call('updateLeague', { as: 'Ann', params, body: { name: 'Mine' }, headers })).statusCode).toBe(
      200,
    );
    const late = await server.call('updateLeague', { as: 'Ann', params, body: { name: 'Theirs' }, headers });
    expect([late.statusCode, late.json().current.name]).toEqual([412, 'Mine']);
    expect((await server.call('deleteLeague', { as: 'Ann', params, headers })).statusCode).toBe(412);
    // A proxy may make the ETag weak; a compressed response of the same version has another ETag.
    const weak = { 'if-match': 'W/"2-anything-br"' };
    expect(
      (await server.call('updateLeague', { as: 'Ann', params, body: { name: 'C' }, headers: weak })).statusCode,
    ).toBe(200);
    expect((await server.call('updateLeague', { as: 'Ann', params, body: { name: 'D' } })).statusCode).toBe(200);
  });

  test('that is private is hidden from others in lists and search, with its thumbnail and its seasons', async () => {
    const image = (await picture('png')).toString('base64');
    const body = { name: 'Hidden Lodge', isPublic: false, thumbnailBase64: image };
    const { id } = await server.get('createLeague', { as: 'Ann', body });
    const season = await server.get('createSeason', { as: 'Ann', body: { name: 'Hidden Season' } });
    await server.get('addLeagueSeason', { as: 'Ann', params: { leagueId: id, seasonId: season.id } });
    for (const as of [undefined, 'Bob'] as const) {
      const who = as === undefined ? {} : { as };
      const shown = JSON.stringify([
        await server.get('listLeagues', who),
        await server.get('search', { ...who, query: { q: 'hidden' } }),
        await server.get('listUserLeagues', { ...who, params: { userId: userIdOf('Ann') } }),
        await server.get('listSeasons', who),
        await server.get('listUserSeasons', { ...who, params: { userId: userIdOf('Ann') } }),
      ]);
      expect(shown).not.toContain('Hidden');
      expect((await server.call('getThumbnail', { ...who, params: { leagueId: id } })).statusCode).toBe(404);
      expect((await server.call('getSeason', { ...who, params: { id: season.id } })).statusCode).toBe(404);
    }
    expect((await server.get('search', { as: 'Ann', query: { q: 'hidden' } })).leagues).toHaveLength(1);
    const own = await server.call('getThumbnail', { as: 'Ann', params: { leagueId: id } });
    expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
    // A public league that holds the season shows it.
    const open = await server.get('createLeague', { as: 'Ann', body: { name: 'Open' } });
    await server.get('addLeagueSeason', { as: 'Ann', params: { leagueId: open.id, seasonId: season.id } });
    const seen = await server.get('getSeason', { params: { id: season.id } });
    expect(seen.leagues).toEqual([{ id: open.id, name: 'Open' }]);
  });

  test('a list has the total count; a page after the last is empty', async () => {
    for (let index = 0; index < 5; index += 1)
      await server.get('createLeague', { as: 'Cid', body: { name: `C${index}` } });
    const page = (query: Record<string, number>) =>
      server.get('pageUserLeagues', { params: { userId: userIdOf('Cid') }, query });
    expect((await page({ page: 1, pageSize: 2 })).leagues.map((league) => league.name)).toEqual(['C2', 'C1']);
    expect((await page({ page: 9, pageSize: 2 })).count).toBe(5);
    expect(
      (await server.call('pageUserLeagues', { params: { userId: userIdOf('Cid') }, query: { pageSize: 101 } }))
        .statusCode,
    ).toBe(400);
  });
});

describe('search', () => {
  test('orders equal names first, then prefixes, words and parts, and matches wildcards literally', async () => {
    for (const name of ['Great Pitlane Cup', 'Pit', 'Pitlane', 'Spitfire', '100%_sure']) {
      await server.get('createLeague', { as: 'Zoe', body: { name } });
    }
    const find = async (q: string) =>
      (await server.get('search', { query: { q } })).leagues.map((league) => league.name);
    expect(await find('pit')).toEqual(['Pit', 'Pitlane', 'Great Pitlane Cup', 'Spitfire']);
    expect(await find('0%_s')).toEqual(['100%_sure']);
    expect(await find('%')).toEqual(['100%_sure']);
    expect(await find('   ')).toEqual([]);
    expect((await server.get('search', { query: { q: 'zoe' } })).users.map((user) => user.username)).toEqual(['Zoe']);
  });
});

describe('a thumbnail', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'of %s is stored as a small webp without its metadata',
    async (format) => {
      const { id } = await server.get('createLeague', { as: 'Ann', body: { name: 'Pic' } });
      const thumbnailBase64 = (await picture(format)).toString('base64');
      const params = { leagueId: id };
      const body = { thumbnailBase64, contentType: `image/${format}` } as const;
      const league = await server.get('setThumbnail', { as: 'Ann', params, body });
      const response = await server.call('getThumbnail', { params, query: { v: String(league.thumbnailId) } });
      expect(response.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      const { width, height, exif, format: stored } = await sharp(response.rawPayload).metadata();
      expect([width, height, exif, stored]).toEqual([512, 171, undefined, 'webp']);
      const unnamed = await server.call('getThumbnail', { params });
      expect(unnamed.headers['cache-control']).toBe('no-cache');
      const repeated = await server.call('getThumbnail', {
        params,
        headers: { 'if-none-match': String(unnamed.headers.etag) },
      });
      expect(repeated.statusCode).toBe(304);
      expect((await server.call('deleteThumbnail', { as: 'Ann', params })).statusCode).toBe(204);
      expect((await server.call('getThumbnail', { params })).statusCode).toBe(404);
    },
  );

  test('is stored for a hundred leagues of a user, and refused for one more', async () => {
    const thumbnailBase64 = (await picture('png')).toString('base64');
    const { id: first } = await server.get('createLeague', { as: 'Quin', body: { name: 'First', thumbnailBase64 } });
    await server.storage.database.execute(sql`
      insert into leagues (id, owner_id, version, name, is_public, thumbnail_id, created_at, updated_at)
      select gen_random_uuid(), owner_id, 1, 'More', true, gen_random_uuid(), created_at, updated_at
      from leagues, generate_series(1, 99) where id = ${first}`);
    const { id } = await server.get('createLeague', { as: 'Quin', body: { name: 'Without' } });
    const body = { thumbnailBase64, contentType: 'image/png' } as const;
    const set = (leagueId: string) => server.call('setThumbnail', { as: 'Quin', params: { leagueId }, body });
    const refusal = await set(id);
    expect([refusal.statusCode, refusal.json().detail]).toEqual([
      409,
      'At most 100 of your leagues can have a picture.',
    ]);
    const created = await server.call('createLeague', { as: 'Quin', body: { name: 'Over', thumbnailBase64 } });
    expect(created.statusCode).toBe(409);
    // A picture can still be replaced, and another user has a hundred of their own.
    expect((await set(first)).statusCode).toBe(200);
    await server.get('createLeague', { as: 'Rita', body: { name: 'Other', thumbnailBase64 } });
  });

  const refused: Record<string, () => Promise<Buffer> | Buffer> = {
    'an SVG': () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'a page': () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a GIF': () => Buffer.from('GIF89a\x01\x00\x01\x00'),
    'a RIFF that is no WEBP': () => Buffer.from('RIFF\x10\x00\x00\x00WAVEfmt '),
    'a PNG that is cut off': async () => (await picture('png')).subarray(0, 200),
    'a JPEG that is cut off': async () => (await picture('jpeg')).subarray(0, 400),
    'the first bytes of a PNG and noise': () =>
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), randomBytes(400)]),
    'one that is too wide': () => picture('png', 4_097, 10),
    'one of too many pixels': () => picture('png', 4_050, 4_050),
    'more than 2 MiB': () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(2_100_000)]),
    nothing: () => Buffer.alloc(0),
  };
  test.each(Object.keys(refused))('%s is refused, and the league is unchanged', async (name) => {
    const { id } = await server.get('createLeague', { as: 'Ann', body: { name: 'Pic' } });
    const thumbnailBase64 = (await refused[name]?.())?.toString('base64') ?? '';
    const params = { leagueId: id };
    const contentType = /JPEG|2 MiB/.test(name) ? 'image/jpeg' : 'image/png';
    const response = await server.call('setThumbnail', { as: 'Ann', params, body: { thumbnailBase64, contentType } });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].path).toBe('thumbnailBase64');
    expect((await server.get('getLeague', { params })).thumbnailId).toBeNull();
  });

  test('must have the content type of the request', async () => {
    const { id } = await server.get('createLeague', { as: 'Ann', body: { name: 'Pic' } });
    const thumbnailBase64 = (await picture('png')).toString('base64');
    const body = { thumbnailBase64, contentType: 'image/jpeg' } as const;
    const response = await server.call('setThumbnail', { as: 'Ann', params: { leagueId: id }, body });
    expect(response.json().errors).toEqual([{ path: 'contentType', message: 'the image is image/png' }]);
  });
});
