import { describe, expect, test } from 'vitest';
import { createFailure } from '#contract/api/problem';
import type { DrivenSeason, SeasonSummary } from '#contract/entities/season';
import { session } from '../../../tests/fixtures/session.ts';
import { type FirstStepReads, firstStepsOf } from './first-steps.ts';

const [userId, otherId] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];
const instants = { createdAt: '2026-05-01T18:00:00.000Z', updatedAt: '2026-05-01T18:00:00.000Z' };
const season: SeasonSummary = { id: otherId, name: 'Cup', ownerId: otherId, ...instants, eventCount: 1, eventsRun: 0 };
const driven: DrivenSeason = {
  season,
  driver: { id: userId, name: 'Max', number: 4, team: 'Aurora', isReserve: false },
  position: 1,
  points: 25,
  drives: [],
};
const league = (ownerId: string) => ({
  id: '01900000-0000-7000-8000-00000000000c',
  name: 'League',
  description: null,
  discord: null,
  website: null,
  isPublic: true,
  ownerId,
  ...instants,
  thumbnailId: null,
  seasonIds: [],
});

const fresh = { network: 'online', cached: null, failure: null } as const;
const known = <Value>(value: Value) => ({ ...fresh, phase: 'shown' as const, value });
const unknown = (phase: 'waiting' | 'pending' | 'stillWaiting' | 'failed') => ({
  ...fresh,
  phase,
  value: null,
});
const nothing: FirstStepReads = {
  leagues: known({ count: 0, leagues: [] }),
  seasons: known({ totalElements: 0, seasons: [] }),
  sessions: known({ totalElements: 0, sessions: [] }),
  driven: known([]),
  recorders: known([]),
  live: known([]),
};
const leagueOf = (ownerId: string) => known({ count: 1, leagues: [league(ownerId)] });
const ownSeason = known({ totalElements: 1, seasons: [{ ...season, ownerId: userId }] });
const recorder = { id: otherId, name: 'PC', createdAt: instants.createdAt, lastSeenAt: null };
const ownSession = known({ totalElements: 1, sessions: [session({})] });

/** The completed steps, or the reason why none is shown. */
function doneOf(given: Partial<FirstStepReads>) {
  const steps = firstStepsOf(userId, { ...nothing, ...given });
  return typeof steps === 'string' ? steps : steps.map(({ isDone }) => isDone);
}

describe('a user who has begun nothing', () => {
  test('is told all steps', () => {
    expect(doneOf({})).toEqual([false, false, false]);
  });

  test('is told none when they drive in a season of somebody else, also in the league of its owner', () => {
    expect(doneOf({ driven: known([driven]) })).toBe('none');
    expect(doneOf({ driven: known([driven]), leagues: leagueOf(otherId) })).toBe('none');
  });
});

test('an empty list of driven seasons that could not be renewed tells nobody to begin', () => {
  const cached = { storedAt: 1, now: 2, isFetching: false };
  const failure = createFailure('problem', { status: 500 });
  expect(doneOf({ driven: { ...known([]), cached } })).toEqual([false, false, false]);
  for (const isFetching of [false, true])
    expect(doneOf({ driven: { ...known([]), cached: { ...cached, isFetching }, failure } })).toBe('unknown');
  expect(doneOf({ driven: { ...known([]), cached, failure }, seasons: ownSeason })).toEqual([true, true, false]);
  expect(doneOf({ driven: { ...known([driven]), cached, failure } })).toBe('none');
});

test('a driver who has begun a league or a season of their own is told the rest', () => {
  expect(doneOf({ driven: known([driven]), leagues: leagueOf(userId) })).toEqual([true, false, false]);
  expect(doneOf({ driven: known([driven]), seasons: ownSeason })).toEqual([true, true, false]);
});

test('a season is added to the only own league', () => {
  const steps = firstStepsOf(userId, { ...nothing, leagues: leagueOf(userId) });
  expect(typeof steps === 'string' ? steps : steps[1]?.href).toContain(league(userId).id);
});

test('an admin who has done all steps is told none', () => {
  expect(doneOf({ seasons: ownSeason })).toEqual([true, true, false]);
  expect(doneOf({ seasons: ownSeason, sessions: ownSession })).toBe('none');
});

test.each(['leagues', 'seasons', 'sessions', 'driven'] as const)('the %s are waited for', (name) => {
  for (const phase of ['waiting', 'pending', 'stillWaiting'] as const)
    expect(doneOf({ [name]: unknown(phase) })).toBe('waiting');
});

test.each(['leagues', 'seasons', 'driven'] as const)(
  'whether a user who has begun nothing is to begin is not known without the %s',
  (name) => {
    expect(doneOf({ [name]: unknown('failed') })).toBe('unknown');
    expect(doneOf({ [name]: unknown('failed'), sessions: unknown('pending') })).toBe('waiting');
  },
);

test('a list that failed and decides nothing hides no step', () => {
  const failed = unknown('failed');
  expect(doneOf({ sessions: failed })).toEqual([false, false, false]);
  expect(doneOf({ leagues: leagueOf(userId), sessions: failed, driven: failed })).toEqual([true, false, false]);
  expect(doneOf({ leagues: failed, seasons: ownSeason, driven: failed })).toEqual([true, true, false]);
  expect(doneOf({ leagues: failed, seasons: ownSeason, sessions: ownSession })).toBe('none');
  expect(doneOf({ seasons: ownSeason, sessions: failed, recorders: known([recorder]) })).toBe('none');
});

test('an admin is not told to add the season or the race that a list without an answer may have', () => {
  expect(doneOf({ leagues: leagueOf(userId), seasons: unknown('failed') })).toBe('unknown');
  expect(doneOf({ seasons: ownSeason, sessions: unknown('failed') })).toBe('unknown');
});

test('a list of recorders or live sessions is waited for, but not needed', () => {
  expect(doneOf({ recorders: unknown('pending') })).toBe('waiting');
  expect(doneOf({ live: { ...unknown('waiting'), network: 'offline' } })).toEqual([false, false, false]);
  expect(doneOf({ recorders: unknown('failed') })).toEqual([false, false, false]);
});
