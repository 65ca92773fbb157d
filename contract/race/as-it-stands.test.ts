import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { driver, session as sessionOf } from '../../tests/fixtures/session.ts';
import type { Ruling } from '../entities/ruling.ts';
import type { Alias } from '../entities/scoring.ts';
import type { Season } from '../entities/season.ts';
import type { Session } from '../entities/session.ts';
import { ResultStatus, SessionStatus, SessionType, Track } from '../enumerations.ts';
import { toDocument } from '../live/to-document.ts';
import {
  canScore,
  compareStandings,
  keyOfRace,
  type LiveRaceOfSeason,
  raceIn,
  sessionsToRescore,
  standingsBefore,
  standingsNow,
} from './as-it-stands.ts';
import { podiumOf } from './classification.ts';
import { defaultRules, standingsOf } from './scoring.ts';

const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const eventIdOf = (round: number) => idOf(900 + round);

/** A race whose cars finish in this order, 4 s apart; the last of them retires. */
function race(number: number, cars: readonly number[], numberOfLaps = 20): Session {
  const drivers = cars.map((car, index) =>
    driver({
      carIndex: car,
      name: `Driver ${car}`,
      team: car % 2 === 0 ? 'Aurora' : 'Lanza',
      position: index + 1,
      startingPosition: index + 1,
      finishingPosition: index + 1,
      resultStatus: statusOf(index, cars.length),
      bestLapTimeMs: 80_000 + ((car * 37 + number * 11) % 17),
      deltaToLeader: index === 0 ? null : index * 4_000,
      totalPenaltiesSeconds: 0,
      numberOfLaps,
    }),
  );
  const whole = sessionOf({
    id: idOf(number),
    internalSessionId: `${number}`,
    sessionType: SessionType.Race,
    numberOfLaps,
    drivers,
  });
  return { ...whole, podium: podiumOf(whole) };
}

/** The first car is disqualified in large fields; the last car has retired. */
function statusOf(index: number, cars: number): ResultStatus {
  if (index === 0 && cars > 4) return ResultStatus.Disqualified;
  return index === cars - 1 ? ResultStatus.Retired : ResultStatus.Finished;
}

/** A race while it runs: no driver has finished. */
function live(session: Session, seconds: Readonly<Record<number, number>> = {}): LiveRaceOfSeason {
  const { id, sessionId, userId, userName, weekendId, podium, ...detail } = session;
  const drivers = session.drivers.map((each) => ({
    ...each,
    finishingPosition: null,
    totalPenaltiesSeconds: seconds[each.carIndex] ?? 0,
    resultStatus: each.resultStatus === ResultStatus.Finished ? ResultStatus.Active : each.resultStatus,
  }));
  const document = toDocument({ ...detail, sessionStatus: SessionStatus.InProgress, drivers });
  return { liveId: id, eventId: eventIdOf(2), document };
}

interface Extras {
  readonly aliases?: Alias[];
  readonly rulings?: Ruling[];
  readonly droppedResults?: number;
}

function seasonOf(weekends: readonly (readonly Session[])[], extras: Extras = {}): Season {
  const { aliases = [], rulings = [], droppedResults = 0 } = extras;
  const scoring = { ...defaultRules, droppedResults, poleBonus: 1 };
  const rounds = weekends.map((sessions, round) => ({
    id: eventIdOf(round),
    track: Track.Monza,
    pointsFactor: 1,
    sessions,
  }));
  const scored = rounds.map((round) => ({
    ...round,
    sessions: round.sessions.map((each) => ({ ...each, sessionId: each.id })),
  }));
  return {
    id: idOf(1),
    name: 'Season',
    ownerId: idOf(2),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    events: rounds.map((round) => ({
      ...round,
      name: null,
      startsAt: null,
      sessions: round.sessions.map((session) => ({ session, driverNames: [] })),
    })),
    standings: standingsOf(scored, scoring, aliases, rulings),
    scoring,
    aliases,
    rulings,
  };
}

const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 3 });

test('the standings now are those that the season will have when the race ends so', () => {
  fc.assert(
    fc.property(order, order, order, order, fc.integer({ min: 0, max: 1 }), (one, two, sprint, now, droppedResults) => {
      const aliases = [{ name: 'Nought', recordedNames: ['Driver 0'] }];
      const made = { authorName: null, reason: 'why', madeAt: '2026-01-01T00:00:00.000Z', withdrawnAt: null };
      const rulings: Ruling[] = [
        { ...made, id: idOf(500), sessionId: idOf(11), kind: 'points', carIndex: one[0] ?? 0, points: -3 },
      ];
      const extras = { aliases, rulings, droppedResults };
      const run = [[race(11, one)], [race(12, two)]];
      const short = race(13, sprint, 8);
      const last = race(14, now);
      const season = seasonOf([...run, [short]], extras);
      // Alone, the sprint scores as the race of its event.
      expect(sessionsToRescore(season, live(last))).toEqual([short.id]);
      expect(standingsNow(season, live(last), [short])).toEqual(seasonOf([...run, [short, last]], extras).standings);
    }),
  );
});

