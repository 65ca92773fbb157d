import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropDatabases } from '../../server/tests/support/databases.ts';
import { openTestServer, type TestServer, userIdOf } from '../../server/tests/support/open-test-server.ts';
import { driver, upload } from '../fixtures/session.ts';
import { findPostgres, type PostgresCluster, startPostgres } from '../postgres.ts';

const binaries = findPostgres();
if (binaries === null) console.log('SKIPPED: races of two servers (no PostgreSQL on this machine)');
/** The number of rounds for each race. */
const rounds = process.env.PITBOARD_LONG === undefined ? 15 : 250;

describe.skipIf(binaries === null)('two servers of one database', () => {
  let cluster: PostgresCluster;
  let one: TestServer;
  let other: TestServer;
  const before = process.env.TEST_DATABASE_URL;

  beforeAll(async () => {
    cluster = await startPostgres(binaries ?? '');
    process.env.TEST_DATABASE_URL = cluster.url;
    const noConfirmation = { SMTP_URL: 'off' };
    one = await openTestServer(noConfirmation);
    other = await openTestServer(noConfirmation, undefined, undefined, { over: one });
  });
  afterAll(async () => {
    await other.close();
    await one.close();
    await dropDatabases();
    await cluster.stop();
    if (before === undefined) delete process.env.TEST_DATABASE_URL;
    else process.env.TEST_DATABASE_URL = before;
  });

  const post = (name: string) => ({ as: 'Ann', body: { name } });
  let count = 0;
  /** A session that was not uploaded before. */
  const session = () => {
    count += 1;
    return { as: 'Ann', body: upload({ internalSessionId: String(count), drivers: [driver({})] }) };
  };

  /** Runs two or three requests at once, again and again; returns the statuses that no race may have. */
  async function race(
    prepare: () => Promise<() => Promise<{ statusCode: number; body: string }>[]>,
  ): Promise<string[]> {
    const unexpected: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = await prepare();
      for (const { statusCode, body } of await Promise.all(start())) {
        if (statusCode >= 500) unexpected.push(`${statusCode} ${body}`);
      }
    }
    return unexpected;
  }

  test('attaching a session while it is deleted is never a 5xx', async () => {
    const season = await one.get('createSeason', post('Season'));
    const { events } = await one.get('addEvents', {
      as: 'Ann',
      params: { seasonId: season.id },
      body: { events: [{ track: 11 }] },
    });
    const eventId = events[0]?.id ?? '';
    const unexpected = await race(async () => {
      const { id } = await one.get('createSession', session());
      return () => [
        other.call('addEventSessions', {
          as: 'Ann',
          params: { seasonId: season.id, eventId },
          body: { sessionIds: [id] },
        }),
        one.call('deleteSession', { as: 'Ann', params: { id } }),
      ];
    });
    expect(unexpected).toEqual([]);
  });

  test('adding a season to a league while either is deleted is never a 5xx', async () => {
    const unexpected = await race(async () => {
      const league = await one.get('createLeague', post('League'));
      const season = await one.get('createSeason', post('Season'));
      return () => [
        other.call('addLeagueSeason', { as: 'Ann', params: { leagueId: league.id, seasonId: season.id } }),
        one.call('deleteSeason', { as: 'Ann', params: { id: season.id } }),
        one.call('deleteLeague', { as: 'Ann', params: { leagueId: league.id } }),
      ];
    });
    expect(unexpected).toEqual([]);
  });

  test('uploading a session again while it is deleted is never a 5xx', async () => {
    const unexpected = await race(async () => {
      const again = session();
      const { id } = await one.get('createSession', again);
      const replacing = { ...again, body: { ...again.body, numberOfLaps: 9 }, query: { replace: 'true' } };
      return () => [
        other.call('createSession', again),
        one.call('deleteSession', { as: 'Ann', params: { id } }),
        other.call('createSession', replacing),
      ];
    });
    expect(unexpected).toEqual([]);
  });

  test('refreshing, uploading and signing in while the account is deleted is never a 5xx', async () => {
    const unexpected = await race(async () => {
      const credentials = { email: `${randomUUID()}@x.test`, password: 'correct horse 9' };
      const signUp = await one.app.inject({ method: 'POST', url: '/auth/v1/signup', payload: credentials });
      const { access_token: token, refresh_token } = signUp.json();
      const authorization = `Bearer ${token}`;
      const name = `u${randomUUID().slice(0, 8)}`;
      const profile = { id: signUp.json().user.id, username: name };
      await one.app.inject({ method: 'POST', url: '/rest/v1/profiles', payload: profile, headers: { authorization } });
      const url = '/auth/v1/token?grant_type=';
      return () => [
        other.app.inject({ method: 'POST', url: `${url}refresh_token`, payload: { refresh_token } }),
        one.app.inject({ method: 'DELETE', url: '/api/Account', headers: { authorization } }),
        other.app.inject({ method: 'POST', url: `${url}password`, payload: credentials }),
        other.app.inject({
          method: 'POST',
          url: '/api/Sessions',
          payload: session().body,
          headers: { authorization },
        }),
      ];
    });
    expect(unexpected).toEqual([]);
  });

  test('60 changes of one season at once leave connections for other requests', async () => {
    const { id } = await one.get('createSeason', post('Busy'));
    const changes = Array.from({ length: 60 }, (_, index) =>
      one.call('updateSeason', { as: 'Ann', body: { id, name: `Busy ${index}` } }),
    );
    let finished = 0;
    for (const change of changes) void change.then(() => (finished += 1));
    await one.get('createLeague', { as: 'Bob', body: { name: userIdOf('Bob') } });
    expect(finished).toBeLessThan(30);
    const statuses = await Promise.all(changes.map(async (change) => (await change).statusCode));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
