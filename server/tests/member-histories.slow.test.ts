import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRight, type Role, type StaffRole, staffRoles } from '#contract/rights';
import fc from '#tests/fast-check';
import { uploadOf } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

/**
 * Any history of invitations, roles, hand-overs and deleted accounts. The league has one owner at any time, who runs it and its
 * season, and its result stays, until an owner without an admin is deleted.
 */
const runs = process.env.PITBOARD_LONG === '1' ? 1_000 : 12;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const person = fc.nat(3);
const roles = fc.subarray([...staffRoles], { minLength: 1 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('invite' as const), by: person, roles }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('accept' as const), by: person, invitation: fc.nat(20) }) },
  fc.record({ kind: fc.constant('set' as const), by: person, of: person, roles }),
  fc.record({ kind: fc.constant('remove' as const), by: person, of: person }),
  fc.record({ kind: fc.constant('handOver' as const), by: person, of: person }),
  fc.record({ kind: fc.constant('deleteAccount' as const), by: person }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Invitation {
  readonly token: string;
  readonly roles: readonly StaffRole[];
  readonly by: string;
  left: number;
}

let histories = 0;

/** A league with a season, and what is expected of it. */
class History {
  readonly #name: string;
  /** The accounts of each person: a deleted one is followed by another. */
  readonly #accounts = [0, 0, 0, 0];
  /** Null: the league is gone. */
  #owner: string | null;
  /** In the order in which they joined. */
  #members = new Map<string, readonly StaffRole[]>();
  #invitations: Invitation[] = [];
  #leagueId = '';
  #seasonId = '';

  constructor() {
    histories += 1;
    this.#name = `Person ${histories}`;
    this.#owner = this.#who(0);
  }

  #who = (index: number) => `${this.#name} ${index} ${this.#accounts[index]}`;

  async open(): Promise<void> {
    const as = this.#who(0);
    this.#leagueId = (await server.get('createLeague', { as, body: { name: 'League' } })).id;
    this.#seasonId = (await server.get('createSeason', { as, body: { name: 'Season' } })).id;
    const seasonId = this.#seasonId;
    await server.get('addLeagueSeason', { as, params: { leagueId: this.#leagueId, seasonId } });
    const { events } = await server.get('addEvent', { as, params: { seasonId }, body: { track: 1 } });
    const body = uploadOf(['Ada', 'Ben'], { internalSessionId: String(histories) });
    const sessionId = (await server.get('createSession', { as, body })).id;
    await server.get('addEventSession', { as, params: { seasonId, eventId: events[0]?.id ?? '', sessionId } });
  }

  #rolesOf(user: string): readonly Role[] {
    return user === this.#owner ? ['owner'] : (this.#members.get(user) ?? []);
  }

  /** Whether a user may invite, change or remove somebody with these roles. */
  #mayGive(user: string, given: readonly StaffRole[]): boolean {
    return hasRight(this.#rolesOf(user), given.includes('admin') ? 'ownLeague' : 'inviteStaff');
  }

  /** Makes a step and returns its status with the expected one. */
  async make(one: Step): Promise<readonly [number, number]> {
    const as = this.#who(one.by);
    const params = { leagueId: this.#leagueId };
    const isGone = this.#owner === null;
    if (one.kind === 'invite') {
      const { statusCode, body } = await server.call('createInvitation', { as, params, body: { roles: one.roles } });
      const isAllowed = this.#mayGive(as, one.roles);
      if (isAllowed) {
        const left = one.roles.includes('admin') ? 1 : 10;
        this.#invitations.push({ token: JSON.parse(body).token, roles: one.roles, by: as, left });
      }
      return [statusCode, isGone ? 404 : isAllowed ? 200 : 403];
    }
    if (one.kind === 'accept') {
      const invitation = this.#invitations[one.invitation % Math.max(1, this.#invitations.length)];
      const { statusCode } = await server.call('acceptInvitation', { as, body: { token: invitation?.token ?? 'x' } });
      return [statusCode, this.#accept(as, invitation)];
    }
    if (one.kind === 'deleteAccount') {
      const { statusCode } = await server.call('deleteAccount', { as });
      this.#delete(as);
      this.#accounts[one.by] = (this.#accounts[one.by] ?? 0) + 1;
      return [statusCode, 204];
    }
    const of = this.#who(one.of);
    const userId = userIdOf(of);
    if (one.kind === 'set') {
      const sent = { as, params: { ...params, userId }, body: { roles: one.roles } };
      return [(await server.call('setMemberRoles', sent)).statusCode, isGone ? 404 : this.#set(as, of, one.roles)];
    }
    if (one.kind === 'remove') {
      const { statusCode } = await server.call('deleteMember', { as, params: { ...params, userId } });
      return [statusCode, isGone ? 404 : this.#remove(as, of)];
    }
    const { statusCode } = await server.call('handOverLeague', { as, params, body: { userId } });
    return [statusCode, isGone ? 404 : this.#handOver(as, of)];
  }

  #accept(user: string, invitation: Invitation | undefined): number {
    if (invitation === undefined || invitation.left === 0 || !this.#mayGive(invitation.by, invitation.roles))
      return 404;
    if (user === this.#owner) return 409;
    const stored = this.#members.get(user) ?? [];
    const next = staffRoles.filter((role) => stored.includes(role) || invitation.roles.includes(role));
    if (next.length > stored.length) {
      invitation.left -= 1;
      this.#members.set(user, next);
    }
    return 200;
  }

  #set(user: string, of: string, given: readonly StaffRole[]): number {
    const stored = this.#members.get(of);
    if (!hasRight(this.#rolesOf(user), 'inviteStaff')) return 403;
    if (of === this.#owner) return 409;
    if (stored === undefined) return 404;
    if (!this.#mayGive(user, [...stored, ...given])) return 403;
    this.#members.set(of, given);
    return 200;
  }

  #remove(user: string, of: string): number {
    if (!hasRight(this.#rolesOf(user), 'seeMembers')) return 403;
    if (of === this.#owner) return of === user ? 409 : 403;
    const stored = this.#members.get(of);
    if (stored === undefined) return 404;
    if (user !== of && !this.#mayGive(user, stored)) return 403;
    if (user !== of) this.#invitations = [];
    this.#members.delete(of);
    return 204;
  }

  #handOver(user: string, of: string): number {
    if (user !== this.#owner) return 403;
    if (this.#members.get(of)?.includes('admin') !== true) return 422;
    this.#members.delete(of);
    this.#members.set(user, ['admin']);
    this.#owner = of;
    return 200;
  }

  #delete(user: string): void {
    this.#members.delete(user);
    this.#invitations = this.#invitations.filter(({ by }) => by !== user);
    if (user !== this.#owner) return;
    const [heir] = [...this.#members].find(([, stored]) => stored.includes('admin')) ?? [null];
    if (heir === null) {
      this.#members.clear();
      this.#invitations = [];
    } else this.#members.delete(heir);
    this.#owner = heir;
  }

  /** The stored state is the expected one, and its owner can change all that they own. */
  async check(): Promise<void> {
    const params = { leagueId: this.#leagueId };
    const as = this.#owner;
    if (as === null) {
      expect((await server.call('getLeague', { params })).statusCode).toBe(404);
      expect((await server.call('getSeason', { params: { id: this.#seasonId } })).statusCode).toBe(404);
      return;
    }
    const { members } = await server.get('listMembers', { as, params });
    const stored = members.map(({ userId, roles: [...given] }) => [userId, given]);
    const [owner, ...others] = stored;
    expect(owner).toEqual([userIdOf(as), ['owner']]);
    const expected = [...this.#members].map(([user, given]) => [userIdOf(user), [...given]]);
    expect(new Map(others as [string, unknown][])).toEqual(new Map(expected as [string, unknown][]));
    const season = await server.get('updateSeason', { as, body: { id: this.#seasonId, name: 'Season' } });
    expect([season.ownerId, season.standings.drivers.length]).toEqual([userIdOf(as), 2]);
    await server.get('updateLeague', { as, params, body: { name: 'League' } });
    const owned = await server.get('listMemberships', { as });
    expect(owned.filter(({ roles: given }) => given.includes('owner')).map(({ leagueId }) => leagueId)).toEqual([
      this.#leagueId,
    ]);
  }
}

test('a league has one owner at any time, who runs it and its season', { timeout: 7_200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const history = new History();
      await history.open();
      for (const one of steps) {
        // The order of joining is that of the clock.
        server.step(1_000);
        const [status, expected] = await history.make(one);
        expect([one.kind, status]).toEqual([one.kind, expected]);
        await history.check();
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
});
