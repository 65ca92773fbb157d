import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { fieldsOf } from '#contract/json/fields-of';
import { foldText } from '#contract/text/fold-text';
import { insertSessionRows } from '../../tests/bench/rows.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

/** One session that is older than a hundred and fifty others. */
let server: TestServer;
let old = '';
beforeAll(async () => {
  server = await openTestServer();
  const body = upload({ drivers: [driver({ name: 'Mika Varga' })] });
  const { id } = await server.get('createSession', { as: 'Ann', body });
  await insertSessionRows(server.storage, 150, id);
  const drivers = [
    driver({ name: 'Rarely Seen' }),
    driver({ carIndex: 1, name: '100% Al_xan' }),
    driver({ carIndex: 2, name: 'Jørgen Weißbäck' }),
  ];
  const times = { sessionStartTime: '2020-01-01T00:00:00.000Z', trackId: Track.Spa };
  const oldest = upload({ internalSessionId: '2', drivers, ...times });
  old = (await server.get('createSession', { as: 'Somebody', body: oldest })).id;
});
afterAll(() => server.close());

const search = async (q: string) => (await server.get('search', { query: { q } })).sessions.map(({ id }) => id);

test.each([
  'rarely',
  'RARELY SEEN',
  'rarely se',
  'arel',
  'somebody',
  'spa',
  'spa rarely',
  'so somebody al',
  '100%',
  'l_xan',
  'jorgen',
  'JØRGEN WEISSBACK',
  'weißbäck',
  // Some keyboards send the letter and its mark apart, and others letters of full width.
  'ba\u0308ck',
  'ｊｏｒｇｅｎ',
])('“%s” finds the one old session that it names', async (q) => expect(await search(q)).toEqual([old]));

test.each(['rarely varga', 'rarely monza', 'nobody', 'aarely', 'al-xan', 'q%', '％％', '\u0301\u0302'])(
  '“%s” finds none',
  async (q) => expect(await search(q)).toEqual([]),
);

test('what many sessions have is found in the newest ones', async () => {
  const newest = (await server.get('listSessions')).slice(0, 10).map(({ id }) => id);
  expect(await search('varga')).toEqual(newest);
  expect(await search('va')).toEqual(newest);
  expect(await search('monza mika')).toEqual(newest);
});

test('leagues, seasons and users are found without their accents, and the one that is equal comes first', async () => {
  await server.get('createLeague', { as: 'Ann', body: { name: 'Île de la Ronde' } });
  await server.get('createLeague', { as: 'Ann', body: { name: 'Ile' } });
  const found = await server.get('search', { query: { q: 'île' } });
  expect(found.leagues.map(({ name }) => name)).toEqual(['Ile', 'Île de la Ronde']);
});

test('the database folds texts as the app does', async () => {
  const texts = [
    'Ärger',
    'ÆØÅ',
    'straße',
    'İstanbul ı',
    'Łukasz',
    'œuvre',
    'Þór Ðe',
    'ΣΊΣΥΦΟΣ',
    'ﬁn ％',
    'Жук',
    'が',
    '周',
    '🏎️ A',
  ];
  const rows = await server.storage.database.execute(
    sql`select search_text(given) as folded from unnest(${sql.param(texts)}::text[]) with ordinality as list(given, place) order by place`,
  );
  expect((fieldsOf(rows).rows as { folded: string }[]).map(({ folded }) => folded)).toEqual(texts.map(foldText));
});
