import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** An owner for each test. */
let owner = '';
let owners = 0;
let sessions = 0;
beforeEach(() => {
  owners += 1;
  owner = `Owner ${owners}`;
});

interface Page {
  readonly ids: readonly string[];
  readonly next: string | null | undefined;
}

interface List {
  /** Creates an entry; sessions of one start are told apart by their ids. */
  readonly create: () => Promise<string>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly read: (query: { page: number; after?: string }) => Promise<Page>;
  readonly pageSize: number;
}

const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

async function createSession(): Promise<string> {
  sessions += 1;
  const sessionStartTime = `2026-01-01T20:0${Math.floor((sessions % 30) / 3)}:00.000Z`;
  const body = { ...upload({ internalSessionId: String(sessions) }), sessionStartTime, sessionEndTime: null };
  return (await server.get('createSession', { as: owner, body })).id;
}
const removeSession = (id: string) => server.call('deleteSession', { as: owner, params: { id } });

const lists: Record<string, List> = {
  'own sessions by filters': {
    create: createSession,
    remove: removeSession,
    read: async (query) => {
      const answer = await server.get('listOwnSessions', { as: owner, query: { ...query, pageSize: 7 } });
      return { ids: idsOf(answer.sessions), next: answer.next };
    },
    pageSize: 7,
  },
  'own sessions': {
    create: createSession,
    remove: removeSession,
    read: async (query) => {
      const answer = await server.get('pageSessions', { as: owner, query });
      return { ids: idsOf(answer.sessions), next: answer.next };
    },
    pageSize: 20,
  },
  'sessions of a user': {
    create: createSession,
    remove: removeSession,
    read: async (query) => {
      const answer = await server.get('pageUserSessions', { params: { id: userIdOf(owner) }, query });
      return { ids: idsOf(answer.sessions), next: answer.next };
    },
    pageSize: 20,
  },
  'own seasons': {
    create: async () => (await server.get('createSeason', { as: owner, body: { name: 'Season' } })).id,
    remove: (id) => server.call('deleteSeason', { as: owner, params: { id } }),
    read: async (query) => {
      const answer = await server.get('pageOwnSeasons', { as: owner, query: { ...query, pageSize: 7 } });
      return { ids: idsOf(answer.seasons), next: answer.next };
    },
    pageSize: 7,
  },
  'leagues of a user': {
    create: async () => (await server.get('createLeague', { as: owner, body: { name: 'League' } })).id,
    remove: (leagueId) => server.call('deleteLeague', { as: owner, params: { leagueId } }),
    read: async (query) => {
      const params = { userId: userIdOf(owner) };
      const answer = await server.get('pageUserLeagues', { params, query: { ...query, pageSize: 7 } });
      return { ids: idsOf(answer.leagues), next: answer.next };
    },
    pageSize: 7,
  },
};

describe.each(Object.entries(lists))('%s', (_, { create, remove, read, pageSize }) => {
  test('are read whole by keys, none twice and none left out, while others come and go', async () => {
    for (let count = 0; count < 3 * pageSize; count += 1) await create();
    const before = new Set<string>();
    for (let page = 0; page < 3; page += 1) for (const id of (await read({ page })).ids) before.add(id);
    expect(before.size).toBe(3 * pageSize);
    const first = await read({ page: 0 });
    const seen = [...first.ids];
    const [firstId = '', lastId = ''] = [first.ids[0], first.ids.at(-1)];
    // The entry that the next page begins after is gone as well.
    for (const id of [firstId, lastId]) await remove(id);
    await create();
    await create();
    await create();
    let { next } = first;
    while (next != null) {
      const page = await read({ page: 0, after: next });
      seen.push(...page.ids);
      ({ next } = page);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect([...before].filter((id) => !seen.includes(id))).toEqual([]);
  });
});

test.each(['', 'x', '2026-01-01T20:00:00.000Z', '2026-01-01T20:00:00.000Z_x', `2026-13-01T20:00:00Z_${userIdOf('x')}`])(
  'the key %j is none of a page',
  async (after) => {
    const response = await server.call('pageSessions', { as: owner, query: { page: 0, after } });
    expect(response.json().errors).toEqual([{ path: 'after', message: 'must be the `next` of a page' }]);
  },
);
