import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import type { StoredMail } from '../auth/mailer.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { authUsers } from '../storage/auth-tables.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

/**
 * A stranger and the owner of an address sign up with it, ask for mails and change what they may, in any order. The owner
 * opens mails that the owner asked for. Whatever the order: the account of the address has what the owner chose.
 */
const isLong = process.env.PITBOARD_LONG === '1';
const leastSignUps = isLong ? 1_000 : 40;

type Actor = 'owner' | 'stranger';
type Step = { readonly by: Actor } & (
  | { readonly kind: 'sign up'; readonly secret: number }
  | { readonly kind: 'resend' | 'recover' | 'change' }
  | { readonly kind: 'sign in'; readonly secret: number }
  | { readonly kind: 'open'; readonly index: number; readonly isByCode: boolean }
);

const by = fc.constantFrom<Actor>('owner', 'stranger');
const secret = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sign up' as const), by, secret }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('resend', 'recover', 'change'), by }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign in' as const), by, secret }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      by: fc.constant('owner' as const),
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

async function send(
  method: 'POST' | 'PUT',
  path: string,
  payload: object,
  token: string | null = null,
  actor: Actor = 'owner',
) {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return server.app.inject({ method, url: `/auth/v1${path}`, payload, headers, remoteAddress: addresses[actor] });
}

async function readOutbox(): Promise<StoredMail[]> {
  return (await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })).json();
}

const tokenIn = (mail: StoredMail | undefined) => new URL(mail?.link ?? '').searchParams.get('token_hash');

/** A mail that the owner asked for. `secret` is the index of the password that a sign-up chose. */
interface OwnMail {
  readonly mail: StoredMail;
  readonly type: 'signup' | 'recovery';
  readonly secret: number | null;
}

/** What the account of the address must have: null values where it may have none. */
interface Expected {
  password: string | null;
  metadata: object;
}

class History {
  readonly #email = `owner${++histories}@x.test`;
  readonly #seen = new Set<string>();
  readonly #ownMails: OwnMail[] = [];
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
        expect((await send('POST', '/signup', { email, password, data }, null, step.by)).statusCode).toBe(200);
        return this.#keepMails(step.by, 'signup', step.secret);
      }
      case 'resend':
        expect((await send('POST', '/resend', { type: 'signup', email }, null, step.by)).statusCode).toBe(200);
        return this.#keepMails(step.by, 'signup', null);
      case 'recover':
        expect((await send('POST', '/recover', { email }, null, step.by)).statusCode).toBe(200);
        return this.#keepMails(step.by, 'recovery', null);
      case 'change':
        return step.by === 'owner' ? this.#changeOwn() : this.#claimAddress();
      case 'sign in':
        return this.#signIn(step.by, secretOf(step.by, step.secret));
      case 'open':
        return this.#open(step.index, step.isByCode);
    }
  }

  async #keepMails(actor: Actor, type: OwnMail['type'], secretIndex: number | null): Promise<void> {
    for (const mail of await readOutbox()) {
      if (mail.to !== this.#email || mail.link === null || this.#seen.has(mail.link)) continue;
      this.#seen.add(mail.link);
      if (actor === 'owner') this.#ownMails.push({ mail, type, secret: secretIndex });
    }
  }

  /** The owner, who is logged in, sets another password and other data. */
  async #changeOwn(): Promise<void> {
    if (this.#token === null || this.#account === null) return;
    const password = secretOf('owner', this.#account.password === secretOf('owner', 2) ? 3 : 2);
    const data = { by: 'owner', secret: 2 };
    expect((await send('PUT', '/user', { password, data }, this.#token)).statusCode).toBe(200);
    this.#account = { password, metadata: data };
  }

  /** The stranger asks for the address as that of an own account. */
  async #claimAddress(): Promise<void> {
    const { statusCode } = await send('PUT', '/user', { email: this.#email, data: { by: 'stranger' } }, strangerToken);
    expect(statusCode).toBe(this.#account === null ? 200 : 422);
    await this.#keepMails('stranger', 'signup', null);
  }

  async #signIn(actor: Actor, password: string): Promise<void> {
    const answer = await send('POST', '/token?grant_type=password', { email: this.#email, password });
    expect(answer.statusCode).toBe(this.#account?.password === password ? 200 : 400);
    if (actor === 'owner' && answer.statusCode === 200) this.#token = answer.json().access_token;
  }

  async #open(index: number, isByCode: boolean): Promise<void> {
    const own = this.#ownMails[index % Math.max(1, this.#ownMails.length)];
    if (own === undefined) return;
    const { mail, type } = own;
    const proof = isByCode ? { email: this.#email, token: mail.code } : { token_hash: tokenIn(mail) };
    const answer = await send('POST', '/verify', { type, ...proof });
    const isFirst = this.#account === null;
    // A sign-up that nobody has confirmed yet is confirmed by each of its mails.
    if (isFirst && own.secret !== null) expect(answer.statusCode).toBe(200);
    if (answer.statusCode !== 200) return;
    this.#token = answer.json().access_token;
    if (!isFirst) return;
    const { rows } = await this.#read();
    const [row] = rows;
    const chosen =
      own.secret === null
        ? await this.#findOwnChoice(row?.passwordHash ?? null)
        : { password: secretOf('owner', own.secret), metadata: { by: 'owner', secret: own.secret } };
    this.#account = chosen;
  }

  /** What a mail without a password of its own has confirmed: one of the owner's sign-ups, or none. */
  async #findOwnChoice(hash: string | null): Promise<Expected> {
    for (const index of [0, 1])
      if (hash !== null && (await verifyPassword(hash, secretOf('owner', index))))
        return { password: secretOf('owner', index), metadata: { by: 'owner', secret: index } };
    return { password: null, metadata: {} };
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
}, 1_800_000);
