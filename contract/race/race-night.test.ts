import { expect, test } from 'vitest';
import { session } from '../../tests/fixtures/session.ts';
import type { SeasonEvent } from '../entities/season.ts';
import type { SessionSummary } from '../entities/session.ts';
import { SessionType, Track } from '../enumerations.ts';
import {
  currentDestination,
  destinationKey,
  eventsOfNight,
  isNightStored,
  type OwnSeason,
  scoringsOfNight,
  sortSessions,
} from './race-night.ts';

const winner = (name: string) => [{ name }] as unknown as SessionSummary['podium'];

/** A session on a day of May at an hour. */
function on(
  id: string,
  trackId: Track,
  day: number,
  hour: number,
  given: Partial<SessionSummary> = {},
): SessionSummary {
  const sessionStartTime = `2026-05-${String(day).padStart(2, '0')}T${hour}:00:00.000Z`;
  const { drivers: _, ...summary } = session({ trackId, sessionStartTime, sessionType: SessionType.Race });
  return { ...summary, id, podium: winner('Ada'), numberOfLaps: 30, ...given };
}

function event(id: string, track: Track, day: number | null, sessions: readonly SessionSummary[] = []): SeasonEvent {
  return {
    id,
    track,
    name: null,
    startsAt: day === null ? null : `2026-05-${String(day).padStart(2, '0')}T18:00:00.000Z`,
    sessions: sessions.map((each) => ({ session: each, driverNames: each.podium.map(({ name }) => name) })),
  };
}

const season = (id: string, events: readonly SeasonEvent[]): OwnSeason => ({
  id,
  name: id,
  events: [...events],
  updatedAt: '2026-05-01T00:00:00.000Z',
});

const proposals = (sessions: readonly SessionSummary[], seasons: readonly OwnSeason[]) =>
  sortSessions(sessions, seasons).map((each) => [
    each.session.id,
    destinationKey(each.destination, each.session),
    each.reason,
  ]);

const raced = event('monza', Track.Monza, 2, [on('old', Track.Monza, 2, 18)]);

test('a session goes to the event at its track that is planned for its date', () => {
  const events = [raced, event('late', Track.Spa, 23), event('spa', Track.Spa, 9)];
  expect(proposals([on('a', Track.Spa, 9, 19)], [season('s', events)])).toEqual([['a', 'spa', 'planned']]);
});

test('an event without a date is taken by its track', () => {
  const events = [raced, event('spa', Track.Spa, null)];
  expect(proposals([on('a', Track.Spa, 9, 19)], [season('s', events)])).toEqual([['a', 'spa', 'track']]);
  // Not by other drivers.
  const strangers = on('z', Track.Spa, 9, 19, { podium: winner('Zoë') });
  expect(proposals([strangers], [season('s', events)])).toEqual([['z', null, 'otherDrivers']]);
});

test('the sessions of a weekend go to one event, also to one that was begun, and never to one of another weekend', () => {
  const qualifying = on('q', Track.Spa, 9, 18, { sessionType: SessionType.ShortQualifying, podium: [] });
  const events = [raced, event('spa', Track.Spa, 9)];
  expect(proposals([on('r', Track.Spa, 9, 19), qualifying], [season('s', events)])).toEqual([
    ['q', 'spa', 'planned'],
    ['r', 'spa', 'weekend'],
  ]);
  expect(proposals([on('r', Track.Monza, 2, 20)], [season('s', [raced])])).toEqual([['r', 'monza', 'weekend']]);
  expect(proposals([on('r', Track.Monza, 20, 20)], [season('s', [raced])])[0]?.[2]).toBe('missing');
});

test('of two seasons with the same event the one with the drivers of the session is taken', () => {
  const other = event('other', Track.Monza, 2, [on('x', Track.Monza, 2, 18, { podium: winner('Luís') })]);
  const seasons = [
    season('one', [other, event('one-spa', Track.Spa, 9)]),
    season('two', [raced, event('two-spa', Track.Spa, 9)]),
  ];
  expect(proposals([on('a', Track.Spa, 9, 19)], seasons)[0]?.[1]).toBe('two-spa');
});

