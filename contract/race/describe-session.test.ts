import { expect, test } from 'vitest';
import type { SessionEvent } from '../entities/session.ts';
import { SessionStatus, SessionType, Track } from '../enumerations.ts';
import {
  describeSession,
  isIncomplete,
  nearbyText,
  roundText,
  seasonBesideLeague,
  seasonsText,
  stoppedSentence,
} from './describe-session.ts';

const event: SessionEvent = {
  seasonId: 'a',
  seasonName: 'Spring Cup',
  eventId: 'b',
  name: 'Home',
  round: 5,
  scoring: 'race',
};

const stored = {
  trackId: Track.Zandvoort,
  sessionType: SessionType.Race,
  sessionStatus: SessionStatus.Finished,
  events: [event],
};

test('a stored session has track, type, round and season, and its state only where its recording is incomplete', () => {
  expect(describeSession(stored)).toEqual({
    state: 'ended',
    stateText: '',
    track: 'Zandvoort',
    type: 'Race',
    title: 'Zandvoort Race',
    fullTitle: 'Zandvoort Race',
    round: 'Round 5, Home',
    seasons: ['Spring Cup'],
    official: '',
    place: 'Round 5, Home · Spring Cup',
  });
  for (const sessionStatus of [SessionStatus.InProgress, SessionStatus.Unknown])
    expect(describeSession({ ...stored, sessionStatus })).toMatchObject({
      state: 'incomplete',
      stateText: 'Incomplete',
      title: 'Zandvoort Race',
      fullTitle: 'Zandvoort Race, incomplete',
    });
});

test('a live session is live, silent or ended, and has no title before its first data', () => {
  const live = { trackId: Track.Spa, sessionType: SessionType.Q1, state: 'live' } as const;
  const states = [live, { ...live, state: 'recorderLost' } as const, { ...live, state: 'ended' } as const];
  expect(states.map((each) => describeSession(each)).map(({ state, stateText }) => [state, stateText])).toEqual([
    ['live', 'Live'],
    ['silent', 'Recorder silent'],
    ['ended', ''],
  ]);
  expect(describeSession(live).title).toBe('Spa Qualifying 1');
  expect(describeSession({ ...live, trackId: null, sessionType: null })).toMatchObject({ title: '', track: '' });
});

test('a live session has the round, league and season of its event, unless an older server left them out', () => {
  const live = { trackId: Track.Zandvoort, sessionType: SessionType.Race, state: 'live' } as const;
  const named = { seasonId: 'a', eventId: 'b', seasonName: 'Spring Cup', league: { id: 'c', name: 'Night' }, round: 2 };
  const placeIn = (given: object) => describeSession({ ...live, event: { ...named, ...given } }).place;
  expect(placeIn({ name: 'Dunes' })).toBe('Round 2, Dunes · Night · Spring Cup');
  expect(placeIn({ name: null, league: null })).toBe('Round 2 · Spring Cup');
  expect(describeSession({ ...live, event: { seasonId: 'a', eventId: 'b' } }).place).toBe('');
});

test('a race with the points of a sprint is a sprint', () => {
  const sprint: SessionEvent = { ...event, scoring: 'sprint' };
  expect(describeSession({ ...stored, events: [sprint] }).title).toBe('Zandvoort Sprint');
  expect(describeSession({ ...stored, sessionType: SessionType.Q3, events: [sprint] }).title).toBe(
    'Zandvoort Qualifying 3',
  );
});

const placeOf = (events: readonly SessionEvent[] | null | undefined) =>
  describeSession({ ...stored, events: events === undefined || events === null ? events : [...events] }).place;

test('the place of a session is its round, league and season, and by how many more events it is held', () => {
  const league = { id: 'c', name: 'Sunday League' };
  expect(placeOf([{ ...event, league }])).toBe('Round 5, Home · Sunday League · Spring Cup');
  expect(placeOf([{ ...event, name: null }, event, event])).toBe('Round 5 · Spring Cup · +2');
  expect([placeOf([]), placeOf(null), placeOf(undefined)]).toEqual(['', '', '']);
});

