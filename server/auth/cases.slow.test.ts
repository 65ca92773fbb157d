import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertUser } from '../storage/accounts.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import type { StoredMail } from './mailer.ts';
import type { AuthOptions } from './options.ts';
import { hashPassword } from './passwords.ts';

/** A published request with its expected response. Each is sent to the real server, after the calls it depends on. */
interface Case {
  readonly id: string;
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
    readonly path: string;
    readonly body: unknown;
    readonly bearer: string | null;
  };
  readonly expect: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly bodyHas?: readonly string[];
    readonly location?: string;
  };
}

/** Cases that do not apply to this server, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'jwks.hs256': 'the embedded sign-in always signs with ES256; a symmetric key is never configured for it',
  'refresh.contended': 'PGlite has one connection, so no row can stay locked; another test shows it on PostgreSQL',
  'captcha.missing': 'there is no captcha option',
  'signup.repeat.confirm': 'a role and identities that are empty would show that the address has an account',
  crash: 'shown by another test: the body of the case is an ordinary bad request',
};

const file = join(process.env.PITBOARD_DATA ?? '', 'auth-cases.json');
const cases: Case[] =
  process.env.PITBOARD_DATA !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).cases : [];
if (cases.length === 0) console.log('SKIPPED: the published cases of the sign-in (PITBOARD_DATA is not set)');

const password = 'correct horse 9';
const site = 'http://pitboard.test';
const allowed = `${site}/resetPasswordConfirm`;
const verifier = 'v'.repeat(43);
const versioned = { 'x-supabase-api-version': '2024-01-01', apikey: 'pitboard' };

let passwordHash: string | null = null;

/** An app on the shared database, with the values that a case refers to. */
class Fixture {
  readonly server: TestServer;
  /** The values of `<…>` placeholders in a request. */
  readonly given: Record<string, string> = { url: allowed, allowed, ok: password };

  constructor(server: TestServer) {
    this.server = server;
  }

