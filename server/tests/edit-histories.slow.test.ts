import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, servedCalls } from '#contract/calls/by-name';
import { teamColourNames } from '#contract/colours/car-colours';
import fc from '#tests/fast-check';
import { uploadOf } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';
import {
  type Act,
  acts,
  type Field,
  fields,
  type Ids,
  type Model,
  modelOf,
  saveOf,
  type Values,
  type Write,
  writeOf,
} from './support/season-model.ts';

/**
 * Two tabs edit one season. Requests are repeated and their answers lost, in any order. A write is accepted exactly when it
 * is based on the stored version, and carried out once for each key.
 */
const runs = process.env.PITBOARD_LONG === '1' ? 10_000 : 240;
/** Histories of one season follow each other: the next one starts where the last one ended. */
const historiesPerSeason = 10;
const longestHistory = 4;

type Step = { readonly tab: 0 | 1 } & (
  | { readonly kind: 'type'; readonly field: Field; readonly value: number }
  | { readonly kind: 'save'; readonly isAnswerLost: boolean }
  | { readonly kind: 'act'; readonly act: Act; readonly isAnswerLost: boolean }
);

const tab = fc.constantFrom<0 | 1>(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ tab, kind: fc.constant('type' as const), field: fc.constantFrom(...fields), value: fc.nat(60) }),
  fc.record({ tab, kind: fc.constant('save' as const), isAnswerLost: fc.boolean() }),
  fc.record({ tab, kind: fc.constant('act' as const), act: fc.constantFrom(...acts), isAnswerLost: fc.boolean() }),
);

const typed: Readonly<Record<Field, (value: number) => string | number>> = {
  name: (value) => `Name ${value}`,
  startsAt: (value) => `2026-01-01T00:${String(value % 60).padStart(2, '0')}:00.000Z`,
  pointsFactor: (value) => value / 20,
  roster: (value) => String(value),
  scoring: (value) => (['race', 'sprint', 'none'] as const)[value % 3] ?? 'none',
  title: (value) => `Season ${value}`,
  dropped: (value) => value % 5,
  alias: (value) => `Alias ${value}`,
  teamAlias: (value) => `Team ${value}`,
  colour: (value) => teamColourNames[value % 12] ?? 'red',
  places: (value) => value + 1,
};

interface Tab {
  /** The version that the next write is based on. */
  version: number;
  /** Typed and not saved. */
  draft: Partial<Values>;
  /** An act without an answer. */
  unanswered: { readonly write: Write; readonly key: string; readonly version: number } | null;
}

let server: TestServer;
let ids: Ids;
let model: Model;
let histories = 0;
let keys = 0;
let authorization = '';
const sessionIds: string[] = [];
const written = new Set<string>();
const as = 'Ann';

beforeAll(async () => {
  server = await openTestServer();
  authorization = `Bearer ${await server.tokenOf(as, 36_000)}`;
  for (let index = 0; index <= historiesPerSeason * longestHistory; index += 1) {
    const body = uploadOf(['Ada', 'Ben'], { internalSessionId: String(index + 1) });
    sessionIds.push((await server.get('createSession', { as, body })).id);
  }
});
afterAll(() => server.close());

