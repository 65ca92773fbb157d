import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import type { StoredMail } from '../auth/mailer.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { blockUser, removeUser, unblockUser } from '../domain/operator.ts';
import { authUsers } from '../storage/auth-tables.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

/**
 * A stranger and the owner of two addresses sign up with them, ask for mails and change what they may, in any order; an
 * operator blocks and deletes accounts. The owner opens any mail, on one of two devices. In any order an account has the
 * owner's choices on the device that opened the mail, or none, and a mail works only for the account of the address that
 * it was sent to, until the address or the password of that account is changed, or its state.
 */
const isLong = process.env.PITBOARD_LONG === '1';
const leastSignUps = isLong ? 1_000 : 40;

type Actor = 'owner' | 'stranger';
type OperatorAction = 'block' | 'unblock' | 'delete';
/** `on`: which of the two devices of the actor. `at`: which of the two addresses. */
type Step = { readonly by: Actor; readonly on: number; readonly at: number } & (
  | { readonly kind: 'sign up'; readonly secret: number }
  | { readonly kind: 'resend' | 'recover' | 'change' | 'move' | OperatorAction }
  | { readonly kind: 'sign in'; readonly secret: number }
  | { readonly kind: 'open'; readonly index: number; readonly isByCode: boolean }
);

const by = fc.constantFrom<Actor>('owner', 'stranger');
const on = fc.nat(1);
const at = fc.nat(1);
const secret = fc.nat(1);
const owner = fc.constant('owner' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sign up' as const), by, on, at, secret }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('resend', 'recover', 'change'), by, on, at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign in' as const), by, on, at, secret }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), by: owner, on, at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('block', 'unblock', 'delete'), by: owner, on, at }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      by: owner,
      on,
      at,
      // The newest mail most of the time: others wait for what is never opened.
      index: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(7) }),
      isByCode: fc.boolean(),
    }),
  },
);

/** A link for a new password that is older than a change of the address or a block: steps at random seldom come to that. */
const oldLink: fc.Arbitrary<Step[]> = fc
  .record({ on, at, secret, isByCode: fc.boolean(), isBlock: fc.boolean(), half: fc.nat(1) })
  .map(({ on: device, at: address, secret: index, isByCode, isBlock, half }): Step[] => {
    const own = { by: 'owner', on: device, at: address } as const;
    const open = (newest: number): Step => ({ ...own, kind: 'open', index: newest, isByCode });
    const change: Step[] = isBlock
      ? [{ ...own, kind: 'block' }, open(0)]
      : [{ ...own, kind: 'move' }, open(half), open(1 - half), open(2)];
    return [{ ...own, kind: 'sign up', secret: index }, open(0), { ...own, kind: 'recover' }, ...change];
  });
const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof({ weight: 30, arbitrary: fc.tuple(step) as fc.Arbitrary<Step[]> }, { weight: 1, arbitrary: oldLink }),
    { minLength: 8, maxLength: 24, size: 'max' },
  )
  .map((parts) => parts.flat());

const secretOf = (actor: Actor, index: number) => `the secret of the ${actor} ${index}`;

let server: TestServer;
let strangerToken = '';
let histories = 0;
let signUps = 0;
/** How often the cases came that the test is for. */
const seen = {
  confirmedChoices: 0,
  refusedChoices: 0,
  recoveries: 0,
  moves: 0,
  refusedAfterMove: 0,
  refusedAfterBlock: 0,
};
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

type Answer = Awaited<ReturnType<typeof send>>;

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

/** A sign-up that waits to be confirmed: for an address with an account it is stored too, and never mailed. */
interface Pending {
  readonly address: string;
  readonly type: 'signup' | 'recovery';
  readonly by: Actor;
  readonly device: Device;
  readonly choice: Choice | null;
}

type AccountMail = 'recovery' | 'email_change' | 'email_change_current';

interface Account {
  readonly id: string;
  address: string;
  password: string | null;
  metadata: object;
  /** Null while the owner is not logged in. */
  token: string | null;
  isBlocked: boolean;
  newAddress: string | null;
  isHalfChanged: boolean;
  /** The mails that are valid for the account, by kind. */
  readonly mails: Map<AccountMail, StoredMail>;
}

