import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { roundsOf, type SavedSeason, wrongPublishedStandings } from '../../tests/fixtures/published-season.ts';
import { finisher, ruling } from '../../tests/fixtures/scored.ts';
import { session } from '../../tests/fixtures/session.ts';
import type { Ruling } from '../entities/ruling.ts';
import type { ScoringRules } from '../entities/scoring.ts';
import type { Season } from '../entities/season.ts';
import { SessionStatus, SessionType, Track } from '../enumerations.ts';
import type { ScoredEvent } from './results.ts';
import { defaultRules, standingsOf } from './scoring.ts';
import { titleFight } from './title-fight.ts';

const rules: ScoringRules = { ...defaultRules, racePoints: [10, 6, 4, 2], sprintPoints: [3, 1], fastestLapBonus: 0 };

/** Names in the order of their finish. */
type Order = readonly string[];
interface Round {
  readonly race?: Order;
  readonly sprint?: Order;
  readonly factor?: number;
  /** Planned by the owner. */
  readonly hasSprint?: boolean;
}

const raceOf = (race: Order): Round => ({ race });

function eventOf({ race, sprint, factor = 1 }: Round, index: number): ScoredEvent {
  const driven = (sessionId: string, names: Order | undefined, numberOfLaps: number, sessionType: SessionType) =>
    names === undefined
      ? []
      : [
          {
            sessionId,
            sessionType,
            numberOfLaps,
            drivers: names.map((name, place) => finisher(place, place + 1, { name, team: `Team ${name.slice(0, 1)}` })),
          },
        ];
  const sessions = [
    ...driven(`race ${index}`, race, 20, SessionType.Race),
    ...driven(`sprint ${index}`, sprint, 10, SessionType.Race2).map((each) => ({
      ...each,
      scoring: 'sprint' as const,
    })),
  ];
  return { id: `event ${index}`, track: Track.Monza, pointsFactor: factor, sessions };
}

/** A season of these rounds, as the server answers it. */
function seasonOf(
  events: readonly ScoredEvent[],
  scoring: ScoringRules,
  rulings: Ruling[] = [],
): Pick<Season, 'events' | 'standings' | 'scoring' | 'rulings'> {
  return {
    scoring,
    rulings,
    standings: standingsOf(events, scoring, [], rulings),
    events: events.map(({ id, track, pointsFactor, sessions }) => ({
      id,
      track,
      name: null,
      startsAt: null,
      ...(pointsFactor === undefined ? {} : { pointsFactor }),
      sessions: sessions.map(({ sessionId, sessionType, numberOfLaps, scoring: chosen }) => ({
        session: session({ id: sessionId, sessionType, numberOfLaps, podium: [] }),
        driverNames: [],
        ...(chosen == null ? {} : { scoring: chosen }),
      })),
    })),
  };
}

function fightOf(rounds: readonly Round[], given: Partial<ScoringRules> = {}, of?: 'drivers' | 'teams') {
  const season = seasonOf(rounds.map(eventOf), { ...rules, ...given });
  const events = season.events.map((event, index) => ({ ...event, hasSprint: rounds[index]?.hasSprint }));
  return titleFight({ ...season, events }, of);
}

const ahead: Round = {};
const won = raceOf(['Ada', 'Bo']);
/** The drivers who can still win. */
const inFight = (fight: ReturnType<typeof fightOf>) =>
  fight?.rows.filter((row) => row.isInFight).map(({ name }) => name);

