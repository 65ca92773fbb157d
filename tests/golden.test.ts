import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { League } from '#contract/entities/league';
import { Season } from '#contract/entities/season';
import { Session } from '#contract/entities/session';
import { readSnapshot } from '#contract/live/read-document';
import { openTestServer, type TestServer } from '../server/tests/support/open-test-server.ts';

/**
 * A race, its season and league, and a live race, as the demo of each release answered them. Devices and databases still
 * have such copies: a field that is added to a stored entity has to be nullish.
 */
interface Golden {
  readonly session: v.InferInput<typeof Session>;
  readonly season: unknown;
  readonly league: unknown;
  /** The snapshot that a viewer got; null for a release without live timing. */
  readonly live: object | null;
}

const folder = join(import.meta.dirname, 'golden');
const releases = readdirSync(folder).map((file) => {
  const golden: Golden = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString());
  return { release: file.replace('.json.gz', ''), ...golden };
});

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('there is a copy of each release', () => {
  expect(releases.map(({ release }) => release)).toEqual(['2b1200c', '8337e1b']);
});

describe.each(releases)('release $release', ({ session, season, league }) => {
  test.each([
    ['session', Session, session],
    ['season', Season, season],
    ['league', League, league],
  ] as const)('its %s is read without a change', (_, schema, stored) => {
    expect(v.parse(schema, stored)).toEqual(stored);
  });

  test('its session is stored by this server, and answered as it was', async () => {
    const sent = Object.entries(session).filter(([name]) => name in SessionUpload.entries);
    const body = v.parse(SessionUpload, Object.fromEntries(sent));
    const { id } = await server.get('createSession', { as: 'Ann', body });
    expect(await server.get('getSession', { as: 'Ann', params: { id } })).toMatchObject(Object.fromEntries(sent));
  });
});

test.each(releases.filter(({ live }) => live !== null))('the live race of $release goes on', ({ session, live }) => {
  const origin = { id: '00000000-0000-4000-8000-000000000000', startedAt: session.sessionStartTime };
  expect(readSnapshot(live, origin)).toEqual({ tree: live, errors: [] });
});