const versionOf = (etag: unknown) => Number(/^"(\d+)-/.exec(String(etag))?.[1]);

/** The expected season at the start of a history. */
async function open(): Promise<Model> {
  if (histories % historiesPerSeason === 0) {
    const seasonId = (await server.get('createSeason', { as, body: { name: 'Season' } })).id;
    await server.get('addEvent', { as, params: { seasonId }, body: { track: 1 } });
    const { events } = await server.get('addEvent', { as, params: { seasonId }, body: { track: 1 } });
    const eventId = events[0]?.id ?? '';
    ids = { seasonId, eventId, sessionIds };
    await server.get('addEventSession', { as, params: { seasonId, eventId, sessionId: sessionIds[0] ?? '' } });
    model = await readStored();
  }
  histories += 1;
  return model;
}

async function readStored(): Promise<Model> {
  const response = await server.call('getSeason', { params: { id: ids.seasonId } });
  return modelOf(response.json(), versionOf(response.headers.etag), ids);
}

/** Sends a write. Whether it was refused, because it was based on another version than that which is stored. */
async function send(write: Write, version: number, key: string | null, isRepeated = false): Promise<boolean> {
  written.add(write.name);
  // The oldest keys are forgotten first.
  server.pass(1);
  const headers = {
    authorization,
    'if-match': `"${version}-"`,
    ...(key === null ? {} : { 'idempotency-key': key }),
  };
  const { params, body } = write;
  const response = await server.call(write.name, { params, headers, ...(body === undefined ? {} : { body }) } as never);
  if (!isRepeated && version !== model.version) {
    expect([write.name, response.statusCode]).toEqual([write.name, 412]);
    // The refusal carries the stored version: nothing was overwritten.
    expect(modelOf(response.json().current, model.version, ids)).toEqual(model);
    return true;
  }
  expect([write.name, response.statusCode, response.body]).toEqual([
    write.name,
    expect.toBeOneOf([200, 204]),
    response.body,
  ]);
  const stored = await readStored();
  if (!isRepeated) {
    write.apply(model, stored);
    model.version += 1;
    model.canPublish = stored.canPublish;
  }
  expect(stored).toEqual(model);
  return false;
}

/** Saves a draft; a tab that is refused takes over the stored version, keeps its draft, and saves again. */
async function save(one: Tab, isAnswerLost: boolean): Promise<void> {
  const { name, startsAt, pointsFactor, ...others } = one.draft;
  const ofEvent = Object.fromEntries(
    Object.entries({ name, startsAt, pointsFactor }).filter(([, value]) => value !== undefined),
  );
  const parts = [ofEvent, ...Object.entries(others).map(([field, value]) => ({ [field]: value }))];
  for (const part of parts) if (Object.keys(part).length > 0) await savePart(one, part, isAnswerLost);
}

async function savePart(one: Tab, part: Partial<Values>, isAnswerLost: boolean): Promise<void> {
  const write = saveOf(part, ids);
  if (await send(write, one.version, null)) {
    one.version = model.version;
    await send(write, one.version, null);
  }
  // Without the answer the tab keeps its draft and its old version, and is refused the next time.
  if (isAnswerLost) return;
  one.version = model.version;
  for (const field of fields) if (field in part) delete one.draft[field];
}

/** An act without an answer is repeated as it was sent; another one is based on what the tab has seen. */
async function perform(one: Tab, act: Act, isAnswerLost: boolean): Promise<void> {
  const isRepeated = one.unanswered !== null;
  if (one.unanswered === null) {
    const write = writeOf(act, ids, model);
    if (write === null) return;
    keys += 1;
    one.unanswered = { write, key: `key-${keys}`, version: one.version };
  }
  const { write, key, version } = one.unanswered;
  if (await send(write, version, key, isRepeated)) {
    one.version = model.version;
    one.unanswered = null;
    return perform(one, act, isAnswerLost);
  }
  if (isAnswerLost) return;
  one.version = model.version;
  one.unanswered = null;
}

test(`in ${runs} histories no draft is lost, nothing is done twice, and nothing is overwritten unseen`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: longestHistory }), async (steps) => {
      const { version } = await open();
      const tabs: [Tab, Tab] = [
        { version, draft: {}, unanswered: null },
        { version, draft: {}, unanswered: null },
      ];
      for (const next of steps) {
        const one = tabs[next.tab];
        if (next.kind === 'type') one.draft[next.field] = typed[next.field](next.value);
        else if (next.kind === 'act') await perform(one, next.act, next.isAnswerLost);
        else await save(one, next.isAnswerLost);
      }
      // In the end each tab saves its draft.
      for (const one of tabs) {
        const draft = { ...one.draft };
        await save(one, false);
        expect(model.values).toMatchObject(draft);
      }
    }),
    // A smaller history would start from another state of the season.
    { numRuns: runs, endOnFailure: true },
  );
  const ofSeasons = servedCalls().flatMap(([name, { version }]) => (version === calls.getSeason ? [name] : []));
  // A season that is deleted has no next history; a draft changes no version, and draft-rulings.slow.test.ts puts it in force.
  const elsewhere = ['deleteSeason', 'updateRuling', 'updateRulings'];
  expect([...written].sort()).toEqual(ofSeasons.filter((name) => !elsewhere.includes(name)).sort());
}, 7_200_000);
