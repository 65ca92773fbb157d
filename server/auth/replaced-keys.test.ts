import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import { rotateKeys } from '../tokens/keys.ts';

/** Sessions and the rotation of the keys that sign their access tokens. */
const password = 'correct horse 9';

let database: TestServer;
let dataDir = '';
let started: TestServer[] = [];
let emails = 0;
beforeAll(async () => {
  database = await openTestServer();
});
afterAll(() => database.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pitboard-rotated-'));
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A server with the keys of the folder as they are now, on the one database. */
async function start(): Promise<TestServer> {
  const options = { confirmEmail: false };
  const server = await openTestServer({ DATA_DIR: dataDir }, undefined, undefined, { over: database, options });
  started = [...started, server];
  return server;
}

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly email: string };
}

async function post(server: TestServer, path: string, payload: object) {
  return server.app.inject({ method: 'POST', url: `/auth/v1/${path}`, payload });
}

async function signUp(server: TestServer): Promise<Session> {
  emails += 1;
  return (await post(server, 'signup', { email: `racer${emails}@x.test`, password })).json();
}

const renew = async (server: TestServer, { refresh_token }: Session) =>
  post(server, 'token?grant_type=refresh_token', { refresh_token });

async function renewed(server: TestServer, session: Session): Promise<Session> {
  const answer = await renew(server, session);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** The statuses of a call of the API and of one of the sign-in with an access token. */
async function statusesWith(server: TestServer, { access_token }: Session): Promise<number[]> {
  const headers = { authorization: `Bearer ${access_token}` };
  const urls = ['/api/Seasons/user', '/auth/v1/user'];
  return Promise.all(urls.map(async (url) => (await server.app.inject({ url, headers })).statusCode));
}

async function expectEnded(server: TestServer, session: Session): Promise<void> {
  expect(await statusesWith(server, session)).toEqual([401, 403]);
  const { statusCode, body } = await renew(server, session);
  const message = 'Invalid Refresh Token: Session Expired (Signing Key Replaced)';
  expect([statusCode, JSON.parse(body)]).toEqual([400, { code: 400, error_code: 'session_expired', msg: message }]);
}

test('one rotation ends no session: tokens stay valid, and are renewed with the next key', async () => {
  const before = await start();
  const sessions = await Promise.all(Array.from({ length: 10 }, () => signUp(before)));
  await rotateKeys(dataDir);
  const after = await start();
  for (const session of sessions) {
    expect(await statusesWith(after, session)).toEqual([200, 200]);
    expect(await statusesWith(after, await renewed(after, session))).toEqual([200, 200]);
  }
});

test('two rotations end every session, in the words of the service, and their users log in again', async () => {
  const before = await start();
  const [first, second] = [await signUp(before), await renewed(before, await signUp(before))];
  await rotateKeys(dataDir);
  await rotateKeys(dataDir);
  const after = await start();
  for (const session of [first, second]) {
    await expectEnded(after, session);
    const { email } = session.user;
    const again = (await post(after, 'token?grant_type=password', { email, password })).json();
    expect(await statusesWith(after, again)).toEqual([200, 200]);
    expect(await statusesWith(after, await renewed(after, again))).toEqual([200, 200]);
  }
});

test('of two rotations apart, a session that was renewed in between goes on, and one that was away ends', async () => {
  const first = await start();
  const [used, away] = [await signUp(first), await signUp(first)];
  await rotateKeys(dataDir);
  const usedSince = await renewed(await start(), used);
  await rotateKeys(dataDir);
  const last = await start();
  expect(await statusesWith(last, usedSince)).toEqual([200, 200]);
  await renewed(last, usedSince);
  await expectEnded(last, away);
});

test('sessions go on while some servers of a database have started with the next key and others have not', async () => {
  const old = await start();
  let session = await signUp(old);
  await rotateKeys(dataDir);
  const next = await start();
  for (const server of [next, old, next, old]) {
    session = await renewed(server, session);
    for (const each of [old, next]) expect(await statusesWith(each, session)).toEqual([200, 200]);
  }
});

test('a session of a release that stored no key ends two rotations after the first start of this one', async () => {
  const before = await start();
  const session = await signUp(before);
  await database.storage.database.execute(sql`update auth_sessions set signed_by = null`);
  expect((await renew(before, session)).statusCode).toBe(200);
  await database.storage.database.execute(sql`update auth_sessions set signed_by = null`);
  await start();
  await rotateKeys(dataDir);
  await rotateKeys(dataDir);
  await expectEnded(await start(), session);
});