test('a race that the season has stored meanwhile counts once, with the rulings on it', () => {
  fc.assert(
    fc.property(order, order, order, (one, sprint, now) => {
      const stored = { ...race(14, now), id: idOf(114) };
      const made = { authorName: null, reason: 'why', madeAt: '2026-01-01T00:00:00.000Z', withdrawnAt: null };
      const rulings: Ruling[] = [
        { ...made, id: idOf(500), sessionId: stored.id, kind: 'points', carIndex: now[0] ?? 0, points: -3 },
      ];
      const [weekends, short] = [[[race(11, one)], []], race(13, sprint, 8)];
      const season = seasonOf([...weekends, [short, stored]], { rulings });
      const shown = raceIn(season, live(race(14, now)));
      expect([shown.liveId, sessionsToRescore(season, shown)]).toEqual([stored.id, []]);
      expect(standingsNow(season, shown)).toEqual(season.standings);
      const before = seasonOf([...weekends, [short, { ...stored, drivers: [] }]], { rulings }).standings;
      expect(standingsBefore(season, shown)).toEqual({ ...before, tracks: season.standings.tracks });
    }),
  );
});

test('another race of the event, and one without a number of the game, are not the race that runs', () => {
  const running = live(race(14, [0, 1, 2]));
  expect(raceIn(seasonOf([[], [], [race(13, [0, 1, 2])]]), running).liveId).toBe(idOf(14));
  const unnumbered = { ...race(14, [0, 1, 2]), internalSessionId: '0' };
  const season = seasonOf([[], [], [{ ...unnumbered, id: idOf(114) }]]);
  expect(raceIn(season, live(unnumbered)).liveId).toBe(idOf(14));
});

test('seconds of penalties move a car behind those that are closer than that', () => {
  const season = seasonOf([[], [], []]);
  const names = (seconds: Record<number, number>) =>
    standingsNow(season, live(race(14, [0, 1, 2, 3]), seconds)).drivers.map(({ name }) => name);
  expect(names({})).toEqual(['Driver 0', 'Driver 1', 'Driver 2', 'Driver 3']);
  expect(names({ 0: 5 })).toEqual(['Driver 1', 'Driver 0', 'Driver 2', 'Driver 3']);
  expect(names({ 1: 3 })).toEqual(['Driver 0', 'Driver 1', 'Driver 2', 'Driver 3']);
});

test('before every car has a gap, the order of the road counts', () => {
  const season = seasonOf([[], [], []]);
  const start = race(14, [0, 1, 2, 3]);
  const drivers = start.drivers.map((each) => ({ ...each, deltaToLeader: null }));
  const { drivers: rows } = standingsNow(season, live({ ...start, drivers }, { 0: 5 }));
  expect(rows.map(({ name }) => name)).toEqual(['Driver 0', 'Driver 1', 'Driver 2', 'Driver 3']);
});

test('places are those gained since the standings before, and points those of the race', () => {
  const season = seasonOf([[race(11, [0, 1, 2, 3])], [], []]);
  const now = standingsNow(season, live(race(14, [2, 4, 1, 0])));
  expect(compareStandings(now, season.standings, idOf(14))).toEqual([
    { name: 'Driver 2', team: 'Aurora', position: 1, points: 41, gained: 26, places: 2, toNext: null },
    { name: 'Driver 1', team: 'Lanza', position: 2, points: 33, gained: 15, places: 0, toNext: 8 },
    { name: 'Driver 0', team: 'Aurora', position: 3, points: 27, gained: 0, places: -2, toNext: 6 },
    { name: 'Driver 4', team: 'Aurora', position: 4, points: 18, gained: 18, places: null, toNext: 9 },
    { name: 'Driver 3', team: 'Lanza', position: 5, points: 0, gained: 0, places: -1, toNext: 18 },
  ]);
});

test('points that are missing to the place ahead have the fractions of points, and are none between equals', () => {
  const standing = (name: string, points: number) => ({ name, team: null, points, results: [], aliases: [] });
  const drivers = [standing('Ada', 30.3), standing('Bo', 30.3), standing('Cy', 12.1)];
  const rows = compareStandings({ ...standingsOf([], defaultRules), drivers }, { drivers }, idOf(14));
  expect(rows.map(({ toNext }) => toNext)).toEqual([null, 0, 18.2]);
});

test('the key of a race changes with the order, penalties that count, and the fastest lap, and with nothing else', () => {
  const start = race(14, [0, 1, 2, 3]);
  const keyAfter = (change: (driver: Session['drivers'][number]) => object, seconds = {}) =>
    keyOfRace(
      live({ ...start, drivers: start.drivers.map((each) => ({ ...each, ...change(each) })) }, seconds).document,
    );
  const key = keyAfter(() => ({}));
  expect(keyAfter(() => ({ lapDistance: 812, currentLapTime: 9_000 }))).toBe(key);
  expect(keyAfter(() => ({}), { 1: 3 })).toBe(key);
  expect(keyAfter(() => ({}), { 1: 5 })).not.toBe(key);
  expect(keyAfter(({ carIndex }) => ({ bestLapTimeMs: 90_000 - carIndex }))).not.toBe(key);
  expect(keyAfter(({ carIndex }) => (carIndex === 2 ? { resultStatus: ResultStatus.Retired } : {}))).not.toBe(key);
});

test('only races give points', () => {
  expect(canScore({ sessionType: SessionType.Race })).toBe(true);
  expect(canScore({ sessionType: SessionType.Q1 })).toBe(false);
  expect(canScore({})).toBe(false);
});
