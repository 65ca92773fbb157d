import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openHttpServer } from '../../tests/fixtures/http-server.ts';
import { freePort } from '../../tests/postgres.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import type { AuthLimits } from './limits.ts';
import type { StoredMail } from './mailer.ts';
import type { AuthOptions } from './options.ts';

const password = 'correct horse 9';
const site = 'http://pitboard.test';

let base: TestServer;
beforeAll(async () => {
  base = await openTestServer();
});
afterAll(() => base.close());
beforeEach(async () => {
  await base.storage.database.execute(
    sql`truncate auth_users, auth_sign_ups, auth_wrong_codes, profiles, rate_limits cascade`,
  );
});

const closables: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const closable of closables.splice(0).reverse()) await closable.close();
});

async function open(
  options: Partial<AuthOptions> = {},
  limits: Partial<AuthLimits> = { mailPause: 0 },
  settings: Record<string, string> = {},
): Promise<TestServer> {
  const server = await openTestServer(settings, undefined, undefined, { over: base, options, limits });
  closables.push(server);
  return server;
}

async function send(
  server: TestServer,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  const version = { 'x-supabase-api-version': '2024-01-01' };
  const body = payload === undefined ? {} : { payload: JSON.stringify(payload) };
  const type: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' };
  return server.app.inject({ method, url, headers: { ...version, ...type, ...headers }, ...body });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function readOutbox(server: TestServer): Promise<StoredMail[]> {
  return (await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })).json();
}

const tokenIn = (mail: StoredMail | undefined) => new URL(mail?.link ?? '').searchParams.get('token_hash');

/** Signs up a user and confirms the address. */
async function createMember(server: TestServer, email: string) {
  await send(server, 'POST', '/auth/v1/signup', { email, password });
  const [mail] = await readOutbox(server);
  const verified = await send(server, 'POST', '/auth/v1/verify', { type: 'signup', token_hash: tokenIn(mail) });
  const { access_token: access, refresh_token: refresh, user } = verified.json();
  return { access, refresh, id: String(user.id) };
}

