import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, paramNamesOf } from '#contract/api/address';
import { Problem } from '#contract/api/problem';
import { servedCalls } from '#contract/calls/by-name';
import type { Call } from '#contract/calls/call';
import fc, { anyCharacter } from '#tests/fast-check';
import { inputsOf } from '../../../tests/arbitrary.ts';
import { openTestServer, type TestServer } from '../support/open-test-server.ts';

/** Sends valid and invalid requests made from the schemas. No response may be a 5xx or differ from its schema. */
const runs = Number(process.env.PITBOARD_FUZZ_RUNS ?? 25);

let server: TestServer;
let member: string;
const bearerOf = async (name: string) => `Bearer ${await server.tokenOf(name, 36_000)}`;
const createdIds: string[] = [];
beforeAll(async () => {
  server = await openTestServer();
  member = await bearerOf('Fuzz');
  for (let index = 0; index < 3; index += 1) {
    createdIds.push((await server.get('createLeague', { as: 'Fuzz', body: { name: `L${index}` } })).id);
    const season = await server.get('createSeason', { as: 'Fuzz', body: { name: `S${index}` } });
    const { events } = await server.get('addEvent', {
      as: 'Fuzz',
      params: { seasonId: season.id },
      body: { track: index as 0 },
    });
    createdIds.push(season.id, String(events[0]?.id));
  }
});
afterAll(() => server.close());

const invalidValues = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    'NaN',
    '\u0000',
    '\ud800',
    -1,
    0.5,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    Number.MAX_VALUE,
    1e308,
    [],
    {},
    '__proto__',
    'x'.repeat(5_000),
    true,
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Replaces one part of a value with an invalid value. */
function corrupt(value: unknown, path: number[], replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return replacement;
  const changed = corrupt(Object(value)[key], rest, replacement);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? changed : item));
  return { ...value, [key]: changed };
}

function bodiesOf(call: Call): fc.Arbitrary<unknown> {
  if (call.body === undefined) return fc.constant(undefined);
  const valid = inputsOf(call.body);
  const invalid = fc
    .tuple(valid, fc.array(fc.nat(30), { maxLength: 4 }), invalidValues)
    .map(([value, path, replacement]) => corrupt(value, path, replacement));
  return fc.oneof(valid, invalid, invalidValues);
}

const words = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '-1',
    '20',
    '101',
    '2147483648',
    'NaN',
    '1e3',
    ' ',
    '%',
    "'",
    '\u0000',
    'track:Monza',
    'user:"',
    'type:',
  ),
  fc.string({ unit: anyCharacter, maxLength: 30 }).filter((text) => !/\p{Surrogate}/u.test(text)),
);

function queriesOf(call: Call): fc.Arbitrary<Record<string, string | string[]>> {
  const names = Object.keys(Object(call.query).entries ?? {});
  return fc.dictionary(fc.constantFrom(...names, 'other'), fc.oneof(words, fc.array(words, { maxLength: 3 })), {
    maxKeys: 4,
  });
}

test.each(servedCalls())(
  '%s',
  async (name, call) => {
    const ids = fc.oneof(
      fc.integer({ min: 0, max: 8 }).map((index) => createdIds[index] ?? ''),
      fc.uuid(),
      fc.nat(40).map(String),
      words.filter((word) => word !== ''),
    );
    const params = fc.record(Object.fromEntries(paramNamesOf(call).map((name) => [name, ids])));
    const request = fc.record({
      params,
      body: bodiesOf(call),
      query: queriesOf(call),
      isMember: fc.boolean(),
      match: fc.option(words),
    });
    const { answer } = call;
    let runsSoFar = 0;
    await fc.assert(
      fc.asyncProperty(request, async ({ params: given, body, query, isMember, match }) => {
        // A deleted account is refused by every call after that.
        runsSoFar += 1;
        const authorization = name === 'deleteAccount' ? await bearerOf(`Deleted ${runsSoFar}`) : member;
        const url = addressOf(call, given, query);
        const isSendable = match === null || /^[\t\x20-\x7e]*$/.test(match);
        const response = await server.app.inject({
          method: call.method,
          url,
          headers: {
            ...(isMember ? { authorization } : {}),
            ...(match !== null && isSendable ? { 'if-match': match, 'if-none-match': match } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) ?? '' }),
        });
        expect(response.statusCode).toBeLessThan(500);
        if (response.statusCode === 200 && answer !== undefined) v.parse(answer, response.json());
        if (response.statusCode >= 400) v.parse(Problem, response.json());
      }),
      { numRuns: runs },
    );
  },
  300_000,
);