test('before the first race a season is known by its roster, which hinders none that is recorded by other names', () => {
  const events = [event('spa', Track.Spa, 9)];
  const driver = { id: 'd', name: 'Ada', number: 1, team: null, isReserve: false, changes: [] };
  const listed = { ...season('listed', [event('listed-spa', Track.Spa, 9)]), roster: [driver] };
  expect(proposals([on('a', Track.Spa, 9, 19)], [season('other', events), listed])[0]?.[1]).toBe('listed-spa');
  const tag = on('b', Track.Monza, 9, 19, { podium: winner('xX_ada_Xx') });
  expect(proposals([tag], [listed])[0]?.[2]).toBe('missing');
});

test('where no event is planned a new one is proposed, once for a weekend, to the season with those drivers', () => {
  const start = '2026-05-09T18:00:00.000Z';
  const key = `new s ${Track.Spa} ${start}`;
  const night = [on('q', Track.Spa, 9, 18), on('r', Track.Spa, 9, 19)];
  expect(proposals(night, [season('s', [raced])])).toEqual([
    ['q', key, 'missing'],
    ['r', key, 'weekend'],
  ]);
  expect(eventsOfNight(sortSessions(night, [season('s', [raced])]))).toEqual([
    { seasonId: 's', eventId: null, track: Track.Spa, startsAt: start, sessionIds: ['q', 'r'] },
  ]);
  const strangers = on('z', Track.Spa, 9, 18, { podium: winner('Zoë') });
  expect(proposals([strangers], [season('s', [raced])])).toEqual([['z', null, 'otherDrivers']]);
  expect(proposals([strangers], [season('s', [])])[0]?.[2]).toBe('missing');
  expect(proposals([strangers], [])).toEqual([['z', null, 'noSeason']]);
});

test('time trials belong to no event', () => {
  const trial = on('t', Track.Spa, 9, 18, { sessionType: SessionType.TimeTrial });
  expect(proposals([trial], [season('s', [event('spa', Track.Spa, 9)])])).toEqual([]);
});

test('of two races that go to one event the shorter is the sprint, beside those that it has already', () => {
  const night = [on('short', Track.Spa, 9, 18, { numberOfLaps: 9 }), on('long', Track.Spa, 9, 19)];
  const seasons = [season('s', [raced, event('spa', Track.Spa, 9)])];
  expect([...scoringsOfNight(sortSessions(night, seasons), seasons)]).toEqual([
    ['short', 'sprint'],
    ['long', 'race'],
  ]);
  const late = [on('late', Track.Monza, 2, 20, { numberOfLaps: 9 })];
  expect(scoringsOfNight(sortSessions(late, seasons), seasons).get('late')).toBe('sprint');
});

test('a new event that was stored meanwhile is not added again', () => {
  const chosen = { seasonId: 's', newOn: '2026-05-09T18:00:00.000Z' };
  const race = on('r', Track.Spa, 9, 18);
  expect(currentDestination(chosen, race, [season('s', [raced])])).toBe(chosen);
  const seasons = [season('s', [raced, event('spa', Track.Spa, 9)])];
  expect(currentDestination(chosen, race, seasons)).toEqual({ seasonId: 's', eventId: 'spa' });
});

test('a night is stored when every session is in its event and scores as it was chosen', () => {
  const [one, two] = [on('a', Track.Spa, 9, 18), on('b', Track.Imola, 10, 18)];
  const asked = [
    { seasonId: 's', eventId: 'spa', track: Track.Spa, startsAt: one.sessionStartTime, sessionIds: ['a'] },
    { seasonId: 's', eventId: null, track: Track.Imola, startsAt: two.sessionStartTime, sessionIds: ['b'] },
    { seasonId: 'other', eventId: 'x', track: Track.Monza, startsAt: two.sessionStartTime, sessionIds: ['c'] },
  ];
  const spa = event('spa', Track.Spa, 9, [one]);
  const imola = event('made', Track.Imola, 10, [two]);
  expect(isNightStored(season('s', [spa, imola]), asked, [])).toBe(true);
  expect(isNightStored(season('s', [spa, event('made', Track.Imola, 10)]), asked, [])).toBe(false);
  expect(isNightStored(season('s', [spa, event('made', Track.Imola, 11, [two])]), asked, [])).toBe(false);
  expect(isNightStored(season('s', [event('spa', Track.Spa, 9, [two]), imola]), asked, [])).toBe(false);
  expect(isNightStored(season('s', [spa, imola]), asked, [['a', 'sprint']])).toBe(false);
  const sprint = { ...spa, sessions: spa.sessions.map((each) => ({ ...each, scoring: 'sprint' as const })) };
  expect(isNightStored(season('s', [sprint, imola]), asked, [['a', 'sprint']])).toBe(true);
});
