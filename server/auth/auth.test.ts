import { createServer, type Server } from 'node:http';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../tests/postgres.ts';
import { openTestServer, type TestServer } from '../testing/open-test-server.ts';
import type { AuthLimits } from './limits.ts';
import type { KeptMail } from './mailer.ts';
import type { AuthOptions } from './options.ts';

const password = 'correct horse 9';
const site = 'http://pitboard.test';

let base: TestServer;
beforeAll(async () => {
  base = await openTestServer();
});
afterAll(() => base.close());
beforeEach(async () => {
  await base.storage.database.execute(sql`truncate auth_users, profiles cascade`);
});

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

async function open(
  options: Partial<AuthOptions> = {},
  limits: Partial<AuthLimits> = { mailPause: 0 },
  settings: Record<string, string> = {},
): Promise<TestServer> {
  const server = await openTestServer(settings, undefined, undefined, { over: base, options, limits });
  opened.push(server);
  return server;
}

async function ask(
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

async function mails(server: TestServer): Promise<KeptMail[]> {
  return (await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })).json();
}

const tokenIn = (mail: KeptMail | undefined) => new URL(mail?.link ?? '').searchParams.get('token_hash');

/** Signs up and confirms. */
async function member(server: TestServer, email: string) {
  await ask(server, 'POST', '/auth/v1/signup', { email, password });
  const [mail] = await mails(server);
  const verified = await ask(server, 'POST', '/auth/v1/verify', { type: 'signup', token_hash: tokenIn(mail) });
  const { access_token: access, refresh_token: refresh, user } = verified.json();
  return { access, refresh, id: String(user.id) };
}