/** A mail to one of the addresses of the owner, with what it is for. `claim`: it confirms a change of an account of the stranger. */
interface SentMail {
  readonly mail: StoredMail;
  readonly of: { readonly pending: Pending } | { readonly account: Account; readonly kind: AccountMail } | 'claim';
}

/** After so many wrong codes an address takes no more for an hour. */
const mostWrongCodes = 8;

class History {
  readonly #addresses = [`owner${++histories}@x.test`, `owner${histories}@y.test`];
  readonly #seen = new Set<string>();
  readonly #mails: SentMail[] = [];
  #accounts: Account[] = [];
  #pending: Pending[] = [];
  #wrongCodes = 0;
  readonly #checkedHashes = new Map<string, string | null>();

  async run(step: Step): Promise<void> {
    await this.#do(step);
    await this.#check();
  }

  async #do(step: Step): Promise<void> {
    const email = this.#addresses[step.at] ?? '';
    const account = this.#accountOf(email);
    switch (step.kind) {
      case 'sign up': {
        signUps += 1;
        const password = secretOf(step.by, step.secret);
        const data = { by: step.by, secret: step.secret };
        expect((await send('POST', '/signup', { email, password, data }, step)).statusCode).toBe(200);
        return this.#storePending(step, email, 'signup', { signUp: signUps, by: step.by, secret: step.secret });
      }
      case 'resend': {
        const choice = this.#findChoice(step, email);
        expect((await send('POST', '/resend', { type: 'signup', email }, step)).statusCode).toBe(200);
        if (this.#signUpsOf(email).length > 0) await this.#storePending(step, email, 'signup', choice);
        return;
      }
      case 'recover':
        expect((await send('POST', '/recover', { email }, step)).statusCode).toBe(200);
        if (account !== undefined) return this.#noteAccountMail(account, { recovery: email });
        if (this.#signUpsOf(email).length > 0) await this.#storePending(step, email, 'recovery', null);
        return;
      case 'change':
        return step.by === 'owner' ? this.#changeOwn(account) : this.#claimAddress(step, email);
      case 'move':
        return this.#move(account, this.#addresses[1 - step.at] ?? '');
      case 'sign in':
        return this.#signIn(step.by, email, secretOf(step.by, step.secret));
      case 'open':
        return this.#open(step);
      case 'block':
      case 'unblock':
      case 'delete':
        if (account !== undefined) await this.#operate(account, step.kind);
        return;
    }
  }

  #accountOf = (address: string) => this.#accounts.find((account) => account.address === address);
  #signUpsOf = (email: string) => this.#pending.filter(({ address, type }) => address === email && type === 'signup');
  #endPending(email: string): void {
    this.#pending = this.#pending.filter(({ address }) => address !== email);
  }

