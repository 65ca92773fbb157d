import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import { answerTime, inFixedTime, refuseInFixedTime } from './context.ts';
import type { StoredMail } from './mailer.ts';

/** The answers are the same for an address with an account, with a pending sign-up, and without either. */
const password = 'correct horse 9';
const known = { email: 'known@x.test', phone: '+491701111111' };
const pending = { email: 'waits@x.test', phone: '+491702222222' };
const unknown = { email: 'other@x.test', phone: '+491703333333' };

let server: TestServer;
/** How long each answer was held back, in ms, on a clock that stands still: nothing else takes time. */
const pauses: number[] = [];
let sequence = 0;
beforeAll(async () => {
  const timer = { elapsed: () => 0, pause: async (milliseconds: number) => void pauses.push(milliseconds) };
  const open = (options: object, over?: TestServer) =>
    openTestServer({}, undefined, undefined, {
      options,
      limits: { mailPause: 0 },
      timer,
      ...(over === undefined ? {} : { over }),
    });
  server = await open({ phone: 'sms' });
  const unconfirmed = await open({ phone: 'confirmed', confirmEmail: false }, server);
  for (const login of [{ email: known.email }, { phone: known.phone }])
    await unconfirmed.app.inject({
      method: 'POST',
      url: '/auth/v1/signup',
      payload: { ...login, password, data: { of: 'the account' } },
    });
  await unconfirmed.close();
});
afterAll(() => server.close());
afterEach(() => pauses.splice(0));

async function send(path: string, payload: object) {
  // Each from another address, so that limits of one do not show.
  const remoteAddress = `10.0.${Math.floor(++sequence / 250)}.${sequence % 250}`;
  const { statusCode, body, headers } = await server.app.inject({
    method: 'POST',
    url: `/auth/v1${path}`,
    payload,
    remoteAddress,
  });
  const { date: _, 'x-request-id': __, 'sb-auth-user-id': ___, ...visible } = headers;
  return { statusCode, body: JSON.parse(body), bytes: body.length, headers: visible };
}

