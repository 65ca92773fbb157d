import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import { affectedReads, dependencies } from './dependencies.ts';

test('affected reads are calls that read', () => {
  const names = Object.values(dependencies).flatMap((affected) => affected({ params: {} }).map(({ name }) => name));
  expect(names.filter((name) => calls[name].method !== 'GET')).toEqual([]);
});

test('the end of a race changes every list of races, running or stored, the tasks and the calendars', () => {
  const names = affectedReads('endLive', { params: { id: 'a' } }).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['listLive', 'listUserLive', 'listSessions', 'listOwnSessions', 'getTasks', 'getCalendar']),
  );
});

test('an upload changes every session, which may be of its season', () =>
  expect(affectedReads('createSession', { params: { id: 'a' } })).toContainEqual({ name: 'getSession' }));

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
  'endLive',
  'updateLeague',
] as const)('%s changes live races: they name a season and its teams', (write) =>
  expect(affectedReads(write, { params: { id: 'a' } })).toContainEqual({ name: 'getLive' }),
);
