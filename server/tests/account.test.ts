import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, getTableName, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '../../tests/fixtures/session.ts';
import type { StoredMail } from '../auth/mailer.ts';
import { notify } from '../domain/notices/notify.ts';
import { migrationsFolder } from '../storage/migrations.ts';
import * as tables from '../storage/tables.ts';
import { profiles } from '../storage/tables.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({}, undefined, undefined, { limits: { mailPause: 0 } });
});
afterAll(() => server.close());

const password = 'correct horse 9';

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token: string | null, payload?: object) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}

/** Signs a new user up and follows the link of the mail. */
async function signUp(email: string, data: object = {}) {
  await send('POST', '/auth/v1/signup', null, { email, password, data });
  const outbox = await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
  const [mail] = outbox.json<StoredMail[]>();
  const token_hash = new URL(mail?.link ?? '').searchParams.get('token_hash');
  const verified = await send('POST', '/auth/v1/verify', null, { type: 'signup', token_hash });
  const { access_token, refresh_token } = verified.json();
  return { token: String(access_token), refreshToken: String(refresh_token) };
}

test('an account is deleted by a user who signed in a moment ago, and not by a session that only goes on', async () => {
  const email = 'phone@lost.example';
  const { refreshToken } = await signUp(email);
  server.clock.now = new Date(server.clock.now.getTime() + 11 * 60_000);
  const renewed = await send('POST', '/auth/v1/token?grant_type=refresh_token', null, { refresh_token: refreshToken });
  const refused = await send('DELETE', '/api/Account', renewed.json().access_token);
  expect([refused.statusCode, refused.json().detail]).toEqual([
    403,
    'Log in again first: this is possible for ten minutes after that.',
  ]);
  const again = await send('POST', '/auth/v1/token?grant_type=password', null, { email, password });
  expect((await send('DELETE', '/api/Account', again.json().access_token)).statusCode).toBe(204);
  expect((await send('POST', '/auth/v1/token?grant_type=password', null, { email, password })).statusCode).toBe(400);
});

test('a minted token deletes the data of its user for ten minutes', async () => {
  const token = await server.tokenOf('Script', 3_600);
  await send('POST', '/api/League', token, { name: 'Scripted' });
  server.clock.now = new Date(server.clock.now.getTime() + 11 * 60_000);
  expect((await send('DELETE', '/api/Account', token)).statusCode).toBe(403);
  const fresh = await server.tokenOf('Script');
  expect((await send('DELETE', '/api/Account', fresh)).statusCode).toBe(204);
  expect((await send('GET', `/api/Profile/${userIdOf('Script')}`, null)).statusCode).toBe(404);
});

test('the export has what was stored with the account, the picture itself, every login and a pending address', async () => {
  const email = 'ada@export.example';
  const { token } = await signUp(email, { favourite: 'Monza' });
  const image = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const picture = { thumbnailBase64: image.toString('base64'), contentType: 'image/png' };
  expect((await send('PUT', '/api/Account/avatar', token, picture)).statusCode).toBe(200);
  await send('POST', '/auth/v1/token?grant_type=password', null, { email, password });
  await send('PUT', '/auth/v1/user', token, { email: 'ada@new.example' });

  const exported = (await send('GET', '/api/Account/export', token)).json();
  expect(exported.account).toMatchObject({
    email,
    pendingEmail: 'ada@new.example',
    metadata: { favourite: 'Monza' },
    logins: [{ method: 'otp' }, { method: 'password' }],
  });
  const bytes = Buffer.from(exported.picture.replace(/^data:image\/webp;base64,/, ''), 'base64');
  const { format, width } = await sharp(bytes).metadata();
  expect([format, width]).toEqual(['webp', expect.any(Number)]);
  expect(JSON.stringify(exported)).not.toMatch(/argon2|password_?hash|refresh_token/i);
});

/** Where the export has the rows of each table that belong to a user; null for what it leaves out. */
const exportedAs: Readonly<Record<string, string | null>> = {
  api_tokens: 'tokens',
  avatars: 'picture',
  deletions: 'deletions',
  // Shown by the tests of the line-up.
  event_answers: 'answers',
  members: 'memberships',
  notice_settings: 'noticeSettings',
  notices: 'notices',
  push_subscriptions: 'noticeSettings',
  recorders: 'recorders',
  roster_claims: 'claims',
  sessions: 'sessions',
  // Of an earlier release.
  user_outlines: null,
  // Decisions by an operator or a deletion.
  blocked_users: null,
  deleted_users: null,
  // For a day at most.
  idempotency_keys: null,
  pairing_codes: null,
  section_editors: null,
  // Their results are sessions.
  live_sessions: null,
};

