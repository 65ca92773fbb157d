import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockUser, unblockUser } from '../domain/operator.ts';
import { authUsers, mailTokens } from '../storage/auth-tables.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import type { StoredMail } from './mailer.ts';

const password = 'correct horse 9';

let server: TestServer;
let [oldAddress, newAddress, token] = ['', '', ''];
let count = 0;
beforeAll(async () => {
  server = await openTestServer({}, undefined, undefined, { limits: { mailPause: 0 } });
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  [oldAddress, newAddress] = [`old${count}@x.test`, `new${count}@x.test`];
  await send('POST', '/signup', { email: oldAddress, password });
  token = (await openLink('signup', await newestMail(oldAddress))).json().access_token;
});

async function send(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, bearer?: string) {
  const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const body = payload === undefined ? {} : { payload };
  return server.app.inject({ method, url: `/auth/v1${path}`, headers, ...body });
}

async function newestMail(to: string): Promise<StoredMail> {
  const outbox = await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
  const mail = outbox.json<StoredMail[]>().find((each) => each.to === to);
  if (mail === undefined) throw new Error(`no mail to ${to}`);
  return mail;
}

const tokenIn = ({ link }: StoredMail) => new URL(link ?? '').searchParams.get('token_hash');
const openLink = (type: string, mail: StoredMail) => send('POST', '/verify', { type, token_hash: tokenIn(mail) });
const typeCode = (type: string, { to, code }: StoredMail) => send('POST', '/verify', { type, email: to, token: code });

async function recover(email: string): Promise<StoredMail> {
  expect((await send('POST', '/recover', { email })).statusCode).toBe(200);
  return newestMail(email);
}

/** Asks for the change of the address, and confirms both halves. */
async function changeAddress(order: readonly string[] = [oldAddress, newAddress]): Promise<void> {
  expect((await send('PUT', '/user', { email: newAddress }, token)).statusCode).toBe(200);
  for (const address of order) expect((await openLink('email_change', await newestMail(address))).statusCode).toBe(200);
  expect((await findUser(newAddress))?.newEmail).toBe(null);
}

async function findUser(email: string) {
  const [user] = await server.storage.database.select().from(authUsers).where(eq(authUsers.email, email));
  return user;
}

const refused = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  JSON.parse(body).error_code,
];
const expired = [403, 'otp_expired'];

describe('a link for a new password in the mailbox of the address before', () => {
  test.each([
    ['the old address confirms first', () => [oldAddress, newAddress]],
    ['the new address confirms first', () => [newAddress, oldAddress]],
  ])('is refused after the change, as its code is, when %s', async (_, order) => {
    const mail = await recover(oldAddress);
    await changeAddress(order());
    expect(refused(await openLink('recovery', mail))).toEqual(expired);
    expect(refused(await typeCode('recovery', mail))).toEqual(expired);
    expect((await openLink('recovery', await recover(newAddress))).json().user.email).toBe(newAddress);
  });

  test('is refused although it was stored while the address changed', async () => {
    const mail = await recover(oldAddress);
    const [row] = await server.storage.database.select().from(mailTokens).where(eq(mailTokens.address, oldAddress));
    await changeAddress();
    await server.storage.database.insert(mailTokens).values(row as typeof mailTokens.$inferInsert);
    expect(refused(await openLink('recovery', mail))).toEqual(expired);
    expect(refused(await typeCode('recovery', mail))).toEqual(expired);
  });

  test('is refused after the account has changed back to that address', async () => {
    const mail = await recover(oldAddress);
    await changeAddress();
    [oldAddress, newAddress] = [newAddress, oldAddress];
    await changeAddress();
    expect(refused(await openLink('recovery', mail))).toEqual(expired);
    expect(refused(await typeCode('recovery', mail))).toEqual(expired);
  });
});

test('the code of a link that was opened before a new password gives no session after it', async () => {
  const verifier = 'a-verifier-of-at-least-forty-three-characters-0';
  await send('POST', '/recover', { email: oldAddress, code_challenge: verifier, code_challenge_method: 'plain' });
  const query = new URLSearchParams({
    token: tokenIn(await newestMail(oldAddress)) ?? '',
    type: 'recovery',
    redirect_to: 'http://pitboard.test/login',
  });
  const { headers } = await send('GET', `/verify?${query}`);
  const auth_code = new URL(String(headers.location)).searchParams.get('code');
  expect((await send('PUT', '/user', { password: 'another horse 8' }, token)).statusCode).toBe(200);
  const answer = await send('POST', '/token?grant_type=pkce', { auth_code, code_verifier: verifier });
  expect(refused(answer)).toEqual([404, 'flow_state_not_found']);
});

test('a new password ends the change of the address, and the user has no pending address', async () => {
  await send('PUT', '/user', { email: newAddress }, token);
  const mails = [await newestMail(oldAddress), await newestMail(newAddress)];
  expect((await send('GET', '/user', undefined, token)).json().new_email).toBe(newAddress);
  const changed = await send('PUT', '/user', { password: 'another horse 8' }, token);
  expect([changed.statusCode, changed.json().new_email]).toEqual([200, undefined]);
  expect((await send('GET', '/user', undefined, token)).json().new_email).toBe(undefined);
  for (const mail of mails) expect(refused(await openLink('email_change', mail))).toEqual(expired);
});

test('a block ends what was mailed before, and nobody signs in by a mail of a blocked account', async () => {
  const mail = await recover(oldAddress);
  const { id = '' } = (await findUser(oldAddress)) ?? {};
  const operate = (work: typeof blockUser) =>
    server.storage.transaction((transaction) => work({ transaction, now: server.clock.now.toISOString() }, id));
  await operate(blockUser);
  expect(refused(await openLink('recovery', mail))).toEqual(expired);
  expect(refused(await openLink('recovery', await recover(oldAddress)))).toEqual([403, 'user_banned']);
  await operate(unblockUser);
  expect(refused(await openLink('recovery', mail))).toEqual(expired);
  expect((await openLink('recovery', await recover(oldAddress))).statusCode).toBe(200);
});