const refreshSession = (server: TestServer, token: string) =>
  send(server, 'POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token });

describe('a refresh', () => {
  test('two concurrent refreshes get the same token; a token that was replaced long ago ends the session', async () => {
    const server = await open();
    const { refresh } = await createMember(server, 'a@x.test');
    const responses = await Promise.all([refreshSession(server, refresh), refreshSession(server, refresh)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const [child, other] = responses.map((answer) => answer.json().refresh_token);
    expect(other).toBe(child);
    const grandchild = (await refreshSession(server, child)).json().refresh_token;
    server.clock.now = new Date(server.clock.now.getTime() + 11_000);
    const stolen = await refreshSession(server, refresh);
    expect([stolen.statusCode, stolen.json().code]).toEqual([400, 'refresh_token_already_used']);
    expect((await refreshSession(server, grandchild)).statusCode).toBe(400);
  });

  test('ten concurrent refreshes get the same token, round after round', async () => {
    const server = await open();
    let { refresh } = await createMember(server, 'a@x.test');
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(Array.from({ length: 10 }, () => refreshSession(server, refresh)));
      const tokens = new Set(all.map((answer) => answer.json().refresh_token));
      expect([all.every(({ statusCode }) => statusCode === 200), tokens.size]).toEqual([true, 1]);
      refresh = [...tokens][0];
    }
  });

  test.skipIf(process.env.TEST_DATABASE_URL === undefined)(
    'a session that stays locked is answered with 409',
    async () => {
      const server = await open();
      const { refresh } = await createMember(server, 'a@x.test');
      let release = () => undefined as undefined;
      const held = new Promise<void>((resolve) => {
        release = () => {
          resolve();
          return undefined;
        };
      });
      const locked = server.storage.transaction(async (transaction) => {
        await transaction.execute(sql`select 1 from auth_sessions for update`);
        await held;
      });
      const answer = await refreshSession(server, refresh);
      release();
      await locked;
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
    },
  );
});

describe('a mail', () => {
  test('an e-mail address changes after both addresses have confirmed, in either order', async () => {
    for (const order of [0, 1]) {
      const server = await open();
      const { access, id } = await createMember(server, `old${order}@x.test`);
      await send(server, 'PUT', '/auth/v1/user', { email: `new${order}@x.test` }, bearer(access));
      const [one, other] = (await readOutbox(server)).slice(0, 2);
      const pair = order === 0 ? [one, other] : [other, one];
      const half = await send(server, 'POST', '/auth/v1/verify', {
        type: 'email_change',
        token_hash: tokenIn(pair[0]),
      });
      expect(half.json()).toEqual({
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        code: '200',
      });
      const whole = await send(server, 'POST', '/auth/v1/verify', {
        type: 'email_change',
        token_hash: tokenIn(pair[1]),
      });
      expect([whole.json().user.id, whole.json().user.email, whole.json().user.new_email]).toEqual([
        id,
        `new${order}@x.test`,
        undefined,
      ]);
    }
  });

  test('a link for a new password is invalid after a newer one', async () => {
    const server = await open();
    await createMember(server, 'a@x.test');
    await send(server, 'POST', '/auth/v1/recover', { email: 'a@x.test' });
    const first = (await readOutbox(server))[0];
    await send(server, 'POST', '/auth/v1/recover', { email: 'a@x.test' });
    const old = await send(server, 'POST', '/auth/v1/verify', { type: 'recovery', token_hash: tokenIn(first) });
    expect(old.statusCode).toBe(403);
  });

  test('a link through /verify redirects to an allowed address with the session', async () => {
    const server = await open({ mailLink: 'verify', redirectUrls: ['https://*.app.test/**'] });
    await createMember(server, 'a@x.test').catch(() => undefined);
    const [mail] = await readOutbox(server);
    const link = new URL(mail?.link ?? '');
    expect(link.origin + link.pathname).toBe(`${site}/auth/v1/verify`);
    const answer = await send(server, 'GET', link.pathname + link.search);
    expect(answer.headers.location).toMatch(/^http:\/\/pitboard\.test\/#access_token=/);
  });

  test('is sent by SMTP after the response, which is the same when sending fails', async () => {
    const received: string[] = [];
    const port = await freePort();
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          received.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', () => resolve()));
    closables.push({ close: () => new Promise((resolve) => smtp.close(() => resolve())) });
    const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Pitboard <races@x.test>' };
    const server = await openTestServer(settings, undefined, undefined, { over: base, limits: { mailPause: 0 } });
    expect((await send(server, 'POST', '/auth/v1/signup', { email: 'a@x.test', password })).statusCode).toBe(200);
    expect((await server.app.inject({ url: '/outbox' })).statusCode).toBe(404);
    // Closing waits for mails that are being sent.
    await server.close();
    expect(received.length).toBe(1);
    expect(received[0]).toContain('From: Pitboard <races@x.test>');
    expect(received[0]).toContain('To: a@x.test');
    expect(received[0]).toMatch(/token_hash=/);

    const gone = await openTestServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }, undefined, undefined, {
      over: base,
      limits: { mailPause: 0 },
    });
    expect((await send(gone, 'POST', '/auth/v1/signup', { email: 'b@x.test', password })).statusCode).toBe(200);
    await gone.close();
  });

  test('is limited to one per minute, kind and address, with or without an account', async () => {
    const server = await open({}, { mailPause: 60 });
    await send(server, 'POST', '/auth/v1/signup', { email: 'known@x.test', password });
    for (const email of ['known@x.test', 'ghost@x.test']) {
      expect((await send(server, 'POST', '/auth/v1/recover', { email })).statusCode).toBe(200);
      const again = await send(server, 'POST', '/auth/v1/recover', { email });
      expect([again.statusCode, again.json().code]).toEqual([429, 'over_email_send_rate_limit']);
      expect(again.json().message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
      expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('leads to a page of the app that redeems it when the client names no address', async () => {
    const server = await open();
    await createMember(server, 'a@x.test');
    await send(server, 'POST', '/auth/v1/recover', { email: 'a@x.test' });
    const [recovery, signup] = await readOutbox(server);
    expect(new URL(recovery?.link ?? '').pathname).toBe('/resetPasswordConfirm');
    expect(new URL(signup?.link ?? '').pathname).toBe('/login');
  });

  test('is not redeemed by a program that looks at its link', async () => {
    const server = await open({ mailLink: 'verify' });
    await send(server, 'POST', '/auth/v1/signup', { email: 'a@x.test', password });
    const link = new URL((await readOutbox(server))[0]?.link ?? '');
    await server.app.inject({ method: 'HEAD', url: link.pathname + link.search });
    const opened = await send(server, 'GET', link.pathname + link.search);
    expect(opened.headers.location).toContain('#access_token=');
  });

  test('of a half-confirmed change is sent again to nobody but the member, and what is confirmed stays', async () => {
    const server = await open();
    const { access, id } = await createMember(server, 'a@x.test');
    await send(server, 'PUT', '/auth/v1/user', { email: 'b@x.test' }, bearer(access));
    const [one] = await readOutbox(server);
    const first = { type: 'email_change', token_hash: tokenIn(one) };
    expect((await send(server, 'POST', '/auth/v1/verify', first)).json().code).toBe('200');
    const resend = (headers = {}) =>
      send(server, 'POST', '/auth/v1/resend', { type: 'email_change', email: 'a@x.test' }, headers);
    const before = (await readOutbox(server)).length;
    expect([(await resend()).statusCode, (await readOutbox(server)).length]).toEqual([200, before]);
    await resend(bearer(access));
    const again = await readOutbox(server);
    expect(again.length).toBe(before + 1);
    const second = { type: 'email_change', token_hash: tokenIn(again[0]) };
    const { user } = (await send(server, 'POST', '/auth/v1/verify', second)).json();
    expect([user.id, user.email]).toEqual([id, 'b@x.test']);
  });

  test('is refused where nothing sends it', async () => {
    const settings = { NODE_ENV: 'production', SMTP_URL: 'off', PUBLIC_URL: 'https://pitboard.test' };
    const server = await openTestServer(settings, undefined, undefined, { over: base, limits: { mailPause: 0 } });
    const answer = await send(server, 'POST', '/auth/v1/recover', { email: 'a@x.test' });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'email_provider_disabled']);
  });

  test('in the outbox is shown only to requests from this machine', async () => {
    const server = await open();
    const page = async (options: object) => (await server.app.inject({ url: '/outbox', ...options })).statusCode;
    expect(await page({})).toBe(200);
    expect(await page({ remoteAddress: '203.0.113.9' })).toBe(404);
    for (const name of ['x-forwarded-for', 'x-real-ip', 'via', 'cf-connecting-ip', 'forwarded'])
      expect(await page({ headers: { [name]: '203.0.113.9' } })).toBe(404);
    expect(await page({ headers: { host: 'rebound.evil.test:8080' } })).toBe(404);
    expect(await page({ headers: { host: '127.0.0.1:8080' } })).toBe(200);
  });
});

test('the code for a phone number is sent to the SMS hook', async () => {
  const texts: { user: { phone: string }; sms: { otp: string } }[] = [];
  const hook = await openHttpServer(async (request, response) => {
    texts.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.end('{}');
  });
  closables.push(hook);
  const server = await open({ phone: 'sms', smsHookUrl: hook.origin });
  const up = await send(server, 'POST', '/auth/v1/signup', { phone: '+1 555 000 1111', password });
  expect([up.statusCode, up.json().phone, up.json().phone_confirmed_at]).toEqual([200, '15550001111', undefined]);
  await expect.poll(() => texts.length).toBe(1);
  expect(texts[0]?.user.phone).toBe('+15550001111');
  const proof = { type: 'sms', phone: '+15550001111', token: texts[0]?.sms.otp };
  expect((await send(server, 'POST', '/auth/v1/verify', proof)).json().user.phone).toBe('15550001111');
});

test('a new password ends all other sessions and links, and is refused with a wrong current password', async () => {
  const server = await open();
  const { access, refresh } = await createMember(server, 'a@x.test');
  const other = (
    await send(server, 'POST', '/auth/v1/token?grant_type=password', { email: 'a@x.test', password })
  ).json();
  await send(server, 'POST', '/auth/v1/recover', { email: 'a@x.test' });
  const link = tokenIn((await readOutbox(server))[0]);
  const wrong = { password: 'a new one 12', current_password: 'nonsense' };
  expect((await send(server, 'PUT', '/auth/v1/user', wrong, bearer(access))).json().code).toBe('invalid_credentials');
  const right = { ...wrong, current_password: password };
  expect((await send(server, 'PUT', '/auth/v1/user', right, bearer(access))).statusCode).toBe(200);
  expect((await refreshSession(server, other.refresh_token)).statusCode).toBe(400);
  expect((await refreshSession(server, refresh)).statusCode).toBe(200);
  const used = await send(server, 'POST', '/auth/v1/verify', { type: 'recovery', token_hash: link });
  expect(used.json().code).toBe('otp_expired');
});

test.each([
  'v@mailbox.test;',
  'v@mailbox.test,a.b',
  'v@a@mailbox.test',
  'v\u200b@mailbox.test',
  'v\u202e@mailbox.test',
  'v\u0000@mailbox.test',
  'v@mail_box.test',
  '.v@mailbox.test',
  'v@mailbox',
])('the address %j is refused', async (email) => {
  const server = await open();
  expect((await send(server, 'POST', '/auth/v1/signup', { email, password })).statusCode).toBe(400);
});

test('one mailbox is one account, however its address is written', async () => {
  const server = await open();
  const { id } = await createMember(server, 'Zoe\u0308@B\u00fccher.test');
  const same = { email: 'zo\u00eb@xn--bcher-kva.test', password };
  expect((await send(server, 'POST', '/auth/v1/token?grant_type=password', same)).json().user.id).toBe(id);
});

test('the metadata of a user is bounded as a whole', async () => {
  const server = await open();
  const { access } = await createMember(server, 'a@x.test');
  const add = (name: string) =>
    send(server, 'PUT', '/auth/v1/user', { data: { [name]: 'x'.repeat(3_000) } }, bearer(access));
  expect([(await add('one')).statusCode, (await add('two')).statusCode]).toEqual([200, 400]);
});

test('failed sign-ins of an account are delayed, and the right password is still accepted', async () => {
  const pauses: number[] = [];
  const timer = { elapsed: () => 0, pause: async (milliseconds: number) => void pauses.push(milliseconds) };
  const server = await openTestServer({}, undefined, undefined, { over: base, limits: { mailPause: 0 }, timer });
  closables.push(server);
  await createMember(server, 'a@x.test');
  const attempt = async (secret: string) =>
    (await send(server, 'POST', '/auth/v1/token?grant_type=password', { email: 'a@x.test', password: secret }))
      .statusCode;
  for (let count = 0; count < 6; count += 1) await attempt('wrong');
  const first = pauses.length;
  expect([await attempt('wrong'), await attempt(password)]).toEqual([400, 200]);
  expect([pauses[first], pauses.at(-1)]).toEqual([250, 500]);
});

test('too many sign-ins are answered with 429 and Retry-After; refreshes are counted separately', async () => {
  const server = await open({}, { token: 2, mailPause: 0 });
  const { refresh } = await createMember(server, 'a@x.test');
  const signIn = () => send(server, 'POST', '/auth/v1/token?grant_type=password', { email: 'x@x.test', password });
  expect([(await signIn()).statusCode, (await signIn()).statusCode]).toEqual([400, 400]);
  const third = await signIn();
  expect([third.statusCode, third.json().code, Number(third.headers['retry-after']) > 0]).toEqual([
    429,
    'over_request_rate_limit',
    true,
  ]);
  expect((await refreshSession(server, refresh)).statusCode).toBe(200);
});

test('neither the database nor the log contains passwords, tokens or codes', async () => {
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array) => {
    lines.push(String(chunk));
    return true;
  };
  const secrets: string[] = [password];
  try {
    const server = await open(
      {},
      { mailPause: 0 },
      { PITBOARD_TEST: '{"logLevel":"info"}', SMTP_URL: `smtp://127.0.0.1:${await freePort()}` },
    );
    const withOutbox = await open();
    await send(server, 'POST', '/auth/v1/signup', { email: 'a@x.test', password });
    const { access, refresh } = await createMember(withOutbox, 'b@x.test');
    const signedIn = (
      await send(server, 'POST', '/auth/v1/token?grant_type=password', { email: 'b@x.test', password })
    ).json();
    const child = (await refreshSession(server, refresh)).json().refresh_token;
    await send(withOutbox, 'POST', '/auth/v1/recover', { email: 'b@x.test' });
    const [mail] = await readOutbox(withOutbox);
    secrets.push(
      access,
      refresh,
      signedIn.access_token,
      signedIn.refresh_token,
      child,
      String(tokenIn(mail)),
      String(mail?.code),
    );
    await send(server, 'POST', '/auth/v1/verify', { type: 'recovery', token_hash: tokenIn(mail) });
  } finally {
    process.stdout.write = write;
  }
  const tables = [
    'auth_users',
    'auth_sign_ups',
    'auth_wrong_codes',
    'auth_sessions',
    'auth_refresh_tokens',
    'auth_mail_tokens',
    'auth_flows',
    'profiles',
  ];
  const rows = await Promise.all(
    tables.map((table) => base.storage.database.execute(sql.raw(`select to_json(t)::text as row from ${table} t`))),
  );
  const stored = JSON.stringify(rows) + lines.join('');
  expect(stored).toContain('b@x.test');
  expect(lines.join('')).toContain('sign-in: signed in by password');
  for (const secret of secrets) expect(stored).not.toContain(secret);
});

test('an internal error is answered with 500, without its cause', async () => {
  const own = await openTestServer();
  await own.storage.close();
  const answer = await send(own, 'POST', '/auth/v1/token?grant_type=password', { email: 'a@x.test', password });
  expect([answer.statusCode, answer.json().code, answer.headers['x-sb-error-code']]).toEqual([
    500,
    'unexpected_failure',
    'unexpected_failure',
  ]);
  expect(answer.body).not.toMatch(/select|pglite|closed/i);
  await own.close();
});

test('responses of the sign-in are not cached and set no cookie', async () => {
  const server = await open();
  const { access, id } = await createMember(server, 'a@x.test');
  for (const [url, headers] of [
    ['/auth/v1/user', bearer(access)],
    ['/auth/v1/settings', {}],
    [`/rest/v1/profiles?select=id&id=eq.${id}`, bearer(access)],
  ] as const) {
    const answer = await send(server, 'GET', url, undefined, headers);
    expect([url, answer.statusCode, answer.headers['cache-control'], answer.headers['set-cookie']]).toEqual([
      url,
      200,
      'no-store',
      undefined,
    ]);
  }
});

describe('the account API', () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  test('reports a name as available, taken in any case, own, or invalid', async () => {
    const server = await open();
    const { access, id } = await createMember(server, 'a@x.test');
    const other = await createMember(server, 'b@x.test');
    await send(server, 'POST', '/rest/v1/profiles', { id: other.id, username: 'Taken' }, bearer(other.access));
    await send(server, 'POST', '/rest/v1/profiles', { id, username: 'Mine' }, bearer(access));
    const check = async (name: string) =>
      (
        await send(
          server,
          'GET',
          `/api/Account/available?username=${encodeURIComponent(name)}`,
          undefined,
          bearer(access),
        )
      ).json();
    expect(await check('free_name')).toEqual({ available: true, reason: null });
    expect(await check('mINE')).toEqual({ available: true, reason: null });
    expect(await check('tAKEN')).toEqual({ available: false, reason: 'is taken' });
    expect((await check('ab')).reason).toBe('must have at least 3 characters');
    expect((await check('a b c')).reason).toBe('may hold letters, digits, _, - and . alone');
    expect((await check('😀'.repeat(80))).available).toBe(false);
    const clash = await send(server, 'PATCH', `/rest/v1/profiles?id=eq.${id}`, { username: 'taken' }, bearer(access));
    expect([clash.statusCode, clash.json().code]).toEqual([409, '23505']);
  });

  test('refuses a name that looks like that of another user in other letters', async () => {
    const server = await open();
    const { access, id } = await createMember(server, 'a@x.test');
    const other = await createMember(server, 'b@x.test');
    await send(server, 'POST', '/rest/v1/profiles', { id: other.id, username: 'Coxa' }, bearer(other.access));
    await send(server, 'POST', '/rest/v1/profiles', { id, username: 'Mine' }, bearer(access));
    // Cyrillic.
    const url = `/api/Account/available?username=${encodeURIComponent('Соха')}`;
    expect((await send(server, 'GET', url, undefined, bearer(access))).json().reason).toBe('is taken');
    const rename = (username: string) =>
      send(server, 'PATCH', `/rest/v1/profiles?id=eq.${id}`, { username }, bearer(access));
    expect((await rename('сОха')).json().code).toBe('23505');
    expect((await rename('c0xa')).json().code).toBe('23505');
    expect((await rename('coxa7')).statusCode).toBeLessThan(300);
  });

  test('serves each avatar at a new address, and deletes it', async () => {
    const server = await open();
    const { access, id } = await createMember(server, 'a@x.test');
    await send(server, 'POST', '/rest/v1/profiles', { id, username: 'ada' }, bearer(access));
    const body = { thumbnailBase64: pixel, contentType: 'image/png' };
    const { avatar_url: first } = (await send(server, 'PUT', '/api/Account/avatar', body, bearer(access))).json();
    const { avatar_url: second } = (await send(server, 'PUT', '/api/Account/avatar', body, bearer(access))).json();
    expect(second).not.toBe(first);
    const path = new URL(second);
    const image = await send(server, 'GET', path.pathname + path.search);
    expect([image.statusCode, image.headers['content-type'], image.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    expect((await send(server, 'GET', `/api/Profile/${id}`)).json().avatar_url).toBe(path.pathname + path.search);
    expect(
      (await send(server, 'PUT', '/api/Account/avatar', { ...body, thumbnailBase64: 'PHN2Zz4=' }, bearer(access)))
        .statusCode,
    ).toBe(400);
    await server.app.inject({ method: 'DELETE', url: '/api/Account/avatar', headers: bearer(access) });
    expect((await send(server, 'GET', path.pathname)).statusCode).toBe(404);
    expect((await send(server, 'GET', `/api/Profile/${id}`)).json().avatar_url).toBeNull();
  });

  test('exports all data of a user, and deletes it', async () => {
    const server = await open();
    const { access, id, refresh } = await createMember(server, 'a@x.test');
    await send(server, 'POST', '/rest/v1/profiles', { id, username: 'ada' }, bearer(access));
    const league = (
      await send(server, 'POST', '/api/League', { name: 'Mine', isPublic: false }, bearer(access))
    ).json();
    const data = (await send(server, 'GET', '/api/Account/export', undefined, bearer(access))).json();
    expect([data.account.email, data.profile.username, data.leagues.map(({ id: own }: { id: string }) => own)]).toEqual(
      ['a@x.test', 'ada', [league.id]],
    );
    expect(JSON.stringify(data)).not.toContain('argon2');
    const deleted = await server.app.inject({ method: 'DELETE', url: '/api/Account', headers: bearer(access) });
    expect(deleted.statusCode).toBe(204);
    expect((await send(server, 'GET', `/api/Profile/${id}`)).statusCode).toBe(404);
    expect((await send(server, 'GET', '/auth/v1/user', undefined, bearer(access))).json().code).toBe('user_not_found');
    expect((await refreshSession(server, refresh)).statusCode).toBe(400);
  });
});
