import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CallName } from '#contract/api/calls';
import { endpointOf } from '#contract/api/requests';
import { SlowCalls } from './slow-calls.ts';

/** Calls that read, score or copy a whole season or session, or all data of a user. */
const slow: readonly CallName[] = [
  ...(['exportAccount', 'getTasks', 'getSessionCsv', 'listDrivenSeasons', 'deleteSession', 'undoDeletion'] as const),
  ...(['listLeagueSeasons', 'getLeagueRecords', 'getLeagueDriver', 'getDriverRecord'] as const),
  ...(['getSeason', 'deleteSeason', 'deleteEvent', 'createRevision', 'previewStandings'] as const),
];

test.each(slow)('%s waits for the one before of the same user', async (name) => {
  const queue = new SlowCalls();
  const asker = { userId: 'one', address: '127.0.0.1' };
  let begun = 0;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    begun += 1;
    await ended;
  };
  const running = [1, 2].map(() => queue.run(name, endpointOf(name), asker, work));
  await setImmediate();
  expect(begun).toBe(1);
  end();
  await Promise.all(running);
  expect(begun).toBe(2);
});
