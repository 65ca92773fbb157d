import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFixture, type Fixture, sendCall } from '../../tests/fixtures/fixture.ts';
import type { TestServer } from './support/open-test-server.ts';

/** How often standings were computed, by the first event of their season. */
const computed = vi.hoisted(() => new Map<string | undefined, number>());
vi.mock('#contract/race/scoring', async (importOriginal) => {
  const original = await importOriginal<typeof import('#contract/race/scoring')>();
  const standingsOf: typeof original.standingsOf = (...season) => {
    const [first] = season[0];
    computed.set(first?.id, (computed.get(first?.id) ?? 0) + 1);
    return original.standingsOf(...season);
  };
  return { ...original, standingsOf };
});

let server: TestServer;
let fixture: Fixture;

beforeAll(async () => {
  // Test files share modules. This one needs a server that was imported after the mock.
  vi.resetModules();
  const { openTestServer } = await import('./support/open-test-server.ts');
  server = await openTestServer();
  fixture = await createFixture(server, await server.tokenOf('Owner'));
});
afterAll(() => server.close());

test('standings are computed once for each write, whoever reads them and in whatever form', async () => {
  const { open, hidden } = fixture;
  const { season } = open;
  const counts = () => [computed.get(open.event) ?? 0, computed.get(hidden.event) ?? 0];
  const token = await server.tokenOf('Owner');
  const readAll = async () => {
    for (const as of [null, 'Owner', 'Stranger']) {
      for (const name of ['getSeason', 'getSeasonCsv', 'getCalendar'] as const) {
        const reader = as === null ? null : await server.tokenOf(as);
        const { statusCode } = await sendCall(server, name, { token: reader, params: { id: season } });
        expect(statusCode).toBe(200);
      }
    }
  };
  await readAll();
  computed.clear();
  await sendCall(server, 'updateScoring', { token, params: { id: season }, body: { poleBonus: 1 } });
  await readAll();
  expect(counts()).toEqual([1, 0]);
  await sendCall(server, 'renameDriver', {
    token,
    params: { id: fixture.session, carIndex: '0' },
    body: { name: 'New' },
  });
  await readAll();
  // Both seasons hold the session, and its answer says whether it has their official result.
  expect(counts()).toEqual([2, 1]);
  const { standings } = await server.get('getSeason', { params: { id: season } });
  expect(standings.drivers[0]?.name).toBe('New');
});
