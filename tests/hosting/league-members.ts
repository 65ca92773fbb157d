import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionUpload } from '#contract/api/bodies';
import { readKeys } from '../../server/tokens/keys.ts';
import { aRace } from '../bench/race.ts';
import { driver, upload } from '../fixtures/session.ts';

interface Load {
  /** The servers of one database. Data written at one server is read at another, if there is one. */
  readonly origins: readonly string[];
  /** The folder with the keys that sign tokens. */
  readonly dataDir: string;
  /** The address in the tokens. */
  readonly publicUrl: string;
  readonly members: number;
  /** Between two rounds of a member, in ms. */
  readonly pause: number;
  /** Whether every third session is a full race with all laps, in the form of this release. */
  readonly hasLongRaces: boolean;
}

interface Reply {
  readonly status: number;
  readonly etag: string;
  // biome-ignore lint/suspicious/noExplicitAny: compared with what was written
  readonly body: any;
}

interface Member {
  readonly token: string;
  readonly id: string;
  readonly address: string;
  league: string;
  leagueName: string;
  season: string;
  event: string;
  rounds: number;
}

/** A race of 20 cars without laps, which every release stores. */
function raceOf(name: string, id: string): SessionUpload {
  const drivers = Array.from({ length: 20 }, (_, carIndex) =>
    driver({ carIndex, name: carIndex === 0 ? name : `Driver ${carIndex}`, finishingPosition: carIndex + 1 }),
  );
  return upload({ internalSessionId: id, drivers });
}

/**
 * Members of leagues that write and read at several servers. Each read is compared with what was acknowledged before it, and
 * in the end all of it is read again at each server.
 */
export class LeagueMembers {
  readonly #load: Load;
  readonly #members: Member[] = [];
  /** Name of the first driver by the id of the session; null: deleted. */
  readonly #sessions = new Map<string, string | null>();
  readonly #accounts: { readonly email: string; readonly password: string; readonly address: string }[] = [];
  /** The times of all requests, in ms. */
  readonly times: number[] = [];
  readonly faults: string[] = [];
  readonly stale: string[] = [];
  readonly lost: string[] = [];
  writes = 0;

  constructor(load: Load) {
    this.#load = load;
  }

  /** Signs up so many members, each with a league and a season. */
  async join(): Promise<void> {
    const keys = await readKeys(this.#load.dataDir);
    for (let index = 0; index < this.#load.members; index += 1) {
      const [id, issuedAt] = [randomUUID(), Math.floor(Date.now() / 1_000)];
      const claims = { iss: `${this.#load.publicUrl}/auth/v1`, aud: 'authenticated', role: 'authenticated', sub: id };
      const token = await keys.sign(
        { ...claims, user_metadata: { username: `Member ${index}` } },
        { issuedAt, expiresAt: issuedAt + 4 * 3_600 },
      );
      const member = { token, id, address: `203.0.113.${index}`, rounds: 0 };
      const leagueName = `League ${index}`;
      const league = await this.#write(0, member, 'POST', '/api/League', { name: leagueName });
      const season = await this.#write(0, member, 'POST', '/api/Seasons', { name: `Season ${index}` });
      const withEvent = await this.#write(0, member, 'POST', `/api/Seasons/${season.body.id}/events`, { track: 11 });
      const ids = { league: league.body.id, season: season.body.id, event: withEvent.body.events[0].id };
      this.#members.push({ ...member, leagueName, ...ids });
    }
  }

  /** Works until a time of `performance.now()`. */
  async work(until: number): Promise<void> {
    await Promise.all(
      this.#members.map(async (member, index) => {
        await sleep((this.#load.pause * index) / this.#members.length);
        while (performance.now() < until) {
          const begun = performance.now();
          await this.#round(member, index).catch((error: unknown) => this.faults.push(String(error)));
          await sleep(Math.max(0, this.#load.pause - (performance.now() - begun)));
        }
      }),
    );
  }

  async #round(member: Member, index: number): Promise<void> {
    member.rounds += 1;
    // Writer and reader change places with each round.
    const [here, there] = member.rounds % 2 === 0 ? [0, 1] : [1, 0];
    const name = `Ada ${index}.${member.rounds}`;
    const { body } = await this.#write(
      here,
      member,
      'POST',
      '/api/Sessions',
      this.#race(name, `${index + 1}${String(member.rounds).padStart(6, '0')}`),
    );
    const id = String(body.id);
    this.#sessions.set(id, name);
    const session = await this.#read(there, member, `/api/Sessions/session/${id}`);
    this.#expect('a new session', session.body?.drivers?.[0]?.name, name);

    await this.#attach(here, there, member, id, name);
    member.leagueName = `League ${name}`;
    await this.#write(here, member, 'PATCH', `/api/League/${member.league}`, { name: member.leagueName });
    const league = await this.#read(there, member, `/api/League/${member.league}`);
    this.#expect('the name of a league', league.body?.name, member.leagueName);

    const renamed = `Bo ${index}.${member.rounds}`;
    await this.#write(there, member, 'PATCH', `/api/Sessions/${id}/drivers/0`, { name: renamed });
    this.#sessions.set(id, renamed);
    const again = await this.#read(here, member, `/api/Sessions/session/${id}`);
    this.#expect('a renamed driver', again.body?.drivers?.[0]?.name, renamed);
    const season = await this.#read(here, member, `/api/Seasons/${member.season}`);
    this.#expect('a driver of the standings', season.body?.standings?.drivers?.[0]?.name, renamed);

    await this.#write(here, member, 'DELETE', `/api/Seasons/${member.season}/events/${member.event}/session/${id}`);
    if (member.rounds % 3 === 0) {
      await this.#write(there, member, 'DELETE', `/api/Sessions/${id}`);
      this.#sessions.set(id, null);
      const gone = await this.#send(here, member, 'GET', `/api/Sessions/session/${id}`);
      this.#expect('a deleted session', gone.status, 404);
    }
    if (member.rounds % 4 === 0) await this.#signUp(here, there, member);
    await this.#read(there, member, '/api/Sessions');
    await this.#read(there, member, `/api/Sessions/user/${member.id}`);
  }

  #race(name: string, id: string): SessionUpload {
    if (!this.#load.hasLongRaces || this.#sessions.size % 3 > 0) return raceOf(name, id);
    const race = aRace();
    const [first] = race.drivers;
    // The first car and the winner change places.
    const drivers = race.drivers.map((one, index) => {
      if (index === 0) return { ...one, name, finishingPosition: 1 };
      return one.finishingPosition === 1 ? { ...one, finishingPosition: first?.finishingPosition ?? null } : one;
    });
    return { ...race, internalSessionId: id, drivers };
  }

  async #attach(here: number, there: number, member: Member, id: string, name: string): Promise<void> {
    const path = `/api/Seasons/${member.season}/events/${member.event}/sessions`;
    await this.#write(here, member, 'PATCH', path, { sessionIds: [id] });
    const season = await this.#read(there, member, `/api/Seasons/${member.season}`);
    this.#expect('a session of an event', season.body?.events?.[0]?.sessions?.[0]?.session?.id, id);
    this.#expect('the leader of a season', season.body?.standings?.drivers?.[0]?.name, name);
  }