/** The value with every id replaced by its version and every instant by whether it is now. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
  if (typeof value !== 'string') return value;
  const version = /^[\da-f]{8}-[\da-f]{4}-(\d)[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.exec(value)?.[1];
  if (version !== undefined) return `id of version ${version}`;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return value === server.clock.now.toISOString() ? 'now' : value;
  return value.replaceAll(/known|waits|other/g, 'somebody').replaceAll(/49170\d{7}/g, 'a number');
}

const logins = [
  ['an address', (account: typeof known) => ({ email: account.email })],
  ['a number', (account: typeof known) => ({ phone: account.phone })],
] as const;

describe.each(logins)('a sign-up with %s', (_, loginOf) => {
  test('is answered alike in every byte that can be compared, and with what was sent', async () => {
    const data = { name: 'Ada', laps: [1, 2] };
    const signUp = (account: typeof known) => send('/signup', { ...loginOf(account), password, data });
    await signUp(pending);
    const [ofKnown, ofPending, ofUnknown] = [await signUp(known), await signUp(pending), await signUp(unknown)];
    expect(shapeOf(ofKnown)).toEqual(shapeOf(ofUnknown));
    expect(shapeOf(ofPending)).toEqual(shapeOf(ofUnknown));
    const { user_metadata, role, identities } = ofKnown.body;
    expect([user_metadata.name, user_metadata.laps, user_metadata.of, role, identities.length]).toEqual([
      'Ada',
      [1, 2],
      undefined,
      'authenticated',
      1,
    ]);
    expect(JSON.stringify(shapeOf(ofKnown.body))).not.toMatch(/\d{4}-\d\d-\d\dT/);
    const again = await signUp(known);
    expect(again.body.id).not.toBe(ofKnown.body.id);
    expect(pauses).toEqual(pauses.map(() => answerTime));
  });

  test('shows nothing in a later sign-in, with its password or another one', async () => {
    const accounts = [known, pending, unknown];
    const chosen = 'chosen by a stranger';
    server.clock.now = new Date(server.clock.now.getTime() + 1_000);
    for (const account of accounts) await send('/signup', { ...loginOf(account), password: chosen });
    pauses.splice(0);
    for (const secret of [chosen, 'never chosen']) {
      const answers: object[] = [];
      for (const account of accounts)
        answers.push(await send('/token?grant_type=password', { ...loginOf(account), password: secret }));
      expect(answers).toEqual(accounts.map(() => answers[0]));
      expect(answers[0]).toMatchObject({ statusCode: 400 });
    }
    expect(pauses.filter((each) => each !== 0)).toEqual(Array.from({ length: 6 }, () => answerTime));
  });

  test('shows nothing in a later sign-in once its recipient gets no more messages', async () => {
    await server.storage.database.execute(sql`truncate rate_limits`);
    const busy = await openTestServer({}, undefined, undefined, {
      over: server,
      options: { phone: 'sms' },
      limits: { mailPause: 0, mails: 100 },
    });
    const call = async (path: string, payload: object) => {
      const remoteAddress = `10.1.0.${++sequence % 250}`;
      const { statusCode, body } = await busy.app.inject({
        method: 'POST',
        url: `/auth/v1${path}`,
        payload,
        remoteAddress,
      });
      return [statusCode, JSON.parse(body).error_code];
    };
    const answers = [];
    for (const account of [known, pending, unknown]) {
      for (const secret of ['secret one', 'secret two', 'secret three']) {
        busy.clock.now = new Date(busy.clock.now.getTime() + 60_000);
        await call('/signup', { ...loginOf(account), password: secret });
      }
      answers.push(
        await call('/token?grant_type=password', { ...loginOf(account), password: 'secret two' }),
        await call('/token?grant_type=password', { ...loginOf(account), password: 'secret three' }),
      );
    }
    await busy.close();
    const code = 'email' in loginOf(known) ? 'email_not_confirmed' : 'phone_not_confirmed';
    const each = [
      [400, code],
      [400, 'invalid_credentials'],
    ];
    expect(answers).toEqual([...each, ...each, ...each]);
  });
});

test.each([
  ['/recover', (email: string) => ({ email })],
  ['/resend', (email: string) => ({ email, type: 'signup' })],
  ['/resend', (email: string) => ({ email, type: 'email_change' })],
  ['/verify', (email: string) => ({ email, type: 'signup', token: '00000000' })],
  ['/verify', (email: string) => ({ email, type: 'recovery', token: '00000000' })],
  ['/token?grant_type=password', (email: string) => ({ email, password: 'wrong wrong' })],
] as const)('%s answers every address alike, after the same time (%#)', async (path, bodyOf) => {
  const answers: object[] = [];
  for (const { email } of [known, pending, unknown]) answers.push(await send(path, bodyOf(email)));
  expect(answers).toEqual(answers.map(() => answers[0]));
  expect(pauses.filter((each) => each !== 0)).toEqual([answerTime, answerTime, answerTime]);
});

describe('a fixed time', () => {
  /** The time at which work of some duration is answered. */
  async function answeredAt(duration: number, run: typeof inFixedTime, work: () => Promise<unknown>) {
    const clock = { now: 1_000 };
    const timer = {
      elapsed: () => clock.now,
      pause: async (milliseconds: number) => {
        clock.now += milliseconds;
      },
    };
    const context = { ...({} as Parameters<typeof inFixedTime>[0]), timer };
    await run(context, async () => {
      clock.now += duration;
      return work();
    }).catch(() => undefined);
    return clock.now - 1_000;
  }
  const succeed = async () => null;
  const fail = async () => {
    throw new Error('refused');
  };

  test('is that of all work that is shorter, refused or not', async () => {
    for (const duration of [0, 35, 55, 210, answerTime - 1]) {
      expect(await answeredAt(duration, inFixedTime, succeed)).toBe(answerTime);
      expect(await answeredAt(duration, inFixedTime, fail)).toBe(answerTime);
      expect(await answeredAt(duration, refuseInFixedTime, fail)).toBe(answerTime);
    }
  });

  test('is not waited for by a success that is told', async () => {
    expect(await answeredAt(35, refuseInFixedTime, succeed)).toBe(35);
  });

  test('is doubled on a machine that cannot keep it', async () => {
    expect(await answeredAt(answerTime + 1, inFixedTime, succeed)).toBe(2 * answerTime);
  });
});

test('no mail is sent to an address that has an account', async () => {
  const outbox = await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
  const subjects = outbox
    .json<StoredMail[]>()
    .filter(({ to }) => to === known.email)
    .map(({ subject }) => subject);
  expect(new Set(subjects)).toEqual(new Set(['Set a new password for Pitboard']));
});