test('the export has the rows of every table that belong to a user, or a reason why not', async () => {
  const owned = Object.values(tables).filter((table) => 'userId' in table);
  expect(owned.map((table) => getTableName(table)).sort()).toEqual(Object.keys(exportedAs).sort());
  const as = 'Collector';
  await server.get('createSession', { as, body: upload({}) });
  await server.get('createApiToken', { as, body: { name: 'Bot', scope: 'read' } });
  const { code } = await server.get('createPairingCode', { as });
  await server.get('pairRecorder', { body: { code, name: 'Desk' } });
  const league = await server.get('createLeague', { as: 'Owner', body: { name: 'League' } });
  const body = { roles: ['steward' as const] };
  const invitation = await server.get('createInvitation', { as: 'Owner', params: { leagueId: league.id }, body });
  await server.get('acceptInvitation', { as, body: { token: invitation.token } });
  const season = await server.get('createSeason', { as, body: { name: 'First Season' } });
  const other = await server.get('createSeason', { as: 'Owner', body: { name: 'Season' } });
  const now = server.clock.now.toISOString();
  await server.storage.transaction((transaction) =>
    notify({ transaction, now }, { kind: 'rulingOnMe', to: [userIdOf(as)], seasonId: other.id }),
  );
  await server.call('deleteSeason', { as, params: { id: season.id }, headers: { 'if-match': '*' } });
  const exported: Record<string, unknown> = await server.get('exportAccount', { as });
  const names = Object.values(exportedAs).filter(
    (name) => name !== null && !['picture', 'claims', 'answers', 'noticeSettings'].includes(name ?? ''),
  );
  const counts = names.map((name) => [name, Object(exported[String(name)]).length]);
  expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
});

test('the picture of a user with a minted token stays when the server starts again', async () => {
  const pixel = { create: { width: 8, height: 8, channels: 3 as const, background: '#c00' } };
  const thumbnailBase64 = (await sharp(pixel).png().toBuffer()).toString('base64');
  const token = await server.tokenOf('Minted');
  expect(
    (await send('PUT', '/api/Account/avatar', token, { thumbnailBase64, contentType: 'image/png' })).statusCode,
  ).toBe(200);
  const read = async ({ app }: TestServer) =>
    (await app.inject({ url: `/api/Profile/${userIdOf('Minted')}` })).json().avatar_url;
  const address = await read(server);
  // A database that no call has used yet, as after a start.
  const restarted = await openTestServer({}, undefined, undefined, {
    over: { ...server, storage: { ...server.storage } },
  });
  const headers = { authorization: `Bearer ${await restarted.tokenOf('Minted')}` };
  expect((await restarted.app.inject({ url: '/api/Account/export', headers })).statusCode).toBe(200);
  expect([await read(restarted), address]).toEqual([address, expect.stringContaining('/avatar')]);
  await restarted.close();
});

test('the picture of a user stays when the address of the server changes, also one that an older server has stored', async () => {
  const userId = userIdOf('Moved');
  const pixel = { create: { width: 8, height: 8, channels: 3 as const, background: '#0c0' } };
  const thumbnailBase64 = (await sharp(pixel).png().toBuffer()).toString('base64');
  const stored = await send('PUT', '/api/Account/avatar', await server.tokenOf('Moved'), {
    thumbnailBase64,
    contentType: 'image/png',
  });
  const { pathname, search } = new URL(stored.json().avatar_url);
  const read = async () => (await server.app.inject({ url: `/api/Profile/${userId}` })).json().avatar_url;
  expect(await read()).toBe(pathname + search);
  const older = `https://old.example:8443${pathname}${search}`;
  const elsewhere = 'https://pictures.example/api/Account/moved/avatar?v=1';
  const migrate = sql.raw(readFileSync(join(migrationsFolder, '0040_avatar-paths.sql'), 'utf8'));
  for (const [before, after] of [
    [older, pathname + search],
    [elsewhere, elsewhere],
  ]) {
    await server.storage.database.execute(sql`update profiles set avatar_url = ${before} where id = ${userId}`);
    await server.storage.database.execute(migrate);
    const [row] = await server.storage.database.select().from(profiles).where(eq(profiles.id, userId));
    expect(row?.avatarUrl).toBe(after);
  }
});

test('of a deleted account the time of its deletion is all that is stored', async () => {
  const as = 'Leaver';
  const userId = userIdOf(as);
  await server.get('createSession', { as, body: upload({}) });
  await server.get('createSeason', { as, body: { name: 'Last Season' } });
  await server.get('createLeague', { as, body: { name: 'Last League' } });
  await server.get('createApiToken', { as, body: { name: 'Bot', scope: 'read' } });
  await server.get('createPairingCode', { as });
  await server.get('registerLive', { as, params: { id: v7() } });
  const places = async () => {
    const { database } = server.storage;
    const found = await Promise.all(
      Object.values(tables).map(async (table) => [
        getTableName(table),
        await database.$count(table, sql`${table}::text like ${`%${userId}%`}`),
      ]),
    );
    return found.flatMap(([name, rows]) => (rows === 0 ? [] : [name])).sort();
  };
  expect(await places()).toEqual(
    expect.arrayContaining(['api_tokens', 'leagues', 'live_sessions', 'pairing_codes', 'seasons', 'sessions']),
  );
  await server.call('deleteAccount', { as });
  expect(await places()).toEqual(['deleted_users']);
});
