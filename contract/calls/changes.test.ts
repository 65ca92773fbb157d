import { expect, test } from 'vitest';
import { calls, nameOf, servedCalls } from './by-name.ts';
import { affectedReads, liveEnded } from './changes.ts';

test('every call that changes something names reads that the server answers', () => {
  const served = servedCalls().map(([, call]) => call);
  const affected = served.flatMap(({ changes }) => changes?.({ params: {} }) ?? []).map(({ call }) => call);
  expect(affected.filter((call) => !served.includes(call))).toEqual([]);
});

test('writes that are refused with 412 are based on a version, unless the app has none to send', () => {
  const without = servedCalls().flatMap(([name, { problems = [] }]) => (problems.includes(412) ? [name] : []));
  expect(without.sort()).toEqual(['addLeagueSeason', 'createSession', 'deleteSession', 'previewStandings']);
});

test('the end of a race changes every list of races, running or stored, the tasks and the calendars', () => {
  const names = affectedReads(liveEnded, { params: { id: 'a' } }).map(({ call }) => nameOf(call));
  expect(names).toEqual(
    expect.arrayContaining(['listLive', 'listUserLive', 'listSessions', 'listOwnSessions', 'getTasks', 'getCalendar']),
  );
});

test('an upload changes every session, which may be of its season', () =>
  expect(affectedReads(calls.createSession, { params: { id: 'a' } })).toContainEqual({ call: calls.getSession }));

test.each([
  'setTeamColours',
  'setRoster',
  'addEventSession',
  'addEventSessions',
  'removeEventSession',
  'setSessionScoring',
  'createSession',
  'restoreSession',
  'deleteSession',
  'deleteEvent',
  'deleteAccount',
  'undoDeletion',
  'updateLeague',
] as const)('%s changes live races: they name a season and its teams', (write) =>
  expect(affectedReads(calls[write], { params: { id: 'a' } })).toContainEqual({ call: calls.getLive }),
);
