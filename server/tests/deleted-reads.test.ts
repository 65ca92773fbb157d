// Made from the contract: every read call, before something is made and after it was deleted.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallName, servedCalls } from '#contract/calls/by-name';
import { bodyOf, neededQueries, paramsOf, type TargetIds } from '../../tests/fixtures/call-inputs.ts';
import { createFixture, type Fixture, pixel, sendCall, webhookAddress } from '../../tests/fixtures/fixture.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
let token = '';
/** What stays, and a session that no event has. */
let fixture: Fixture;
let spare = '';
beforeAll(async () => {
  server = await openTestServer();
  token = await server.tokenOf('Owner');
  fixture = await createFixture(server, token);
  spare = await addSession(7_000_001);
}, 300_000);
afterAll(() => server.close());

/** Their answers are about the server. */
const ofServer = new Set<CallName>(['getHealth', 'getConfig']);
const reads = servedCalls().flatMap(([name, { method }]) => (method === 'GET' && !ofServer.has(name) ? [name] : []));
const changes = servedCalls().flatMap(([name, { method, access }]) =>
  method !== 'GET' && (access === 'owner' || typeof access === 'object') ? [name] : [],
);
/** These show the deletion itself, for who has made it. */
const ofDeletion = new Set<CallName>(['listDeletions', 'exportAccount', 'listLeagueLog']);

const absent = '01900000-0000-7000-8000-00000000dead';

async function make(name: CallName, params: Record<string, string>, body?: unknown, query = {}) {
  const response = await sendCall(server, name, { token, params, query, body });
  if (response.statusCode !== 200) throw new Error(`${name}: ${response.body}`);
  return response.json();
}

/** The driver, team and weekend of the fixture, so that no name is new. */
async function addSession(uid: number): Promise<string> {
  const drivers = [driver({ carIndex: 0, finishingPosition: 1 })];
  const given = upload({ internalSessionId: String(uid), weekendLinkIdentifier: 1, drivers });
  await make('createSession', {}, { ...given, numberOfLaps: 9 });
  return (await make('createSession', {}, given, { replace: 'true' })).id;
}

type Kind = 'league' | 'season' | 'event' | 'session';
type Made = Partial<Record<keyof TargetIds, string>>;

/** Makes something with all that can belong to it, in what stays. Returns its ids. */
const makers: Readonly<Record<Kind, () => Promise<Made>>> = {
  async league() {
    const league = (await make('createLeague', {}, { name: 'Xmade', thumbnailBase64: pixel })).id;
    await make('addLeagueSeason', { leagueId: league, seasonId: fixture.open.season });
    await make('updateWebhook', { leagueId: league }, { address: webhookAddress });
    return { league, delivery: (await make('testWebhook', { leagueId: league })).deliveries[0].id };
  },
  async season() {
    const season = (await make('createSeason', {}, { name: 'Xmade' })).id;
    const event = (await make('addEvent', { seasonId: season }, { track: 11 })).events[0].id;
    await make('addEventSession', { seasonId: season, eventId: event, sessionId: fixture.session });
    await make('createRevision', { id: season }, {});
    // Afterwards: what a league has announced stays in the list of its messages.
    await make('addLeagueSeason', { leagueId: fixture.open.league, seasonId: season });
    const body = { sessionId: fixture.session, kind: 'points', carIndex: 0, points: 1, reason: 'why' };
    const ruling = (await make('addRuling', { id: season }, body)).rulings[0].id;
    const roster = [{ id: absent, name: 'Ada Okoro', number: 7, team: null, isReserve: false }];
    await make('setRoster', { id: season }, { roster });
    const claim = (await make('claimDriver', { id: season }, { driverId: absent }))[0].id;
    return { season, event, ruling, claim };
  },
  async event() {
    const seasonId = fixture.open.season;
    const { events } = await make('addEvent', { seasonId }, { track: 3, startsAt: '2026-01-01T20:00:00.000Z' });
    const event = events.find(({ id }: { id: string }) => id !== fixture.open.event).id;
    await make('addEventSession', { seasonId, eventId: event, sessionId: spare });
    return { season: seasonId, event };
  },
  async session() {
    const session = await addSession(7_000_002);
    const { season, event } = fixture.open;
    await make('addEventSession', { seasonId: season, eventId: event, sessionId: session });
    const body = { sessionId: session, kind: 'points', carIndex: 0, points: 1, reason: 'why' };
    const { rulings } = await make('addRuling', { id: season }, body);
    const ruling = rulings.find((each: { sessionId: string }) => each.sessionId === session).id;
    const versions = (await sendCall(server, 'listSessionVersions', { token, params: { id: session } })).json();
    return { session, ruling, version: versions[0].id, season };
  },
};