  /** The content of a repeated mail: the only choice of the same device. */
  #findChoice(step: Step, email: string): Choice | null {
    const device = deviceOf(step);
    const chosen = this.#signUpsOf(email).flatMap((each) =>
      each.device === device && each.choice !== null ? [each.choice] : [],
    );
    return new Set(chosen.map(({ signUp }) => signUp)).size === 1 ? (chosen[0] ?? null) : null;
  }

  async #storePending(step: Step, address: string, type: Pending['type'], choice: Choice | null): Promise<void> {
    const pending = { address, type, by: step.by, device: deviceOf(step), choice };
    this.#pending.push(pending);
    const mails = await this.#newMails();
    expect(mails.map(({ to }) => to)).toEqual(this.#accountOf(address) === undefined ? [address] : []);
    this.#note(mails.map((mail) => ({ mail, of: { pending } })));
  }

  async #noteAccountMail(account: Account, to: Partial<Record<AccountMail, string>>): Promise<void> {
    const mails = await this.#newMails();
    expect(mails.map((mail) => mail.to).sort()).toEqual(Object.values(to).sort());
    const sent = Object.entries(to).flatMap(([name, address]): SentMail[] => {
      const kind = name as AccountMail;
      const mail = mails.find((each) => each.to === address);
      if (mail === undefined) return [];
      account.mails.set(kind, mail);
      return [{ mail, of: { account, kind } }];
    });
    this.#note(sent);
  }

  /** The newest comes first. */
  #note(sent: readonly SentMail[]): void {
    this.#mails.unshift(...sent);
  }

  async #newMails(): Promise<StoredMail[]> {
    const isNew = ({ to, link }: StoredMail) => this.#addresses.includes(to) && link !== null && !this.#seen.has(link);
    const mails = (await readOutbox()).filter(isNew);
    for (const { link } of mails) this.#seen.add(link ?? '');
    return mails;
  }

  /** Earlier mails to an account are no longer valid. */
  #endMails(account: Account): void {
    account.mails.clear();
    account.newAddress = null;
    account.isHalfChanged = false;
  }

  /** The owner, who is logged in, sets another password and other data. */
  async #changeOwn(account: Account | undefined): Promise<void> {
    if (account === undefined || account.token === null) return;
    const password = secretOf('owner', account.password === secretOf('owner', 2) ? 3 : 2);
    const data = { by: 'owner', secret: 2 };
    expect((await send('PUT', '/user', { password, data }, { token: account.token })).statusCode).toBe(200);
    account.password = password;
    account.metadata = data;
    this.#endMails(account);
  }

  /** The owner, who is logged in, asks for a change to the other address. */
  async #move(account: Account | undefined, to: string): Promise<void> {
    if (account === undefined || account.token === null) return;
    const { statusCode } = await send('PUT', '/user', { email: to }, { token: account.token });
    const isFree = this.#accountOf(to) === undefined;
    expect(statusCode).toBe(isFree ? 200 : 422);
    if (!isFree) return;
    account.newAddress = to;
    account.isHalfChanged = false;
    await this.#noteAccountMail(account, { email_change: to, email_change_current: account.address });
  }

  /** The stranger asks for the address as that of an own account. */
  async #claimAddress(step: Step, email: string): Promise<void> {
    const change = { email, data: { by: 'stranger' } };
    const { statusCode } = await send('PUT', '/user', change, { ...step, token: strangerToken });
    expect(statusCode).toBe(this.#accountOf(email) === undefined ? 200 : 422);
    this.#note((await this.#newMails()).map((mail) => ({ mail, of: 'claim' })));
  }

  async #signIn(actor: Actor, email: string, password: string): Promise<void> {
    const answer = await send('POST', '/token?grant_type=password', { email, password });
    const account = this.#accountOf(email);
    const isRight = account?.password === password && !account.isBlocked;
    expect(answer.statusCode).toBe(isRight ? 200 : 400);
    if (actor === 'owner' && isRight) account.token = answer.json().access_token;
  }

  async #operate(account: Account, action: OperatorAction): Promise<void> {
    const operation = { block: blockUser, unblock: unblockUser, delete: removeUser }[action];
    const now = server.clock.now.toISOString();
    await server.storage.transaction((transaction) => operation({ transaction, now }, account.id));
    if (action === 'unblock' && !account.isBlocked) return;
    this.#endMails(account);
    if (action !== 'unblock') account.token = null;
    account.isBlocked = action === 'block';
    if (action !== 'delete') return;
    this.#accounts = this.#accounts.filter((each) => each !== account);
    this.#endPending(account.address);
  }

  async #open(step: Extract<Step, { kind: 'open' }>): Promise<void> {
    const sent = this.#mails[step.index % Math.max(1, this.#mails.length)];
    if (sent === undefined) return;
    const { mail, of } = sent;
    const type = of === 'claim' ? 'signup' : 'pending' in of ? of.pending.type : of.kind.replace('_current', '');
    const isByCode = step.isByCode && this.#wrongCodes < mostWrongCodes;
    const proof = isByCode ? { email: mail.to, token: mail.code } : { token_hash: tokenIn(mail) };
    const answer = await send('POST', '/verify', { type, ...proof }, step);
    if (isByCode && answer.statusCode === 403) this.#wrongCodes += 1;
    if (of === 'claim') return expect(answer.statusCode).toBe(403);
    return 'pending' in of ? this.#confirmSignUp(step, of.pending, answer) : this.#redeem(sent.mail, of, answer);
  }

  /** An unconfirmed sign-up is confirmed by each of its mails, while its address has no account. */
  #confirmSignUp(step: Step, pending: Pending, answer: Answer): void {
    const { address, choice } = pending;
    const isValid = this.#pending.includes(pending) && this.#accountOf(address) === undefined;
    expect(answer.statusCode).toBe(isValid ? 200 : 403);
    if (!isValid) return;
    const isTaken = choice !== null && pending.device === deviceOf(step);
    const { user, access_token: token } = answer.json();
    const chosen = isTaken
      ? { password: secretOf(choice.by, choice.secret), metadata: { by: choice.by, secret: choice.secret } }
      : { password: null, metadata: {} };
    const fresh = { isBlocked: false, newAddress: null, isHalfChanged: false, mails: new Map() };
    this.#accounts.push({ id: user.id, address, ...chosen, ...fresh, token });
    this.#endPending(address);
    expect(user.app_metadata.has_password).toBe(isTaken ? undefined : false);
    if (isTaken) seen.confirmedChoices += 1;
    else if (pending.by === 'stranger' && choice !== null) seen.refusedChoices += 1;
    // The stranger has none of the owner's devices.
    expect(chosen.metadata).not.toMatchObject({ by: 'stranger' });
  }

  /** A mail of an account. */
  #redeem(mail: StoredMail, { account, kind }: { account: Account; kind: AccountMail }, answer: Answer): void {
    const isValid = account.mails.get(kind) === mail && this.#accounts.includes(account) && !account.isBlocked;
    if (!isValid) {
      expect(answer.statusCode).toBe(403);
      if (account.isBlocked) seen.refusedAfterBlock += 1;
      else if (kind === 'recovery' && account.address !== mail.to) seen.refusedAfterMove += 1;
      return;
    }
    if (kind === 'recovery') {
      expect([answer.statusCode, answer.json().user?.id]).toEqual([200, account.id]);
      account.mails.delete(kind);
      account.token = answer.json().access_token;
      seen.recoveries += 1;
      return;
    }
    const to = account.newAddress ?? '';
    if (!account.isHalfChanged) {
      expect([answer.statusCode, answer.json().code]).toEqual([200, '200']);
      account.isHalfChanged = true;
      account.mails.delete(kind);
    } else if (this.#accountOf(to) !== undefined) expect(answer.statusCode).toBe(422);
    else {
      expect([answer.statusCode, answer.json().user?.email]).toEqual([200, to]);
      account.address = to;
      account.token = answer.json().access_token;
      this.#endMails(account);
      this.#endPending(to);
      seen.moves += 1;
    }
  }

  async #check(): Promise<void> {
    const { database } = server.storage;
    const all = await database.select().from(authUsers).where(inArray(authUsers.email, this.#addresses));
    const rows = all.filter(({ emailConfirmedAt }) => emailConfirmedAt !== null);
    const stored = rows.map(({ id, email, newEmail, userMetadata }) => ({ id, email, newEmail, userMetadata }));
    const expected = this.#accounts.map(({ id, address: email, newAddress: newEmail, metadata: userMetadata }) => ({
      ...{ id, email, newEmail, userMetadata },
    }));
    expect(stored).toHaveLength(expected.length);
    expect(stored).toEqual(expect.arrayContaining(expected));
    for (const { id, passwordHash: hash } of rows) {
      if (hash === (this.#checkedHashes.get(id) ?? null)) continue;
      this.#checkedHashes.set(id, hash);
      const { password = null } = this.#accounts.find((account) => account.id === id) ?? {};
      expect([hash === null, password !== null && (await verifyPassword(hash, password))]).toEqual(
        password === null ? [true, false] : [false, true],
      );
    }
  }
}

test('no order of steps gives an account what its owner did not choose, or to a mail of another address', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const history = new History();
      for (const each of all) await history.run(each);
    }),
    { numRuns: isLong ? 1_000 : 30 },
  );
  expect(signUps).toBeGreaterThanOrEqual(leastSignUps);
  expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([]);
}, 1_800_000);