test('the place of a session names the season whose stewards changed the first three', () => {
  const ruled: SessionEvent = { ...event, seasonName: 'Night League', podium: [] };
  expect(placeOf([event, ruled])).toBe('Stewards’ result · Round 5, Home · Night League · +1');
});

test('the place of a session names the season whose rules changed the first three', () => {
  const ruled: SessionEvent = { ...event, podium: [], classifiedFrom: 0.9 };
  expect(placeOf([ruled])).toBe('Season’s result · Round 5, Home · Spring Cup');
});

test('a result is official or provisional in a season that publishes its standings', () => {
  const described = (isOfficial?: boolean) => describeSession({ ...stored, events: [{ ...event, isOfficial }] });
  expect([true, false, undefined].map((isOfficial) => described(isOfficial).official)).toEqual([
    'Official',
    'Provisional',
    '',
  ]);
  expect(described(true).place).toBe('Official · Round 5, Home · Spring Cup');
});

test('the place of a session that stewards excluded says so, unless another season has the first three', () => {
  const excluded: SessionEvent = { ...event, isExcluded: true };
  expect(placeOf([excluded])).toBe('Does not count · Round 5, Home · Spring Cup');
  expect(placeOf([event, excluded])).toBe('Round 5, Home · Spring Cup · +1');
  const ruled: SessionEvent = { ...event, seasonName: 'Night League', podium: [] };
  expect(placeOf([excluded, ruled])).toBe('Stewards’ result · Round 5, Home · Night League · +1');
});

test('a round without a name of its own has its number, beside others its track', () => {
  expect([roundText(event), roundText({ ...event, name: null })]).toEqual(['Round 5, Home', 'Round 5']);
  const nearby = { eventId: 'c', round: 6, name: null, track: 11, sessionId: null } as const;
  expect([nearbyText(nearby), nearbyText({ ...nearby, name: 'Final' })]).toEqual(['Round 6, Monza', 'Round 6, Final']);
});

test('beside its league a season is named without the name of the league', () => {
  const league = { id: 'a', name: 'Night' };
  const named = (seasonName: string) => seasonBesideLeague({ seasonName, league });
  expect(['Night · Season 4', 'Night Season 4', 'Nightly Cup', 'Night', 'Cup'].map(named)).toEqual([
    'Season 4',
    'Season 4',
    'Nightly Cup',
    'Night',
    'Cup',
  ]);
  expect(seasonBesideLeague({ seasonName: 'Night · Season 4', league: null })).toBe('Night · Season 4');
  expect(
    ['Night · Season 4', 'The Night Cup', 'Night', 'Cup'].map((name) => seasonsText({ seasonName: name, league })),
  ).toEqual([['Night', 'Season 4'], ['The Night Cup'], ['Night'], ['Night', 'Cup']]);
});

test('an incomplete recording is said with the laps of its leader in a race, and with the leader', () => {
  const first = { carIndex: 0, name: 'Ada', team: null, numberOfLaps: 4 };
  const place = { ...first, totalRaceTime: null, totalPenaltiesSeconds: null, bestLapTimeMs: null };
  const race = { sessionType: SessionType.Race, podium: [place], numberOfLaps: 10 };
  const told = [
    race,
    { ...race, numberOfLaps: null },
    { ...race, podium: [{ ...place, numberOfLaps: 0 }] },
    { ...race, sessionType: SessionType.Q3 },
    { ...race, podium: [] },
  ];
  expect(told.map(stoppedSentence)).toEqual([
    'The recording stopped after lap 4 of 10, with Ada first.',
    'The recording stopped after lap 4, with Ada first.',
    'The recording stopped in lap 1, with Ada first.',
    'The recording stopped early, with Ada first.',
    'The recording stopped early.',
  ]);
  expect(isIncomplete(stored)).toBe(false);
});
