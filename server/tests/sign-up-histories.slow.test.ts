import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import type { StoredMail } from '../auth/mailer.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { authUsers } from '../storage/auth-tables.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

/**
 * A stranger and the owner of an address sign up with it, ask for mails and change what they may, in any order. The owner
 * opens any mail, on one of two devices. In any order the account has the owner's choices on the device that opened the
 * mail, or none.
 */
const isLong = process.env.PITBOARD_LONG === '1';
const leastSignUps = isLong ? 1_000 : 40;

type Actor = 'owner' | 'stranger';
/** `on`: which of the two devices of the actor. */
type Step = { readonly by: Actor; readonly on: number } & (
  | { readonly kind: 'sign up'; readonly secret: number }
  | { readonly kind: 'resend' | 'recover' | 'change' }
  | { readonly kind: 'sign in'; readonly secret: number }
  | { readonly kind: 'open'; readonly index: number; readonly isByCode: boolean }
);

const by = fc.constantFrom<Actor>('owner', 'stranger');
const on = fc.nat(1);
const secret = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sign up' as const), by, on, secret }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('resend', 'recover', 'change'), by, on }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign in' as const), by, on, secret }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      by: fc.constant('owner' as const),
      on,
      index: fc.nat(5),
      isByCode: fc.boolean(),
    }),
  },
);

const secretOf = (actor: Actor, index: number) => `the secret of the ${actor} ${index}`;

let server: TestServer;
let strangerToken = '';
let histories = 0;
let signUps = 0;
let confirmedChoices = 0;
let refusedChoices = 0;
beforeAll(async () => {
  server = await openTestServer({}, undefined, undefined, { limits: { mailPause: 0 } });
  const own = { email: 'stranger@x.test', password: 'another secret' };
  await send('POST', '/signup', own);
  const verified = await send('POST', '/verify', { type: 'signup', token_hash: tokenIn((await readOutbox())[0]) });
  strangerToken = verified.json().access_token;
});
afterAll(() => server.close());

/** The networks that the two ask from. */
const addresses = { owner: '192.0.2.1', stranger: '198.51.100.1' };
/** The device ids; null: another client than the app. */
const devices = {
  owner: ['the-desk-of-the-owner-1', 'the-phone-of-the-owner-1'],
  stranger: ['a-device-of-the-stranger', null],
} as const;

type Device = string | null;
const deviceOf = ({ by: actor, on: index }: { readonly by: Actor; readonly on: number }): Device =>
  devices[actor][index === 0 ? 0 : 1];

async function send(
  method: 'POST' | 'PUT',
  path: string,
  payload: object,
  { token = null, by: actor = 'owner', on: index = 0 }: { token?: string | null; by?: Actor; on?: number } = {},
) {
  const device = deviceOf({ by: actor, on: index });
  const headers: Record<string, string> = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(device === null ? {} : { 'x-pitboard-device': device }),
  };
  return server.app.inject({ method, url: `/auth/v1${path}`, payload, headers, remoteAddress: addresses[actor] });
}

async function readOutbox(): Promise<StoredMail[]> {
  return (await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })).json();
}

const tokenIn = (mail: StoredMail | undefined) => new URL(mail?.link ?? '').searchParams.get('token_hash');

/** The password of a sign-up: each has a hash of its own, also of the same password. */
interface Choice {
  readonly signUp: number;
  readonly by: Actor;
  readonly secret: number;
}

/** A mail to the address of the owner. */
interface SentMail {
  readonly mail: StoredMail;
  readonly type: 'signup' | 'recovery';
  readonly by: Actor;
  readonly device: Device;
  readonly choice: Choice | null;
  /** It confirms the change of an account of the stranger. */
  readonly isOfChange: boolean;
}

/** The expected account of the address; null where it may have no value. */
interface Expected {
  password: string | null;
  metadata: object;
}

class History {
  readonly #email = `owner${++histories}@x.test`;
  readonly #seen = new Set<string>();
  readonly #mails: SentMail[] = [];
  #account: Expected | null = null;
  #token: string | null = null;
  #checkedHash: string | null = null;

  async run(step: Step): Promise<void> {
    await this.#do(step);
    await this.#check();
  }