test('each driver is some points behind the leader after each round', () => {
  const fight = fightOf([raceOf(['Ada', 'Bo', 'Cy']), raceOf(['Bo', 'Cy', 'Ada']), ahead, ahead]);
  // Ada 10 + 4, Bo 6 + 10, Cy 4 + 6. Two races are left, of 10 points each.
  expect(fight?.rows.map(({ name, points, behind, fewest, most }) => [name, points, behind, fewest, most])).toEqual([
    ['Bo', 16, [4, 0], 16, 36],
    ['Ada', 14, [0, 2], 14, 34],
    ['Cy', 10, [6, 6], 10, 30],
  ]);
  expect(fight).toMatchObject({ lastRound: 4, left: { points: 20, races: 2, sprints: 0 }, isDecided: false });
  expect(fight?.steps.map(({ round, at }) => [round, at])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('places are gained since the round before the last one, sprints of it included', () => {
  const places = (rounds: readonly Round[]) => fightOf(rounds)?.rows.map((row) => [row.name, row.places]);
  const first = raceOf(['Ada', 'Bo', 'Cy']);
  expect(places([first])).toEqual([
    ['Ada', null],
    ['Bo', null],
    ['Cy', null],
  ]);
  // Cy 4 + 3 + 10, Ada 10, Bo 6 and Di 6, who came later and had no place before.
  expect(places([first, { sprint: ['Cy'], race: ['Cy', 'Di'] }, ahead])).toEqual([
    ['Cy', 2],
    ['Ada', -1],
    ['Bo', -1],
    ['Di', null],
  ]);
  // Ada was second to Bo for three of four rounds.
  expect(places([raceOf(['Ada', 'Bo']), raceOf(['Bo', 'Ada']), raceOf(['Bo', 'Ada']), raceOf(['Ada'])])).toEqual([
    ['Ada', 1],
    ['Bo', -1],
  ]);
});

describe('a title is decided', () => {
  test('once the second lacks more points than are left, and not by one point less', () => {
    // 12 behind with 10 left; a round before, 8 behind with 20 left.
    expect(fightOf([won, won, won, ahead])?.isDecided).toBe(true);
    expect(inFight(fightOf([won, won, ahead, ahead]))).toEqual(['Ada', 'Bo']);
    // 8 behind with 9 left; then with 7 left.
    const winner = (points: number) => ({ racePoints: [points, points - 4] });
    expect(fightOf([won, won, ahead], winner(9))).toMatchObject({ left: { points: 9 }, isDecided: false });
    expect(fightOf([won, won, ahead], winner(7))).toMatchObject({ left: { points: 7 }, isDecided: true });
  });

  test('by count-back where points would be level: wins, then second places, then the earliest', () => {
    // Bo lacks 8 with 8 left, and would have 1 win against 2 of Ada.
    expect(fightOf([won, won, ahead], { racePoints: [8, 4] })).toMatchObject({ left: { points: 8 }, isDecided: true });
    // Bo lacks 8 with 8 left, and would have a win as the others have, without a second place.
    const seconds = [raceOf(['Ada', 'Cy', 'Bo']), raceOf(['Cy', 'Ada', 'Bo']), ahead];
    expect(inFight(fightOf(seconds, { racePoints: [8, 2, 1] }))).toEqual(['Ada', 'Cy']);
    // Level on points and wins, and only Bo with a second place.
    expect(inFight(fightOf([won, ahead], { racePoints: [8, 0] }))).toEqual(['Ada', 'Bo']);
    // Level in everything but that Ada won earlier: Bo was in a sprint without points.
    const sprint = { sprint: ['Bo'], race: ['Ada'] };
    expect(inFight(fightOf([sprint, ahead], { racePoints: [8], sprintPoints: [] }))).toEqual(['Ada']);
  });

  test('after the last round, unless nothing separates the first two', () => {
    expect(fightOf([won])).toMatchObject({ left: { points: 0, races: 0 }, isDecided: true, isLevel: false });
    const level = fightOf(
      [
        { sprint: ['Ada'], race: [] },
        { sprint: ['Bo'], race: [] },
      ],
      { sprintPoints: [3] },
    );
    expect(level).toMatchObject({ isLevel: true, isDecided: false });
    const [event] = [won].map(eventOf);
    if (event === undefined) throw new Error('one event');
    const deadHeat = event.sessions.map((each) => ({
      ...each,
      drivers: each.drivers.map((driver) => ({ ...driver, finishingPosition: 1 })),
    }));
    const heat = titleFight(seasonOf([{ ...event, sessions: deadHeat }], rules));
    expect([inFight(heat), heat?.left.races]).toEqual([['Ada', 'Bo'], 0]);
    expect(heat).toMatchObject({ isLevel: true, isDecided: false });
    expect(fightOf([won, raceOf(['Bo', 'Ada'])])).toMatchObject({ isLevel: false, isDecided: true });
  });

  test('before a newcomer could win everything, only where nobody else has raced', () => {
    expect(fightOf([raceOf(['Ada']), ahead])?.isDecided).toBe(false);
    expect(fightOf([raceOf(['Ada'])])?.isDecided).toBe(true);
    expect(fightOf([ahead])).toBeNull();
  });
});

describe('what is left', () => {
  test('has the bonuses of a race, and no fastest lap where none is paid', () => {
    expect(fightOf([won, ahead], { fastestLapBonus: 1, poleBonus: 2 })?.left.points).toBe(13);
    expect(fightOf([won, ahead], { fastestLapBonus: 1, fastestLapWithin: 0 })?.left.points).toBe(10);
    // A sprint pays none of them.
    const withSprint = { sprint: ['Ada', 'Bo'], race: ['Ada', 'Bo'] };
    expect(fightOf([withSprint, ahead], { fastestLapBonus: 1, poleBonus: 2 })?.left.points).toBe(16);
    // A team wins each once.
    expect(fightOf([won, ahead], { poleBonus: 2 }, 'teams')?.left.points).toBe(18);
  });

  test('has the most points of a table, wherever in it they are', () => {
    expect(fightOf([won, ahead], { racePoints: [6, 10, 4] })?.left.points).toBe(10);
  });

  test('has the points of three cars for teams of which one had three in a race', () => {
    const three = raceOf(['Ada', 'Abe', 'Ann', 'Bo']);
    expect(fightOf([three, won, ahead], {}, 'teams')?.left.points).toBe(20);
  });

  test('has half of the points of a race for half points, which can decide a title', () => {
    // 8 behind: 10 are left, or 5.
    expect(fightOf([won, won, ahead])).toMatchObject({ left: { points: 10 }, isDecided: false });
    expect(fightOf([won, won, { factor: 0.5 }])).toMatchObject({ left: { points: 5 }, isDecided: true });
  });

  test('has a sprint in each round that is left, once there was one', () => {
    // Ada 23, Bo 13: 10 behind, with a race of 10 or with a sprint of 3 too.
    const rounds = [{ sprint: ['Ada', 'Bo'], race: ['Ada', 'Bo'] }, won];
    expect(fightOf([...rounds, ahead])).toMatchObject({ left: { points: 13, races: 1, sprints: 1 }, isDecided: false });
    // The sprint of the last round has been run, and its race has not: Ada 26, Bo 14, and 10 are left.
    const sprinted = [...rounds, { sprint: ['Ada', 'Bo'] }];
    expect(fightOf(sprinted)).toMatchObject({ left: { points: 10, races: 1, sprints: 0 }, isDecided: true });
    expect(fightOf(sprinted)?.steps.map(({ round, column, at }) => ({ round, scoring: column.scoring, at }))).toEqual([
      { round: 1, scoring: 'sprint', at: 0.5 },
      { round: 1, scoring: 'race', at: 1 },
      { round: 2, scoring: 'race', at: 2 },
      { round: 3, scoring: 'sprint', at: 2.5 },
    ]);
  });

  test('has the sprints that are planned, and none where there is none', () => {
    const rounds = [{ sprint: ['Ada', 'Bo'], race: ['Ada', 'Bo'] }, won];
    expect(fightOf([...rounds, { hasSprint: false }])).toMatchObject({
      left: { points: 10, sprints: 0 },
      isDecided: true,
    });
    expect(fightOf([won, { hasSprint: true }, ahead])).toMatchObject({
      left: { points: 23, races: 2, sprints: 1, undecidedSprints: 0 },
    });
    expect(fightOf([...rounds, { hasSprint: true }, ahead])).toMatchObject({
      left: { points: 26, sprints: 2, undecidedSprints: 1 },
    });
    // Its sprint has been run, and its race has not; then its race alone was run.
    expect(fightOf([won, { hasSprint: true, sprint: ['Ada'] }])).toMatchObject({ left: { points: 10, sprints: 0 } });
    expect(fightOf([won, { hasSprint: true, race: ['Ada'] }])).toMatchObject({ left: { points: 0, sprints: 0 } });
  });

  test('has no race that was run and that a ruling excludes', () => {
    const excluded = { ...ruling({ kind: 'excludeSession' }), sessionId: 'race 1' };
    const season = seasonOf([won, won].map(eventOf), rules, [excluded]);
    expect(titleFight(season)).toMatchObject({ left: { points: 0, races: 0 }, isDecided: true });
  });

  test.each([
    ['a ruling that changes its result', ruling({ kind: 'time', milliseconds: 1_000 })],
    ['an exclusion that was withdrawn', ruling({ kind: 'excludeSession', withdrawnAt: '2026-01-02T00:00:00.000Z' })],
    ['the draft of an exclusion', ruling({ kind: 'excludeSession', state: 'draft' })],
  ])('has a race that is not over, also after %s', (_, ruled) => {
    const [first, second] = [won, won].map(eventOf);
    if (first === undefined || second === undefined) throw new Error('two events');
    const sessions = second.sessions.map((each) => ({ ...each, sessionStatus: SessionStatus.InProgress }));
    const season = seasonOf([first, { ...second, sessions }], rules, [{ ...ruled, sessionId: 'race 1' }]);
    expect(titleFight(season)).toMatchObject({ left: { points: 10, races: 1 }, isDecided: false });
  });

  test.each([
    ['before anything is published', null, 1],
    ['that was made after the publication', '2026-01-01T00:00:00.000Z', 1],
    ['that was published', '2026-01-03T00:00:00.000Z', 0],
    ['that was published, and withdrawn since', '2026-01-02T12:00:00.000Z', 0],
  ])('counts for readers of official standings an exclusion %s', (title, publishedAt, races) => {
    const withdrawnAt = title.includes('withdrawn') ? '2026-01-04T00:00:00.000Z' : null;
    const made = ruling({ kind: 'excludeSession', madeAt: '2026-01-02T00:00:00.000Z', withdrawnAt });
    const published = seasonOf([won, ahead].map(eventOf), rules).standings;
    const revision = publishedAt && { number: 1, note: null, authorName: null, publishedAt, hasChanged: false };
    const excluded = { ...made, sessionId: 'race 1' };
    const season = seasonOf([won, won].map(eventOf), rules, [excluded]);
    const read = { ...season, standings: published, provisional: 'whenPublished', revision: revision || null } as const;
    expect(titleFight(read)).toMatchObject({ left: { races } });
  });

  test('has a race that is being driven, also where the event has another one', () => {
    const season = seasonOf([won].map(eventOf), rules);
    const events = season.events.map((event) => ({ ...event, liveId: 'live' }));
    expect(titleFight({ ...season, events })).toMatchObject({ left: { points: 10, races: 1 }, isDecided: false });
  });

  test.each([
    ['excluded by a ruling', ruling({ kind: 'excludeSession' })],
    ['excluded, which was withdrawn', ruling({ kind: 'excludeSession', withdrawnAt: '2026-01-02T00:00:00.000Z' })],
    ['changed by a ruling', ruling({ kind: 'time', milliseconds: 1_000 })],
  ])('has the race of a weekend whose sprint was %s', (_, ruled) => {
    const rounds = [{ sprint: ['Bo', 'Ada'], race: ['Ada', 'Bo'] }, { sprint: ['Ada', 'Bo'] }];
    const season = seasonOf(rounds.map(eventOf), rules, [{ ...ruled, sessionId: 'sprint 1' }]);
    expect(titleFight(season)).toMatchObject({ left: { points: 10, races: 1, sprints: 0 }, isDecided: false });
  });
});

test('results that are dropped count as they would at each round, and at the end', () => {
  const rounds = [raceOf(['Ada', 'Bo']), raceOf(['Ada', 'Bo']), raceOf(['Bo', 'Ada']), ahead];
  const fight = fightOf(rounds, { droppedResults: 1, dropBy: 'round' });
  // One of one is not dropped. After two, one of two counts: 10 and 6. After three, the best two: 20 and 16.
  expect(fight?.rows.map(({ name, points, behind }) => [name, points, behind])).toEqual([
    ['Ada', 20, [0, 0, 0]],
    ['Bo', 16, [4, 4, 4]],
  ]);
  // The best three of four: Ada 10 + 10 + 10; Bo 10 + 10 + 6, and Ada at least 20, when the last one cannot be dropped.
  expect(fight?.rows.map(({ name, fewest, most }) => [name, fewest, most])).toEqual([
    ['Ada', 20, 30],
    ['Bo', 16, 26],
  ]);
  expect(fight).toMatchObject({ left: { points: 10 }, isDecided: false });
  // Ada 30, Bo 18 and 10 left. With one dropped Ada has at least 20, and Bo at most 22.
  const drop = { droppedResults: 1, dropBy: 'result' } as const;
  expect(fightOf([won, won, won, ahead])?.isDecided).toBe(true);
  expect(fightOf([won, won, won, ahead], drop)).toMatchObject({ isDecided: false });
});

test('of constructors all cars of a team count', () => {
  const race = raceOf(['Ada', 'Bo', 'Ann', 'Bea']);
  const fight = fightOf([race, race, ahead], {}, 'teams');
  // 14 and 8 a race. A team of two wins 10 + 6 in the race that is left.
  expect(fight?.rows.map(({ name, points, behind, most }) => [name, points, behind, most])).toEqual([
    ['Team A', 28, [0, 0], 44],
    ['Team B', 16, [6, 12], 32],
  ]);
  expect(fight).toMatchObject({ left: { points: 16 }, isDecided: false });
  expect(fightOf([race, race, race, ahead], {}, 'teams')?.isDecided).toBe(true);
});

test('of constructors no results are dropped, and there is no title without them', () => {
  const race = raceOf(['Ada', 'Bo', 'Ann', 'Bea']);
  const season = seasonOf([race, race, race].map(eventOf), { ...rules, droppedResults: 1, dropBy: 'result' });
  expect(titleFight(season, 'teams')?.rows.map(({ points, behind }) => [points, behind])).toEqual([
    [42, [0, 0, 0]],
    [24, [6, 12, 18]],
  ]);
  // Standings of the first releases have none.
  const { teams: _, ...standings } = season.standings;
  expect(titleFight({ ...season, standings }, 'teams')).toBeNull();
});

describe('real seasons', () => {
  const folder = process.env.PITBOARD_DATA;

  // 2022: after round 19 Verstappen has 391 and Leclerc 267; a round before it is 366 to 253 of Pérez. Rounds of 26, each
  // with a sprint of 8, as the calendar does not say where they are: 136 are left after 18, 102 after 19.
  // 2023: 433 to 224 of Pérez after round 17, with 34 for each of five; a round before 400 to 223, with 204.
  test.each([
    ['2022', 19, 'max-verstappen'],
    ['2023', 17, 'max-verstappen'],
  ])(
    '%s: gaps are those of the published standings, and the title is decided after round %i',
    (year, decided, champion) => {
      const file = folder === undefined ? null : join(folder, 'seasons', `${year}.json`);
      if (file === null || !existsSync(file)) {
        console.log(`SKIPPED: season ${year} (${file ?? 'PITBOARD_DATA is not set'})`);
        return;
      }
      const saved: SavedSeason = JSON.parse(readFileSync(file, 'utf8'));
      const rounds = roundsOf(saved);
      const fightAfter = (count: number) =>
        titleFight(
          seasonOf(
            rounds.map(({ event }, index) => (index < count ? event : { ...event, sessions: [] })),
            defaultRules,
          ),
        );
      const fight = fightAfter(rounds.length);
      for (const { round, published } of rounds) {
        if (wrongPublishedStandings.has(`${year}/${round}`)) continue;
        const step = fight?.steps.findIndex((each) => each.round === round && each.column.scoring === 'race') ?? -1;
        const leading = published[0]?.points ?? 0;
        expect(
          published.map(({ driverId }) => fight?.rows.find(({ name }) => name === driverId)?.behind[step]),
        ).toEqual(published.map(({ points }) => leading - points));
      }
      const open = fightAfter(decided - 1);
      expect(open?.isDecided).toBe(false);
      expect(open?.rows.filter(({ isInFight }) => isInFight).length).toBeGreaterThan(1);
      const over = fightAfter(decided);
      expect(over?.rows.filter(({ isInFight }) => isInFight).map(({ name }) => name)).toEqual([champion]);
      expect(fight).toMatchObject({ left: { points: 0, races: 0, sprints: 0 }, isDecided: true });
    },
  );
});