  async #signUp(here: number, there: number, member: Member): Promise<void> {
    const account = {
      email: `${randomUUID()}@example.org`,
      password: randomUUID(),
      address: `198.51.100.${Math.floor(Math.random() * 250)}`,
    };
    const caller = { ...member, address: account.address, token: '' };
    const { email, password } = account;
    await this.#write(here, caller, 'POST', '/auth/v1/signup', { email, password });
    const { body } = await this.#write(there, caller, 'POST', '/auth/v1/token?grant_type=password', {
      email,
      password,
    });
    const fresh = { refresh_token: body.refresh_token };
    const next = await this.#write(here, caller, 'POST', '/auth/v1/token?grant_type=refresh_token', fresh);
    await this.#read(there, { ...caller, token: next.body.access_token }, '/auth/v1/user');
    this.#accounts.push(account);
  }

  /** Reads all that was acknowledged at each server. */
  async verify(): Promise<void> {
    const [first] = this.#members;
    if (first === undefined) return;
    for (const server of this.#load.origins.keys()) {
      for (const [id, name] of this.#sessions) {
        const { status, body } = await this.#send(server, first, 'GET', `/api/Sessions/session/${id}`);
        const found = status === 404 ? null : body?.drivers?.[0]?.name;
        if (found !== name) this.lost.push(`session ${id} at ${server}: ${status} ${found}, not ${name}`);
      }
      for (const member of this.#members) {
        const { body } = await this.#send(server, member, 'GET', `/api/League/${member.league}`);
        if (body?.name !== member.leagueName) this.lost.push(`league ${member.league} at ${server}`);
      }
    }
    for (const { email, password, address } of this.#accounts.slice(-50)) {
      const caller = { ...first, token: '', address };
      const reply = await this.#send(0, caller, 'POST', '/auth/v1/token?grant_type=password', { email, password });
      if (reply.status !== 200) this.lost.push(`account ${email}: ${reply.status}`);
    }
  }

  #expect(what: string, found: unknown, expected: unknown): void {
    if (found !== expected) this.stale.push(`${what}: ${found}, not ${expected}`);
  }

  /** @throws when it is refused. */
  async #read(server: number, caller: Pick<Member, 'token' | 'address'>, path: string): Promise<Reply> {
    const reply = await this.#send(server, caller, 'GET', path);
    if (reply.status !== 200)
      throw new Error(`GET ${path}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`);
    return reply;
  }

  /** Writes, on the version that is read right before where the call wants one. @throws when it is refused. */
  async #write(
    server: number,
    caller: Pick<Member, 'token' | 'address'>,
    method: string,
    path: string,
    body?: object,
  ): Promise<Reply> {
    const reply = await this.#send(server, caller, method, path, body);
    if (reply.status !== 200 && reply.status !== 204)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`);
    this.writes += 1;
    return reply;
  }

  async #send(
    server: number,
    { token, address }: Pick<Member, 'token' | 'address'>,
    method: string,
    path: string,
    body?: object,
  ): Promise<Reply> {
    const { origins } = this.#load;
    const begun = performance.now();
    const response = await fetch(`${origins[server % origins.length]}${path}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    this.times.push(performance.now() - begun);
    if (response.status >= 500) this.faults.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    const isJson = text.startsWith('{') || text.startsWith('[');
    return {
      status: response.status,
      etag: response.headers.get('etag') ?? '',
      body: isJson ? JSON.parse(text) : text,
    };
  }
}