const refreshed = (server: TestServer, token: string) =>
  ask(server, 'POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token });

describe('refreshing', () => {
  test('two tabs at once get one and the same token; an old one ends the session', async () => {
    const server = await open();
    const { refresh } = await member(server, 'a@x.test');
    const both = await Promise.all([refreshed(server, refresh), refreshed(server, refresh)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const [child, other] = both.map((answer) => answer.json().refresh_token);
    expect(other).toBe(child);
    const grandchild = (await refreshed(server, child)).json().refresh_token;
    server.clock.now = new Date(server.clock.now.getTime() + 11_000);
    const stolen = await refreshed(server, refresh);
    expect([stolen.statusCode, stolen.json().code]).toEqual([400, 'refresh_token_already_used']);
    expect((await refreshed(server, grandchild)).statusCode).toBe(400);
  });

  test('ten at once, and the chain goes on', async () => {
    const server = await open();
    let { refresh } = await member(server, 'a@x.test');
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(Array.from({ length: 10 }, () => refreshed(server, refresh)));
      const tokens = new Set(all.map((answer) => answer.json().refresh_token));
      expect([all.every(({ statusCode }) => statusCode === 200), tokens.size]).toEqual([true, 1]);
      refresh = [...tokens][0];
    }
  });

  test.skipIf(process.env.TEST_DATABASE_URL === undefined)('a session that stays locked is a conflict', async () => {
    const server = await open();
    const { refresh } = await member(server, 'a@x.test');
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
    const answer = await refreshed(server, refresh);
    release();
    await locked;
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
  });
});

describe('mails', () => {
  test('an address changes once both have agreed, in either order', async () => {
    for (const order of [0, 1]) {
      const server = await open();
      const { access, id } = await member(server, `old${order}@x.test`);
      await ask(server, 'PUT', '/auth/v1/user', { email: `new${order}@x.test` }, bearer(access));
      const [one, other] = (await mails(server)).slice(0, 2);
      const pair = order === 0 ? [one, other] : [other, one];
      const half = await ask(server, 'POST', '/auth/v1/verify', { type: 'email_change', token_hash: tokenIn(pair[0]) });
      expect(half.json()).toEqual({
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        code: '200',
      });
      const whole = await ask(server, 'POST', '/auth/v1/verify', {
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

  test('a code is burned by five wrong tries, a link by one use, and both by a newer one', async () => {
    const server = await open();
    await member(server, 'a@x.test');
    const tryCode = (token: string) =>
      ask(server, 'POST', '/auth/v1/verify', { type: 'recovery', email: 'a@x.test', token });
    await ask(server, 'POST', '/auth/v1/recover', { email: 'a@x.test' });
    const first = (await mails(server))[0];
    await ask(server, 'POST', '/auth/v1/recover', { email: 'a@x.test' });
    const { code = '' } = (await mails(server))[0] ?? {};
    const old = await ask(server, 'POST', '/auth/v1/verify', { type: 'recovery', token_hash: tokenIn(first) });
    expect(old.statusCode).toBe(403);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1) expect((await tryCode(wrong)).statusCode).toBe(403);
    expect((await tryCode(code)).json().code).toBe('otp_expired');
  });

  test('a link through the server leads only where it may', async () => {
    const server = await open({ mailLink: 'verify', redirectUrls: ['https://*.app.test/**'] });
    await member(server, 'a@x.test').catch(() => undefined);
    const [mail] = await mails(server);
    const link = new URL(mail?.link ?? '');
    expect(link.origin + link.pathname).toBe(`${site}/auth/v1/verify`);
    const answer = await ask(server, 'GET', link.pathname + link.search);
    expect(answer.headers.location).toMatch(/^http:\/\/pitboard\.test\/#access_token=/);
  });

  test('go out by SMTP after the answer, and nobody is told when they cannot', async () => {
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
    opened.push({ close: () => new Promise((resolve) => smtp.close(() => resolve())) });
    const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Pitboard <races@x.test>' };
    const server = await openTestServer(settings, undefined, undefined, { over: base, limits: { mailPause: 0 } });
    expect((await ask(server, 'POST', '/auth/v1/signup', { email: 'a@x.test', password })).statusCode).toBe(200);
    expect((await server.app.inject({ url: '/outbox' })).statusCode).toBe(404);
    // Closing waits for what is on its way.
    await server.close();
    expect(received.length).toBe(1);
    expect(received[0]).toContain('From: Pitboard <races@x.test>');
    expect(received[0]).toContain('To: a@x.test');
    expect(received[0]).toMatch(/token_hash=/);

    const gone = await openTestServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }, undefined, undefined, {
      over: base,
      limits: { mailPause: 0 },
    });
    expect((await ask(gone, 'POST', '/auth/v1/signup', { email: 'b@x.test', password })).statusCode).toBe(200);
    await gone.close();
  });

  test('to one address come one a minute, known or not', async () => {
    const server = await open({}, { mailPause: 60 });
    for (const email of ['known@x.test', 'ghost@x.test']) {
      if (email === 'known@x.test') await ask(server, 'POST', '/auth/v1/signup', { email, password });
      else expect((await ask(server, 'POST', '/auth/v1/recover', { email })).statusCode).toBe(200);
      const again = await ask(server, 'POST', '/auth/v1/recover', { email });
      expect([again.statusCode, again.json().code]).toEqual([429, 'over_email_send_rate_limit']);
      expect(again.json().message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
      expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('the outbox is for who sits at the machine', async () => {
    const server = await open();
    const page = async (options: object) => (await server.app.inject({ url: '/outbox', ...options })).statusCode;
    expect(await page({})).toBe(200);
    expect(await page({ remoteAddress: '203.0.113.9' })).toBe(404);
    expect(await page({ headers: { 'x-forwarded-for': '203.0.113.9' } })).toBe(404);
    expect(await page({ headers: { host: 'rebound.evil.test:8080' } })).toBe(404);
    expect(await page({ headers: { host: '127.0.0.1:8080' } })).toBe(200);
  });
});

test('a phone number gets its code by the hook', async () => {
  const texts: { user: { phone: string }; sms: { otp: string } }[] = [];
  const hook: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      texts.push(JSON.parse(body));
      response.end('{}');
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => hook.listen(port, '127.0.0.1', () => resolve()));
  opened.push({ close: () => new Promise((resolve) => hook.close(() => resolve())) });
  const server = await open({ phone: 'sms', smsHookUrl: `http://127.0.0.1:${port}` });
  const up = await ask(server, 'POST', '/auth/v1/signup', { phone: '+1 555 000 1111', password });
  expect([up.statusCode, up.json().phone, up.json().phone_confirmed_at]).toEqual([200, '15550001111', undefined]);
  await expect.poll(() => texts.length).toBe(1);
  expect(texts[0]?.user.phone).toBe('+15550001111');
  const proof = { type: 'sms', phone: '+15550001111', token: texts[0]?.sms.otp };
  expect((await ask(server, 'POST', '/auth/v1/verify', proof)).json().user.phone).toBe('15550001111');
});

test('a password that changes ends all other sessions and every link; with the old one it is judged', async () => {
  const server = await open();
  const { access, refresh } = await member(server, 'a@x.test');
  const other = (
    await ask(server, 'POST', '/auth/v1/token?grant_type=password', { email: 'a@x.test', password })
  ).json();
  await ask(server, 'POST', '/auth/v1/recover', { email: 'a@x.test' });
  const link = tokenIn((await mails(server))[0]);
  const wrong = { password: 'a new one 12', current_password: 'nonsense' };
  expect((await ask(server, 'PUT', '/auth/v1/user', wrong, bearer(access))).json().code).toBe('invalid_credentials');
  const right = { ...wrong, current_password: password };
  expect((await ask(server, 'PUT', '/auth/v1/user', right, bearer(access))).statusCode).toBe(200);
  expect((await refreshed(server, other.refresh_token)).statusCode).toBe(400);
  expect((await refreshed(server, refresh)).statusCode).toBe(200);
  const used = await ask(server, 'POST', '/auth/v1/verify', { type: 'recovery', token_hash: link });
  expect(used.json().code).toBe('otp_expired');
});

test('sign-ins that fail get slower, each account for itself, and never locked', async () => {
  const server = await open();
  await member(server, 'a@x.test');
  const attempt = async (secret: string, email = 'a@x.test') => {
    const start = performance.now();
    const answer = await ask(server, 'POST', '/auth/v1/token?grant_type=password', { email, password: secret });
    return { status: answer.statusCode, took: performance.now() - start };
  };
  for (let count = 0; count < 6; count += 1) await attempt('wrong');
  // The seventh waits for 250 ms, of which a test may see more, never less.
  expect((await attempt('wrong')).took).toBeGreaterThan(240);
  expect((await attempt(password)).status).toBe(200);
});

test('whoever asks too often is told when to come back; a refresh is not counted with the rest', async () => {
  const server = await open({}, { token: 2, mailPause: 0 });
  const { refresh } = await member(server, 'a@x.test');
  const signIn = () => ask(server, 'POST', '/auth/v1/token?grant_type=password', { email: 'x@x.test', password });
  expect([(await signIn()).statusCode, (await signIn()).statusCode]).toEqual([400, 400]);
  const third = await signIn();
  expect([third.statusCode, third.json().code, Number(third.headers['retry-after']) > 0]).toEqual([
    429,
    'over_request_rate_limit',
    true,
  ]);
  expect((await refreshed(server, refresh)).statusCode).toBe(200);
});

test('nothing that opens anything is in the database or in the log', async () => {
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
      { LOG_LEVEL: 'info', SMTP_URL: `smtp://127.0.0.1:${await freePort()}` },
    );
    const keep = await open();
    await ask(server, 'POST', '/auth/v1/signup', { email: 'a@x.test', password });
    const { access, refresh } = await member(keep, 'b@x.test');
    const signedIn = (
      await ask(server, 'POST', '/auth/v1/token?grant_type=password', { email: 'b@x.test', password })
    ).json();
    const child = (await refreshed(server, refresh)).json().refresh_token;
    await ask(keep, 'POST', '/auth/v1/recover', { email: 'b@x.test' });
    const [mail] = await mails(keep);
    secrets.push(
      access,
      refresh,
      signedIn.access_token,
      signedIn.refresh_token,
      child,
      String(tokenIn(mail)),
      String(mail?.code),
    );
    await ask(server, 'POST', '/auth/v1/verify', { type: 'recovery', token_hash: tokenIn(mail) });
  } finally {
    process.stdout.write = write;
  }
  const tables = ['auth_users', 'auth_sessions', 'auth_refresh_tokens', 'auth_mail_tokens', 'auth_flows', 'profiles'];
  const rows = await Promise.all(
    tables.map((table) => base.storage.database.execute(sql.raw(`select to_json(t)::text as row from ${table} t`))),
  );
  const kept = JSON.stringify(rows) + lines.join('');
  expect(kept).toContain('b@x.test');
  expect(lines.join('')).toContain('sign-in: signed in by password');
  for (const secret of secrets) expect(kept).not.toContain(secret);
});

test('what breaks inside is told as a passing fault, without a word of why', async () => {
  const own = await openTestServer();
  await own.storage.close();
  const answer = await ask(own, 'POST', '/auth/v1/token?grant_type=password', { email: 'a@x.test', password });
  expect([answer.statusCode, answer.json().code, answer.headers['x-sb-error-code']]).toEqual([
    500,
    'unexpected_failure',
    'unexpected_failure',
  ]);
  expect(answer.body).not.toMatch(/select|pglite|closed/i);
  await own.close();
});

test('no answer of the sign-in is kept by a cache, and none sets a cookie', async () => {
  const server = await open();
  const { access } = await member(server, 'a@x.test');
  for (const [url, headers] of [
    ['/auth/v1/user', bearer(access)],
    ['/auth/v1/settings', {}],
    ['/rest/v1/profiles?select=id', bearer(access)],
  ] as const) {
    const answer = await ask(server, 'GET', url, undefined, headers);
    expect([url, answer.statusCode, answer.headers['cache-control'], answer.headers['set-cookie']]).toEqual([
      url,
      200,
      'no-store',
      undefined,
    ]);
  }
});

describe('the account', () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  test('names are free, taken without regard to case, one’s own, or none', async () => {
    const server = await open();
    const { access, id } = await member(server, 'a@x.test');
    const other = await member(server, 'b@x.test');
    await ask(server, 'POST', '/rest/v1/profiles', { id: other.id, username: 'Taken' }, bearer(other.access));
    await ask(server, 'POST', '/rest/v1/profiles', { id, username: 'Mine' }, bearer(access));
    const check = async (name: string) =>
      (
        await ask(
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
    const clash = await ask(server, 'PATCH', `/rest/v1/profiles?id=eq.${id}`, { username: 'taken' }, bearer(access));
    expect([clash.statusCode, clash.json().code]).toEqual([409, '23505']);
  });

  test('a picture is shown under a new address each time, and goes', async () => {
    const server = await open();
    const { access, id } = await member(server, 'a@x.test');
    await ask(server, 'POST', '/rest/v1/profiles', { id, username: 'ada' }, bearer(access));
    const body = { thumbnailBase64: pixel, contentType: 'image/png' };
    const { avatar_url: first } = (await ask(server, 'PUT', '/api/Account/avatar', body, bearer(access))).json();
    const { avatar_url: second } = (await ask(server, 'PUT', '/api/Account/avatar', body, bearer(access))).json();
    expect(second).not.toBe(first);
    const path = new URL(second);
    const image = await ask(server, 'GET', path.pathname + path.search);
    expect([image.statusCode, image.headers['content-type'], image.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    expect((await ask(server, 'GET', `/api/Profile/${id}`)).json().avatar_url).toBe(second);
    expect(
      (await ask(server, 'PUT', '/api/Account/avatar', { ...body, thumbnailBase64: 'PHN2Zz4=' }, bearer(access)))
        .statusCode,
    ).toBe(400);
    await server.app.inject({ method: 'DELETE', url: '/api/Account/avatar', headers: bearer(access) });
    expect((await ask(server, 'GET', path.pathname)).statusCode).toBe(404);
    expect((await ask(server, 'GET', `/api/Profile/${id}`)).json().avatar_url).toBeNull();
  });

  test('is exported whole, and deleted whole', async () => {
    const server = await open();
    const { access, id, refresh } = await member(server, 'a@x.test');
    await ask(server, 'POST', '/rest/v1/profiles', { id, username: 'ada' }, bearer(access));
    const league = (await ask(server, 'POST', '/api/League', { name: 'Mine', isPublic: false }, bearer(access))).json();
    const data = (await ask(server, 'GET', '/api/Account/export', undefined, bearer(access))).json();
    expect([data.account.email, data.profile.username, data.leagues.map(({ id: own }: { id: string }) => own)]).toEqual(
      ['a@x.test', 'ada', [league.id]],
    );
    expect(JSON.stringify(data)).not.toContain('argon2');
    const deleted = await server.app.inject({ method: 'DELETE', url: '/api/Account', headers: bearer(access) });
    expect(deleted.statusCode).toBe(204);
    expect((await ask(server, 'GET', `/api/Profile/${id}`)).statusCode).toBe(404);
    expect((await ask(server, 'GET', '/auth/v1/user', undefined, bearer(access))).json().code).toBe('user_not_found');
    expect((await refreshed(server, refresh)).statusCode).toBe(400);
  });
});
