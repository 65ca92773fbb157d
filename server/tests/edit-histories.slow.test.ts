import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { uploadOf } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

/**
 * Two tabs edit one season. Requests are repeated and their answers lost, in any order. A save is accepted exactly when it
 * is based on the stored version; a POST is carried out once for each key.
 */
const runs = process.env.PITBOARD_LONG === '1' ? 10_000 : 250;
/** Histories of one season follow each other: the next one starts where the last one ended. */
const historiesPerSeason = 10;
const longestHistory = 4;

/** Fields of the event; the roster of the season and the scoring of a session have calls of their own. */
const fields = ['name', 'startsAt', 'pointsFactor', 'roster', 'scoring'] as const;
type Field = (typeof fields)[number];

type Step = { readonly tab: 0 | 1 } & (
  | { readonly kind: 'type'; readonly field: Field; readonly value: number }
  | { readonly kind: 'save'; readonly isAnswerLost: boolean }
  | { readonly kind: 'add'; readonly what: Addition; readonly isAnswerLost: boolean }
);

/** What is added to a season: a round, a ruling, or a session of the race night. */
const additions = ['event', 'ruling', 'session'] as const;
type Addition = (typeof additions)[number];

const tab = fc.constantFrom<0 | 1>(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ tab, kind: fc.constant('type' as const), field: fc.constantFrom(...fields), value: fc.nat(60) }),
  fc.record({ tab, kind: fc.constant('save' as const), isAnswerLost: fc.boolean() }),
  fc.record({
    tab,
    kind: fc.constant('add' as const),
    what: fc.constantFrom(...additions),
    isAnswerLost: fc.boolean(),
  }),
);

const typed = {
  name: (value: number) => `Name ${value}`,
  startsAt: (value: number) => `2026-01-01T00:${String(value % 60).padStart(2, '0')}:00.000Z`,
  pointsFactor: (value: number) => value / 20,
  roster: (value: number) => String(value),
  scoring: (value: number) => (['race', 'sprint', 'none'] as const)[value % 3] ?? 'none',
};

type Values = Record<Field, string | number | null>;

interface Tab {
  /** The ETag that the next save is based on. */
  etag: string;
  /** Typed and not saved. */
  draft: Partial<Values>;
  /** An addition without an answer. */
  unanswered: {
    readonly what: Addition;
    readonly key: string;
    readonly etag: string;
    readonly sessionId: string;
  } | null;
}

let server: TestServer;
/** Each is attached to a season at most once; a season begins with the first of them. */
const sessionIds: string[] = [];
let seasonId = '';
let eventId = '';
let histories = 0;
let keys = 0;
let authorization = '';
let model: Model;
beforeAll(async () => {
  server = await openTestServer();
  authorization = `Bearer ${await server.tokenOf(as, 36_000)}`;
  for (let index = 0; index <= historiesPerSeason * longestHistory; index += 1) {
    const body = uploadOf(['Ada', 'Ben'], { internalSessionId: String(index + 1) });
    sessionIds.push((await server.get('createSession', { as, body })).id);
  }
});
afterAll(() => server.close());

