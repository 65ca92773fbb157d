import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type CallName, callOf } from '#contract/calls/by-name';
import { ResponseCache } from '../http/response-cache.ts';
import { SlowCalls } from './slow-calls.ts';

/** Calls that read, score or copy a whole season or session, or all data of a user. */
const slow: readonly CallName[] = [
  ...(['exportAccount', 'getTasks', 'getSessionCsv', 'listDrivenSeasons', 'deleteSession', 'undoDeletion'] as const),
  ...(['listLeagueSeasons', 'getLeagueRecords', 'getLeagueDriver', 'getDriverRecord'] as const),
  ...(['getSeason', 'deleteSeason', 'deleteEvent', 'createRevision', 'previewStandings'] as const),
];

/** Work that counts how often it has begun, and ends when the test calls `end`. */
function createWork() {
  const work = { begun: 0, end: (): void => undefined };
  const ended = new Promise<void>((resolve) => {
    work.end = resolve;
  });
  const run = async () => {
    work.begun += 1;
    await ended;
    return { body: { size: 1, onResize: () => undefined } };
  };
  return Object.assign(work, { run });
}

const createCalls = () => new SlowCalls(new ResponseCache({ listen: () => undefined, confirm: () => true }));

async function expectTurns(start: (calls: SlowCalls, work: ReturnType<typeof createWork>, index: number) => unknown) {
  const [calls, work] = [createCalls(), createWork()];
  const running = [1, 2].map((index) => start(calls, work, index));
  await setImmediate();
  expect(work.begun).toBe(1);
  work.end();
  await Promise.all(running);
  expect(work.begun).toBe(2);
}

test.each(slow)('%s waits for the one before of the same user', async (name) => {
  const asker = { userId: 'one', address: '127.0.0.1' };
  await expectTurns((calls, work) => calls.run(callOf(name), asker, work.run));
});

/** Reads that load a season, a league or a session for visitors. */
const shared: readonly CallName[] = [
  ...(['getSeason', 'getSeasonCsv', 'getCalendar', 'getSessionCsv', 'getDriverRecord', 'listDrivenSeasons'] as const),
  ...(['listLeagueSeasons', 'getLeagueRecords', 'getLeagueDriver'] as const),
  ...(['getSeasonPicture', 'getLeaguePicture', 'getSessionPicture'] as const),
];

test.each(shared)('the answer of %s for visitors waits for the one before of the same site', async (name) => {
  await expectTurns((calls, work, index) => {
    const asker = { userId: null, address: `2001:db8:1:${index}::1` };
    return calls.find(callOf(name), asker, { key: String(index), reads: [], compute: work.run });
  });
});

test('the HTML of a page waits for the one before of the same site', async () => {
  await expectTurns((calls, work, index) => {
    const asker = { userId: null, address: `2001:db8:1:${index}::1` };
    return calls.findPage(asker, { key: String(index), reads: [], compute: work.run });
  });
});