  async #do(step: Step): Promise<void> {
    const email = this.#email;
    switch (step.kind) {
      case 'sign up': {
        signUps += 1;
        const password = secretOf(step.by, step.secret);
        const data = { by: step.by, secret: step.secret };
        expect((await send('POST', '/signup', { email, password, data }, step)).statusCode).toBe(200);
        return this.#keepMails(step, 'signup', { signUp: signUps, by: step.by, secret: step.secret });
      }
      case 'resend': {
        const choice = this.#findChoice(step);
        expect((await send('POST', '/resend', { type: 'signup', email }, step)).statusCode).toBe(200);
        return this.#keepMails(step, 'signup', choice);
      }
      case 'recover':
        expect((await send('POST', '/recover', { email }, step)).statusCode).toBe(200);
        return this.#keepMails(step, 'recovery', null);
      case 'change':
        return step.by === 'owner' ? this.#changeOwn() : this.#claimAddress(step);
      case 'sign in':
        return this.#signIn(step.by, secretOf(step.by, step.secret));
      case 'open':
        return this.#open(step);
    }
  }

  /** The content of a repeated mail: the only choice of the same device. */
  #findChoice(step: Step): Choice | null {
    const device = deviceOf(step);
    const chosen = this.#mails.flatMap((sent) =>
      sent.type === 'signup' && sent.device === device && sent.choice !== null ? [sent.choice] : [],
    );
    return new Set(chosen.map(({ signUp }) => signUp)).size === 1 ? (chosen[0] ?? null) : null;
  }

  async #keepMails(step: Step, type: SentMail['type'], choice: Choice | null, isOfChange = false): Promise<void> {
    for (const mail of await readOutbox()) {
      if (mail.to !== this.#email || mail.link === null || this.#seen.has(mail.link)) continue;
      this.#seen.add(mail.link);
      this.#mails.push({ mail, type, by: step.by, device: deviceOf(step), choice, isOfChange });
    }
  }

  /** The owner, who is logged in, sets another password and other data. */
  async #changeOwn(): Promise<void> {
    if (this.#token === null || this.#account === null) return;
    const password = secretOf('owner', this.#account.password === secretOf('owner', 2) ? 3 : 2);
    const data = { by: 'owner', secret: 2 };
    expect((await send('PUT', '/user', { password, data }, { token: this.#token })).statusCode).toBe(200);
    this.#account = { password, metadata: data };
  }

  /** The stranger asks for the address as that of an own account. */
  async #claimAddress(step: Step): Promise<void> {
    const change = { email: this.#email, data: { by: 'stranger' } };
    const { statusCode } = await send('PUT', '/user', change, { ...step, token: strangerToken });
    expect(statusCode).toBe(this.#account === null ? 200 : 422);
    await this.#keepMails(step, 'signup', null, true);
  }

  async #signIn(actor: Actor, password: string): Promise<void> {
    const answer = await send('POST', '/token?grant_type=password', { email: this.#email, password });
    expect(answer.statusCode).toBe(this.#account?.password === password ? 200 : 400);
    if (actor === 'owner' && answer.statusCode === 200) this.#token = answer.json().access_token;
  }

  async #open(step: Extract<Step, { kind: 'open' }>): Promise<void> {
    const sent = this.#mails[step.index % Math.max(1, this.#mails.length)];
    if (sent === undefined) return;
    const { mail, type, choice } = sent;
    const proof = step.isByCode ? { email: this.#email, token: mail.code } : { token_hash: tokenIn(mail) };
    const answer = await send('POST', '/verify', { type, ...proof }, step);
    const isFirst = this.#account === null;
    // An unconfirmed sign-up is confirmed by each of its mails.
    if (isFirst) expect(answer.statusCode).toBe(sent.isOfChange ? 403 : 200);
    if (answer.statusCode !== 200) return;
    this.#token = answer.json().access_token;
    if (!isFirst) return;
    const isTaken = choice !== null && sent.device === deviceOf(step);
    this.#account = isTaken
      ? { password: secretOf(choice.by, choice.secret), metadata: { by: choice.by, secret: choice.secret } }
      : { password: null, metadata: {} };
    expect(answer.json().user.app_metadata.has_password).toBe(isTaken ? undefined : false);
    if (isTaken) confirmedChoices += 1;
    else if (sent.by === 'stranger' && choice !== null) refusedChoices += 1;
    // The stranger has none of the owner's devices.
    expect(this.#account.metadata).not.toMatchObject({ by: 'stranger' });
  }

  async #read() {
    const rows = await server.storage.database.select().from(authUsers).where(eq(authUsers.email, this.#email));
    return { rows: rows.filter(({ emailConfirmedAt }) => emailConfirmedAt !== null) };
  }

  async #check(): Promise<void> {
    const { rows } = await this.#read();
    const stored = rows.map(({ userMetadata }) => userMetadata);
    expect(stored).toEqual(this.#account === null ? [] : [this.#account.metadata]);
    const hash = rows[0]?.passwordHash ?? null;
    if (hash === this.#checkedHash) return;
    this.#checkedHash = hash;
    const { password = null } = this.#account ?? {};
    expect([hash === null, password !== null && (await verifyPassword(hash, password))]).toEqual(
      password === null ? [true, false] : [false, true],
    );
  }
}

test('no order of steps gives an account a password or data that its owner did not choose', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }), async (steps) => {
      const history = new History();
      for (const each of steps) await history.run(each);
    }),
    { numRuns: isLong ? 260 : 10 },
  );
  expect(signUps).toBeGreaterThanOrEqual(leastSignUps);
  expect(Math.min(confirmedChoices, refusedChoices)).toBeGreaterThan(0);
}, 1_800_000);