const as = 'Ann';
const versionOf = (etag: string) => Number(/^"(\d+)-/.exec(etag)?.[1]);

/** The server as it should be. */
interface Model {
  version: number;
  values: Values;
  events: number;
  rulings: number;
  sessions: readonly string[];
}

/** The expected season at the start of a history. */
async function open(): Promise<Model> {
  if (histories % historiesPerSeason === 0) {
    seasonId = (await server.get('createSeason', { as, body: { name: 'Season' } })).id;
    const { events } = await server.get('addEvent', { as, params: { seasonId }, body: { track: 1 } });
    eventId = String(events[0]?.id);
    const params = { seasonId, eventId, sessionId: sessionIds[0] ?? '' };
    await server.get('addEventSession', { as, params });
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
  readonly events: readonly ({
    readonly id: string;
    readonly sessions: readonly { readonly session: { readonly id: string }; readonly scoring?: string | null }[];
  } & Record<Field, unknown>)[];
  readonly roster?: readonly { readonly name: string }[];
  readonly rulings?: readonly unknown[];
}

function modelOf(season: Stored, etag: string): Model {
  const stored = season.events.find(({ id }) => id === eventId);
  const values = Object.fromEntries(fields.map((field) => [field, stored?.[field] ?? null])) as Values;
  const sessions = stored?.sessions ?? [];
  values.roster = season.roster?.[0]?.name ?? null;
  values.scoring = sessions.find(({ session }) => session.id === sessionIds[0])?.scoring ?? null;
  return {
    version: versionOf(etag),
    values,
    events: season.events.length,
    rulings: season.rulings?.length ?? 0,
    sessions: sessions.map(({ session }) => session.id).sort(),
  };
}

/** Saves a draft; a tab that is refused takes over the stored version, keeps its draft, and saves again. */
async function save(one: Tab, isAnswerLost: boolean): Promise<void> {
  const { roster, scoring, ...ofEvent } = one.draft;
  if (Object.keys(ofEvent).length > 0) await savePart(one, ofEvent, isAnswerLost);
  if (roster !== undefined) await savePart(one, { roster }, isAnswerLost);
  if (scoring !== undefined) await savePart(one, { scoring }, isAnswerLost);
}

const driverId = '01900000-0000-7000-8000-0000000000d1';

function send(part: Partial<Values>, headers: Record<string, string>) {
  const { roster, scoring } = part;
  if (scoring !== undefined) {
    const params = { seasonId, eventId, sessionId: sessionIds[0] ?? '' };
    return server.call('setSessionScoring', { params, body: { scoring } as never, headers });
  }
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

/** An addition without an answer is repeated as it was sent; another one is based on what the tab has seen. */
async function add(one: Tab, what: Addition, isAnswerLost: boolean): Promise<void> {
  const isRepeated = one.unanswered !== null;
  if (one.unanswered === null) {
    keys += 1;
    const sessionId = sessionIds.find((id) => !model.sessions.includes(id)) ?? '';
    one.unanswered = { what, key: `key-${keys}`, etag: one.etag, sessionId };
  }
  const sent = one.unanswered;
  const isCurrent = versionOf(sent.etag) === model.version;
  const response = await sendAddition(sent);
  if (!isRepeated && !isCurrent) {
    expect(response.statusCode).toBe(412);
    expect(modelOf(response.json().current, `"${model.version}-"`)).toEqual(model);
    one.etag = `"${model.version}-"`;
    one.unanswered = null;
    await add(one, what, isAnswerLost);
    return;
  }
  expect(response.statusCode).toBe(200);
  if (!isRepeated) {
    model.version += 1;
    if (sent.what === 'event') model.events += 1;
    else if (sent.what === 'ruling') model.rulings += 1;
    else model.sessions = [...model.sessions, sent.sessionId].sort();
  }
  if (isAnswerLost) return;
  one.etag = String(response.headers.etag);
  one.unanswered = null;
}

function sendAddition({ what, key, etag, sessionId }: NonNullable<Tab['unanswered']>) {
  const headers = { authorization, 'idempotency-key': key, 'if-match': etag };
  switch (what) {
    case 'event':
      return server.call('addEvent', { params: { seasonId }, body: { track: 2 }, headers });
    case 'ruling': {
      const body = { sessionId: sessionIds[0] ?? '', kind: 'points', carIndex: 0, points: -1, reason: 'Late' } as const;
      return server.call('addRuling', { params: { id: seasonId }, body, headers });
    }
    case 'session': {
      const params = { seasonId, eventId };
      return server.call('addEventSessions', { params, body: { sessionIds: [sessionId] }, headers });
    }
  }
}

test(`in ${runs} histories no draft is lost, nothing is done twice, and nothing is overwritten unseen`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: longestHistory }), async (steps) => {
      const etag = `"${(await open()).version}-"`;
      const tabs: [Tab, Tab] = [
        { etag, draft: {}, unanswered: null },
        { etag, draft: {}, unanswered: null },
      ];
      for (const next of steps) {
        const one = tabs[next.tab];
        if (next.kind === 'type') one.draft[next.field] = typed[next.field](next.value);
        else if (next.kind === 'add') await add(one, next.what, next.isAnswerLost);
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
