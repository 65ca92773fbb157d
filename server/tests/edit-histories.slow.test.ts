import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

/**
 * Two tabs edit one season. Requests are repeated and their answers lost, in any order. A save is accepted exactly when it
 * is based on the stored version; a POST is carried out once for each key.
 */
const runs = process.env.PITBOARD_LONG === '1' ? 10_000 : 250;
/** Histories of one season follow each other: the next one starts where the last one ended. */
const historiesPerSeason = 20;

/** Fields of the event, and the roster of the season, which has a call of its own. */
const fields = ['name', 'startsAt', 'pointsFactor', 'roster'] as const;
type Field = (typeof fields)[number];

type Step = { readonly tab: 0 | 1 } & (
  | { readonly kind: 'type'; readonly field: Field; readonly value: number }
  | { readonly kind: 'save'; readonly isAnswerLost: boolean }
  | { readonly kind: 'add'; readonly isAnswerLost: boolean }
);

const tab = fc.constantFrom<0 | 1>(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ tab, kind: fc.constant('type' as const), field: fc.constantFrom(...fields), value: fc.nat(60) }),
  fc.record({ tab, kind: fc.constant('save' as const), isAnswerLost: fc.boolean() }),
  fc.record({ tab, kind: fc.constant('add' as const), isAnswerLost: fc.boolean() }),
);

const typed = {
  name: (value: number) => `Name ${value}`,
  startsAt: (value: number) => `2026-01-01T00:${String(value % 60).padStart(2, '0')}:00.000Z`,
  pointsFactor: (value: number) => value / 20,
  roster: (value: number) => String(value),
};

type Values = Record<Field, string | number | null>;

interface Tab {
  /** The ETag that the next save is based on. */
  etag: string;
  /** Typed and not saved. */
  draft: Partial<Values>;
  /** Of an attempt without an answer. */
  key: string | null;
}

let server: TestServer;
let seasonId = '';
let eventId = '';
let histories = 0;
let keys = 0;
let authorization = '';
let model: Model;
beforeAll(async () => {
  server = await openTestServer();
  authorization = `Bearer ${await server.tokenOf(as, 36_000)}`;
});
afterAll(() => server.close());

const as = 'Ann';
const versionOf = (etag: string) => Number(/^"(\d+)-/.exec(etag)?.[1]);

/** The server as it should be. */
interface Model {
  version: number;
  values: Values;
  events: number;
}

/** The expected season at the start of a history. */
async function open(): Promise<Model> {
  if (histories % historiesPerSeason === 0) {
    seasonId = (await server.get('createSeason', { as, body: { name: 'Season' } })).id;
    const { events } = await server.get('addEvent', { as, params: { seasonId }, body: { track: 1 } });
    eventId = String(events[0]?.id);
    model = await readStored();
  }
  histories += 1;
  return model;
}

async function readStored(): Promise<Model> {
  const response = await server.call('getSeason', { params: { id: seasonId } });
  return modelOf(response.json(), String(response.headers.etag));
}

interface Stored {
  readonly events: readonly ({ id: string } & Record<Field, unknown>)[];
  readonly roster: readonly { readonly name: string }[];
}

function modelOf(season: Stored, etag: string): Model {
  const stored = season.events.find(({ id }) => id === eventId);
  const values = Object.fromEntries(fields.map((field) => [field, stored?.[field] ?? null])) as Values;
  values.roster = season.roster[0]?.name ?? null;
  return { version: versionOf(etag), values, events: season.events.length };
}

/** Saves a draft; a tab that is refused takes over the stored version, keeps its draft, and saves again. */
async function save(one: Tab, isAnswerLost: boolean): Promise<void> {
  const { roster, ...ofEvent } = one.draft;
  if (Object.keys(ofEvent).length > 0) await savePart(one, ofEvent, isAnswerLost);
  if (roster !== undefined) await savePart(one, { roster }, isAnswerLost);
}

const driverId = '01900000-0000-7000-8000-0000000000d1';

function send(part: Partial<Values>, headers: Record<string, string>) {
  const { roster } = part;
  if (roster === undefined) {
    return server.call('updateEvent', { params: { seasonId, eventId }, body: { ...part } as never, headers });
  }
  const driver = { id: driverId, name: String(roster), number: 1, team: null, isReserve: false };
  return server.call('setRoster', { params: { id: seasonId }, body: { roster: [driver] }, headers });
}

async function savePart(one: Tab, part: Partial<Values>, isAnswerLost: boolean): Promise<void> {
  const isCurrent = versionOf(one.etag) === model.version;
  const response = await send(part, { authorization, 'if-match': one.etag });
  if (!isCurrent) {
    expect(response.statusCode).toBe(412);
    // The refusal carries the stored version: nothing was overwritten.
    expect(modelOf(response.json().current, `"${model.version}-"`)).toEqual(model);
    one.etag = `"${model.version}-"`;
    await savePart(one, part, isAnswerLost);
    return;
  }
  expect(response.statusCode).toBe(200);
  Object.assign(model.values, part);
  model.version += 1;
  const etag = String(response.headers.etag);
  expect(modelOf(response.json(), etag)).toEqual(model);
  // Without the answer the tab keeps its draft and its old version, and is refused the next time.
  if (isAnswerLost) return;
  one.etag = etag;
  for (const field of fields) if (field in part) delete one.draft[field];
}

async function add(one: Tab, isAnswerLost: boolean): Promise<void> {
  const isRepeated = one.key !== null;
  if (one.key === null) {
    keys += 1;
    one.key = `key-${keys}`;
  }
  const headers = { authorization, 'idempotency-key': one.key };
  const response = await server.call('addEvent', { params: { seasonId }, body: { track: 2 }, headers });
  expect(response.statusCode).toBe(200);
  if (!isRepeated) {
    model.events += 1;
    model.version += 1;
  }
  if (!isAnswerLost) one.key = null;
}

test(`in ${runs} histories no draft is lost, nothing is done twice, and nothing is overwritten unseen`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const etag = `"${(await open()).version}-"`;
      const tabs: [Tab, Tab] = [
        { etag, draft: {}, key: null },
        { etag, draft: {}, key: null },
      ];
      for (const next of steps) {
        const one = tabs[next.tab];
        if (next.kind === 'type') one.draft[next.field] = typed[next.field](next.value);
        else if (next.kind === 'add') await add(one, next.isAnswerLost);
        else if (Object.keys(one.draft).length > 0) await save(one, next.isAnswerLost);
      }
      // In the end each tab saves its draft.
      for (const one of tabs) {
        const draft = { ...one.draft };
        if (Object.keys(draft).length === 0) continue;
        await save(one, false);
        expect(model.values).toMatchObject(draft);
      }
      if (histories % historiesPerSeason === 0) expect(await readStored()).toEqual(model);
    }),
    // A smaller history would start from another state of the season.
    { numRuns: runs, endOnFailure: true },
  );
}, 1_800_000);