  async send(method: Case['request']['method'], path: string, body?: unknown, headers: Record<string, string> = {}) {
    return this.server.app.inject({
      method,
      url: path,
      headers: {
        ...versioned,
        ...(body === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  async post(path: string, body: unknown, bearer?: string) {
    const answer = await this.send(
      'POST',
      path,
      body,
      bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    );
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    return answer.body === '' ? {} : answer.json();
  }

  async readOutbox(): Promise<StoredMail[]> {
    const answer = await this.server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
    return answer.json();
  }

  async readNewestToken(): Promise<string> {
    const [mail] = await this.readOutbox();
    const query = new URL(mail?.link ?? '').searchParams;
    return query.get('token_hash') ?? query.get('token') ?? '';
  }

  /** Creates a confirmed user and signs in. */
  async createMember(email = 'a@example.com'): Promise<{ access: string; refresh: string; id: string }> {
    const now = this.server.clock.now.toISOString();
    passwordHash ??= await hashPassword(password);
    const times = { emailConfirmedAt: now, createdAt: now, updatedAt: now };
    await insertUser(this.server.storage.database, { id: v7(), email, passwordHash, userMetadata: {}, ...times });
    const session = await this.post('/auth/v1/token?grant_type=password', { email, password });
    Object.assign(this.given, {
      access: session.access_token,
      current: session.refresh_token,
      rt: session.refresh_token,
    });
    this.given['own'] = session.user.id;
    this.given['uuid'] = session.user.id;
    return { access: session.access_token, refresh: session.refresh_token, id: session.user.id };
  }

  async refreshSession(token: string): Promise<string> {
    return (await this.post('/auth/v1/token?grant_type=refresh_token', { refresh_token: token })).refresh_token;
  }

  advance(seconds: number): void {
    this.server.clock.now = new Date(this.server.clock.now.getTime() + seconds * 1_000);
  }

  async recover(challenge = false): Promise<void> {
    const extra = challenge ? { code_challenge: verifier, code_challenge_method: 'plain' } : {};
    await this.post(`/auth/v1/recover?redirect_to=${encodeURIComponent(allowed)}`, {
      email: 'a@example.com',
      ...extra,
    });
  }

  /** Creates the code that a PKCE link returns. */
  async createCode(): Promise<void> {
    await this.createMember();
    await this.recover(true);
    const token = await this.readNewestToken();
    const path = `/auth/v1/verify?token=${token}&type=recovery&redirect_to=${encodeURIComponent(allowed)}`;
    const { headers } = await this.send('GET', path);
    this.given['uuid'] = new URL(String(headers.location)).searchParams.get('code') ?? '';
    Object.assign(this.given, { verifier, other: 'w'.repeat(43) });
  }
}

const createProfile = (fixture: Fixture, username = 'rrr') =>
  fixture.post('/rest/v1/profiles', { id: fixture.given['own'], username }, fixture.given['access']);

/** The calls before each case. */
const prepare: Readonly<Record<string, (fixture: Fixture) => Promise<unknown> | undefined>> = {
  'signup.repeat.autoconfirm': (fixture) => fixture.post('/auth/v1/signup', { email: 'a@example.com', password }),
  'signup.repeat.unconfirmed': (fixture) => fixture.post('/auth/v1/signup', { email: 'a@example.com', password }),
  'signup.long': async (fixture) => {
    fixture.given['73 bytes'] = 'x'.repeat(73);
  },
  'token.password': (fixture) => fixture.createMember(),
  'token.password.weak': async (fixture) => {
    await fixture.createMember();
    const hash = await hashPassword('old');
    await fixture.server.storage.database.execute(sql`update auth_users set password_hash = ${hash}`);
    fixture.given['old weak'] = 'old';
  },
  'token.password.bad': (fixture) => fixture.createMember(),
  'legacy.shape': (fixture) => fixture.createMember(),
  'token.password.unconfirmed': (fixture) => fixture.post('/auth/v1/signup', { email: 'a@example.com', password }),
  'token.password.banned': async (fixture) => {
    await fixture.createMember();
    await fixture.server.storage.database.execute(sql`update auth_users set banned_until = '2999-01-01T00:00:00Z'`);
  },
  'token.phone.unconfirmed': (fixture) => fixture.post('/auth/v1/signup', { phone: '+15550001111', password }),
  'body.toolarge': async (fixture) => {
    fixture.given['1MiB+1'] = 'x';
  },
  'refresh.ok': (fixture) => fixture.createMember(),
  'refresh.parent': async (fixture) => {
    const { refresh } = await fixture.createMember();
    fixture.given['parent of active'] = refresh;
    fixture.given['the active child, unchanged'] = await fixture.refreshSession(refresh);
    fixture.advance(3_000);
  },
  'refresh.concurrent': async (fixture) => {
    const { refresh } = await fixture.createMember();
    fixture.given['grandparent'] = refresh;
    await fixture.refreshSession(await fixture.refreshSession(refresh));
  },
  'refresh.reuse': async (fixture) => {
    const { refresh } = await fixture.createMember();
    fixture.given['grandparent'] = refresh;
    fixture.given['newest'] = await fixture.refreshSession(await fixture.refreshSession(refresh));
    fixture.advance(11);
  },
  'refresh.signedout': async (fixture) => {
    const { access, refresh } = await fixture.createMember();
    await fixture.post('/auth/v1/logout', {}, access);
    fixture.given['of deleted session'] = refresh;
  },
  'refresh.expired': async (fixture) => {
    await fixture.createMember();
    fixture.advance(7_200);
  },
  'user.get': (fixture) => fixture.createMember(),
  'user.sessiongone': async (fixture) => {
    const { access } = await fixture.createMember();
    await fixture.post('/auth/v1/logout?scope=local', {}, access);
    fixture.given['access of deleted session'] = access;
  },
  'user.usergone': async (fixture) => {
    await fixture.createMember();
    await fixture.server.storage.database.execute(sql`delete from auth_users`);
  },
  'user.update.data': (fixture) => fixture.createMember(),
  'user.update.pw': async (fixture) => {
    await fixture.createMember();
    fixture.given['new ok'] = 'another good one 1';
  },
  'user.update.pw.same': async (fixture) => {
    await fixture.createMember();
    fixture.given['same'] = password;
  },
  'user.update.pw.weak': (fixture) => fixture.createMember(),
  'user.update.pw.reauth': async (fixture) => {
    await fixture.createMember();
    await fixture.server.storage.database.execute(sql`update auth_sessions set created_at = now() - interval '2 days'`);
    fixture.given['new'] = 'another good one 1';
  },
  'user.update.email': (fixture) => fixture.createMember(),
  'user.update.email.taken': async (fixture) => {
    await fixture.createMember('taken@example.com');
    await fixture.createMember();
  },
  'recover.known': (fixture) => fixture.createMember(),
  'recover.limit': (fixture) => fixture.recover(),
  'verify.recovery.implicit': async (fixture) => {
    await fixture.createMember();
    await fixture.recover();
    fixture.given['hash'] = await fixture.readNewestToken();
  },
  'verify.recovery.pkce': async (fixture) => {
    await fixture.createMember();
    await fixture.recover(true);
    fixture.given['hash'] = (await fixture.readNewestToken()).replace(/^pkce_/, '');
  },
  'verify.used': async (fixture) => {
    fixture.given['bad'] = 'x'.repeat(43);
  },
  'verify.evil': async (fixture) => {
    await fixture.createMember();
    await fixture.recover();
    fixture.given['hash'] = await fixture.readNewestToken();
  },
  'verify.post.hash': async (fixture) => {
    await fixture.createMember();
    await fixture.recover();
    fixture.given['hash'] = await fixture.readNewestToken();
  },
  'verify.post.otp': async (fixture) => {
    await fixture.createMember();
    await fixture.recover();
    fixture.given['code'] = (await fixture.readOutbox())[0]?.code ?? '';
  },
  'pkce.ok': (fixture) => fixture.createCode(),
  'pkce.again': async (fixture) => {
    await fixture.createCode();
    await fixture.post('/auth/v1/token?grant_type=pkce', { auth_code: fixture.given['uuid'], code_verifier: verifier });
  },
  'pkce.badverifier': (fixture) => fixture.createCode(),
  'pkce.expired': async (fixture) => {
    await fixture.createCode();
    fixture.advance(301);
  },
  'logout.global': (fixture) => fixture.createMember(),
  'logout.local': (fixture) => fixture.createMember(),
  'logout.others': (fixture) => fixture.createMember(),
  'logout.badscope': (fixture) => fixture.createMember(),
  ratelimit: async (fixture) => {
    await fixture.send('POST', '/auth/v1/token?grant_type=password', {});
  },
  'rest.single': async (fixture) => {
    await fixture.createMember();
    await createProfile(fixture);
  },
  'rest.noauth': async (fixture) => {
    await fixture.createMember();
    await createProfile(fixture);
  },
  'rest.single.none': async (fixture) => {
    fixture.given['uuid'] = '01900000-0000-7000-8000-00000000dead';
  },
  'rest.list.none': async (fixture) => {
    fixture.given['uuid'] = '01900000-0000-7000-8000-00000000dead';
  },
  'rest.upsert.min': async (fixture) => {
    await fixture.createMember();
    fixture.given['own name'] = 'rrr';
  },
  'rest.upsert.repr': (fixture) => fixture.createMember(),
  'rest.update': async (fixture) => {
    await fixture.createMember();
    await createProfile(fixture);
  },
  'rest.rls.write': async (fixture) => {
    const { id } = await fixture.createMember('other@example.com');
    await fixture.createMember();
    fixture.given['other'] = id;
  },
  'rest.rls.update': async (fixture) => {
    const { id } = await fixture.createMember('other@example.com');
    await createProfile(fixture, 'other');
    await fixture.createMember();
    fixture.given['other'] = id;
  },
  'rest.unique': async (fixture) => {
    await fixture.createMember('other@example.com');
    await createProfile(fixture, 'taken');
    await fixture.createMember();
  },
  'rest.badjson': (fixture) => fixture.createMember(),
  'rest.jwt.expired': async (fixture) => {
    const { access } = await fixture.createMember();
    fixture.advance(3_700);
    fixture.given['expired'] = access;
  },
};

/** Options of the server in a case. */
const options: Readonly<Record<string, Partial<AuthOptions>>> = {
  'signup.autoconfirm': { confirmEmail: false },
  'signup.repeat.autoconfirm': { confirmEmail: false },
  'signup.weak.chars': { password: { length: 8, characters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'] } },
  'signup.disabled': { isSignUpOpen: false },
  'signup.phone': { phone: 'confirmed' },
  'signup.phone.bad': { phone: 'confirmed' },
  'token.phone.unconfirmed': { phone: 'sms' },
  'refresh.expired': { loginLifetime: 3_600 },
};

/** Request headers that are described in the note of a case. */
const headers: Readonly<Record<string, Record<string, string>>> = {
  'rest.single': { accept: 'application/vnd.pgrst.object+json', 'accept-profile': 'public' },
  'rest.single.none': { accept: 'application/vnd.pgrst.object+json' },
  'rest.upsert.min': { prefer: 'resolution=merge-duplicates' },
  'rest.upsert.repr': {
    prefer: 'resolution=merge-duplicates,return=representation',
    accept: 'application/vnd.pgrst.object+json',
  },
  'rest.rls.update': { prefer: 'return=representation' },
};

/** Lengthens user names: this server requires three characters. */
function lengthenNames(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  return JSON.parse(
    text.replaceAll('"username":"r"', '"username":"rrr"').replaceAll('"username":"r2"', '"username":"rrr2"'),
  );
}

function fillPlaceholders(value: unknown, given: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return value.replaceAll(/<([^<>]+)>/g, (whole, name) => given[name] ?? whole);
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, given));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillPlaceholders(item, given)]));
}

const uuidText = /^[\da-f-]{36}$/;
const matchers: Readonly<Record<string, (value: unknown, fixture: Fixture) => boolean>> = {
  str: (value) => typeof value === 'string',
  text: (value) => typeof value === 'string' && value !== '',
  'text|null': (value) => value === null || typeof value === 'string',
  generic: (value) => typeof value === 'string',
  kid: (value) => typeof value === 'string' && value.length > 8,
  b64u: (value) => typeof value === 'string' && /^[\w-]{43}$/.test(value),
  jwt: (value) => typeof value === 'string' && value.split('.').length === 3,
  rt: (value) => typeof value === 'string' && /^[\w-]{43}$/.test(value),
  uuid: (value) => typeof value === 'string' && uuidText.test(value),
  'random uuid': (value) => typeof value === 'string' && uuidText.test(value),
  own: (value, fixture) => value === fixture.given['own'],
  now: (value, fixture) => Math.abs(Date.parse(String(value)) - fixture.server.clock.now.getTime()) < 5_000,
  'now+3600': (value, fixture) => Math.abs(Number(value) - fixture.server.clock.now.getTime() / 1_000 - 3_600) < 5,
  'the active child, unchanged': (value, fixture) => value === fixture.given['the active child, unchanged'],
  User: (value) => isUser(value),
  'User with confirmation_sent_at, no email_confirmed_at, no token fields': (value) =>
    isUser(value) &&
    Object(value).confirmation_sent_at !== undefined &&
    !/token|password|email_confirmed_at/.test(JSON.stringify(value)),
};

function isUser(value: unknown): boolean {
  const { id, aud, role, identities, app_metadata: app, user_metadata: own } = Object(value);
  return (
    uuidText.test(String(id)) &&
    aud === 'authenticated' &&
    role === 'authenticated' &&
    Array.isArray(identities) &&
    app !== undefined &&
    own !== undefined
  );
}

/** Differences between a response and a case. A `<…>` placeholder matches by type or meaning. */
function findDifferences(expected: unknown, actual: unknown, fixture: Fixture, path = 'body'): string[] {
  if (typeof expected === 'string' && expected.includes('<')) {
    const kind = /^<([^<>]+)>$/.exec(expected)?.[1];
    const matches = kind === undefined ? undefined : matchers[kind];
    if (matches !== undefined)
      return matches(actual, fixture) ? [] : [`${path}: ${JSON.stringify(actual)} does not match ${expected}`];
    const escaped = expected.split(/<[^<>]+>/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${escaped.join('.+')}$`).test(String(actual))
      ? []
      : [`${path}: ${actual} does not match ${expected}`];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [`${path} is not a list`];
    if (expected.length === 0) return actual.length === 0 ? [] : [`${path} is not empty`];
    // The server also publishes its next key, which has the same form as the expected one.
    return actual.flatMap((item, index) =>
      findDifferences(expected[Math.min(index, expected.length - 1)], item, fixture, `${path}.${index}`),
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    return Object.entries(expected).flatMap(([name, value]) =>
      findDifferences(value, Object(actual)[name], fixture, `${path}.${name}`),
    );
  }
  return expected === actual ? [] : [`${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
}

function findLocationDifferences(expected: string, actual: unknown, fixture: Fixture): string[] {
  const pattern = expected
    .replace('<Referer if allowed else SITE_URL>', site)
    .replace('<allowed>', allowed)
    .replaceAll(/=\.\./g, '=<x>')
    .replace('#...', '#<x>')
    .replace('/#', '#');
  const location = String(actual).replace(`${site}/#`, `${site}#`);
  return findDifferences(pattern, location, fixture, 'location');
}

function bodyFor(published: Case, given: Readonly<Record<string, string>>): unknown {
  const { body } = published.request;
  if (body === null) return undefined;
  if (body === '<raw {>') return '{';
  if (body === '<1MiB+1>') return `{"email":"${'x'.repeat(1_048_577)}"}`;
  const whole = fillPlaceholders(lengthenNames(body), { ...given, '43 chars': 'c'.repeat(43) });
  if (published.id === 'verify.post.otp') return { ...Object(whole), token: given['code'] };
  return whole;
}

let base: TestServer;
beforeAll(async () => {
  base = await openTestServer();
});
afterAll(() => base.close());

describe.skipIf(cases.length === 0)('a published case', () => {
  test('exists for every id in this file; there are 94', () => {
    expect(cases.length).toBe(94);
    const ids = new Set(cases.map(({ id }) => id));
    for (const id of [...Object.keys(exceptions), ...Object.keys(prepare), ...Object.keys(options)])
      expect(ids).toContain(id);
  });

  test.each(
    cases.filter(({ id }) => exceptions[id] === undefined).map((published) => [published.id, published] as const),
  )('%s', async (id, published) => {
    await base.storage.database.execute(
      sql`truncate auth_users, auth_sign_ups, auth_wrong_codes, profiles, rate_limits cascade`,
    );
    const limits = id === 'ratelimit' ? { token: 1 } : {};
    const fixture = new Fixture(
      await openTestServer({}, undefined, undefined, { over: base, options: options[id] ?? {}, limits }),
    );
    await prepare[id]?.(fixture);
    const { request, expect: expected } = published;
    const path = String(fillPlaceholders(request.path, mapValues(fixture.given, encodeURIComponent)));
    const bearer = fillPlaceholders(request.bearer, fixture.given);
    const sent: Record<string, string> = id === 'legacy.shape' ? { 'x-supabase-api-version': '' } : {};
    const answer = await fixture.send(request.method, path, bodyFor(published, fixture.given), {
      ...headers[id],
      ...sent,
      ...(typeof bearer === 'string' ? { authorization: `Bearer ${bearer}` } : {}),
    });
    expect([answer.statusCode, ...compare(expected, answer, fixture)]).toEqual([expected.status]);
    await verify[id]?.(fixture, answer);
    await fixture.server.close();
  });
});

function mapValues(given: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, text]) => [name, change(text)]));
}

function compare(expected: Case['expect'], answer: LightMyRequestResponse, fixture: Fixture): string[] {
  const differences = Object.entries(expected.headers ?? {}).flatMap(([name, value]) =>
    findDifferences(value, answer.headers[name.toLowerCase()], fixture, name),
  );
  if (expected.location !== undefined)
    differences.push(...findLocationDifferences(expected.location, answer.headers.location, fixture));
  const isJson = String(answer.headers['content-type']).includes('json');
  const body = isJson && answer.body !== '' ? answer.json() : answer.body;
  if (expected.body !== undefined) differences.push(...findDifferences(lengthenNames(expected.body), body, fixture));
  for (const path of expected.bodyHas ?? []) {
    const found = path.split('.').reduce((part: unknown, name) => Object(part)[name], body);
    if (found === undefined) differences.push(`${path} is missing`);
  }
  return differences;
}

const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** Checks after a case that are described in its note. */
const verify: Readonly<
  Record<string, (fixture: Fixture, answer: LightMyRequestResponse) => Promise<unknown> | undefined>
> = {
  'signup.autoconfirm': async (_, answer) => {
    const { user } = answer.json();
    expect([user.email, user.user_metadata.username, user.identities[0].provider]).toEqual([
      'a@example.com',
      'rrr',
      'email',
    ]);
  },
  'signup.confirm': async (fixture) =>
    expect((await fixture.readOutbox()).map(({ to }) => to)).toEqual(['a@example.com']),
  'signup.phone': async (_, answer) => {
    const { user } = answer.json();
    expect([user.phone, user.app_metadata.provider, typeof user.phone_confirmed_at]).toEqual([
      '15550001111',
      'phone',
      'string',
    ]);
  },
  'token.password': async (_, answer) => {
    const claims = claimsIn(answer.json().access_token);
    expect([claims.aal, claims.amr[0].method, claims.role, claims.aud]).toEqual([
      'aal1',
      'password',
      'authenticated',
      'authenticated',
    ]);
  },
  'refresh.ok': async (fixture, answer) => {
    const [old, fresh] = [claimsIn(fixture.given['access'] ?? ''), claimsIn(answer.json().access_token)];
    expect([fresh.session_id, fresh.amr]).toEqual([old.session_id, old.amr]);
    expect(answer.json().refresh_token).not.toBe(fixture.given['current']);
  },
  'refresh.reuse': async (fixture) => {
    const body = { refresh_token: fixture.given['newest'] };
    expect((await fixture.send('POST', '/auth/v1/token?grant_type=refresh_token', body)).statusCode).toBe(400);
  },
  'user.update.data': async (_, answer) => {
    const { user_metadata: own } = answer.json();
    expect([own.k, 'gone' in own]).toEqual([1, false]);
  },
  'user.update.email': async (fixture) =>
    expect((await fixture.readOutbox()).map(({ to }) => to).sort()).toEqual(['a@example.com', 'new@example.com']),
  'verify.recovery.implicit': async (fixture, answer) => {
    const fragment = new URLSearchParams(new URL(String(answer.headers.location)).hash.slice(1));
    expect(claimsIn(fragment.get('access_token') ?? '').amr[0].method).toBe('otp');
    const again = `/auth/v1/verify?token=${fixture.given['hash']}&type=recovery`;
    expect((await fixture.send('GET', again)).headers.location).toContain('otp_expired');
  },
  'verify.evil': async (_, answer) => expect(String(answer.headers.location)).not.toContain('evil'),
  'pkce.ok': async (_, answer) => expect(claimsIn(answer.json().access_token).amr[0].method).toBe('recovery'),
};