const deleteCalls = {
  league: 'deleteLeague',
  season: 'deleteSeason',
  event: 'deleteEvent',
  session: 'deleteSession',
} as const satisfies Record<Kind, CallName>;

/** The ids of what stays, with others in their places. */
function idsWith(made: Made): TargetIds {
  const { userId: user, session, version, recorder, token: programToken, open } = fixture;
  return { ...open, user, session, version, recorder, token: programToken, live: session, ...made };
}

/** The answers of calls to the owner and to everybody; ids that were made are `absent`, and calendars without their versions. */
async function answersOf(names: readonly CallName[], ids: TargetIds, made: Made) {
  const own = Object.values(made).filter((id) => id !== fixture.open.season);
  const hidden = new RegExp(own.length === 0 ? '$^' : own.join('|'), 'g');
  const answers = new Map<string, unknown>();
  for (const name of names) {
    for (const caller of [token, null]) {
      const query = name === 'listDeletions' ? { leagues: 'true' } : (neededQueries[name] ?? {});
      const params = paramsOf(name, ids);
      const { statusCode, rawPayload } = await sendCall(server, name, {
        token: caller,
        params,
        query,
        body: bodyOf(name, ids),
      });
      const body = rawPayload
        .toString('latin1')
        .replaceAll(hidden, absent)
        .replaceAll(/SEQUENCE:\d+/g, '');
      answers.set(`${name} ${caller === null ? 'everybody' : 'owner'}`, [statusCode, body]);
    }
  }
  return answers;
}

const read = (made: Made) => answersOf(reads, idsWith(made), made);

/** In which reads each must have been seen, or the comparison proves nothing. */
const shownIn: Readonly<Record<Kind, readonly CallName[]>> = {
  league: [
    'getLeague',
    'getThumbnail',
    'listLeagues',
    'pageUserLeagues',
    'getSeason',
    'getWebhook',
    'getUsage',
    'search',
  ],
  season: [
    'getSeason',
    'listSeasons',
    'getLeague',
    'getSession',
    'listDrivenSeasons',
    'getCalendar',
    'getSeasonCsv',
    'getSeasonPicture',
    'getUsage',
  ],
  event: ['getSeason', 'getCalendar', 'pageOwnSeasons', 'getSession', 'getTasks'],
  session: [
    'getSession',
    'getSessionCsv',
    'getSessionPicture',
    'listSessions',
    'listOwnSessions',
    'getSeason',
    'getSeasonCsv',
    'getUsage',
  ],
};

describe.each(['league', 'season', 'event', 'session'] as const)('a deleted %s', (kind) => {
  test('is as absent from every read as one that never was, and back in each once it is restored', async () => {
    const places = (id: Made) =>
      Object.fromEntries(
        Object.keys(id).map((key) => [key, key === 'season' && kind !== 'season' ? fixture.open.season : absent]),
      );
    const shape: Record<Kind, Made> = {
      league: { league: '', delivery: '' },
      season: { season: '', event: '', ruling: '', claim: '' },
      event: { season: '', event: '' },
      session: { session: '', ruling: '', version: '', season: '' },
    };
    const ghost = places(shape[kind]);
    const before = await read(ghost);
    const made = await makers[kind]();
    const shown = await read(made);
    const changed = reads.filter((name) => `${shown.get(`${name} owner`)}` !== `${before.get(`${name} owner`)}`);
    expect(changed).toEqual(expect.arrayContaining([...shownIn[kind]]));
    const deleteIt = () =>
      sendCall(server, deleteCalls[kind], { token, params: paramsOf(deleteCalls[kind], idsWith(made)) });
    expect((await deleteIt()).statusCode).toBe(204);
    const legitimate = (call: string) =>
      ofDeletion.has(call.split(' ')[0] as CallName) || (kind === 'session' && call.startsWith('getTasks'));
    const after = await read(made);
    for (const [call, answer] of before) if (!legitimate(call)) expect([call, after.get(call)]).toEqual([call, answer]);
    // Nothing of it can be changed, either.
    const named = changes.filter((name) => Object.values(paramsOf(name, idsWith(ghost))).includes(absent));
    expect(await answersOf(named, idsWith(made), made)).toEqual(await answersOf(named, idsWith(ghost), made));
    expect((await deleteIt()).statusCode).toBe(404);

    await make('undoDeletion', { deletionId: made[kind] ?? '' });
    const restored = await read(made);
    // The log of a league says that something was deleted.
    const compared = [...shown].filter(([call]) => !call.startsWith('listLeagueLog'));
    for (const [call, answer] of compared) expect([call, restored.get(call)]).toEqual([call, answer]);
    await deleteIt();
  }, 600_000);
});
