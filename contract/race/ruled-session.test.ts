import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { event as eventOf, finisher, race, ruling } from '../../tests/fixtures/scored.ts';
import { driver, session } from '../../tests/fixtures/session.ts';
import type { Ruling } from '../entities/ruling.ts';
import type { SessionEvent } from '../entities/session.ts';
import { ResultStatus, SessionType } from '../enumerations.ts';
import { classificationOf } from './classification.ts';
import { classify } from './classify.ts';
import { changesResult, ruledEventOf, scoredEventOf, shownEventOf, shownPodium } from './ruled-event.ts';
import { ruledCars, ruledDrivers, ruledPodium, withRulings } from './ruled-session.ts';
import { defaultRules, standingsOf } from './scoring.ts';
import { isFinish } from './standings.ts';

const of = { sessionId: 's1', sessionType: SessionType.Race };
const time = (carIndex: number, milliseconds: number) => ruling({ kind: 'time', carIndex, milliseconds });
const disqualify = (carIndex: number) => ruling({ kind: 'disqualify', carIndex });
const exclude = () => ruling({ kind: 'excludeSession' });

describe('a session after rulings', () => {
  const stored = session({
    drivers: [0, 1, 2, 3].map((carIndex) =>
      driver({
        carIndex,
        name: `Driver ${carIndex}`,
        finishingPosition: carIndex + 1,
        totalRaceTime: 3_600_000 + carIndex * 1_000,
        totalPenaltiesSeconds: carIndex === 0 ? 3 : null,
        bestLapTimeMs: 90_000 + carIndex,
        numberOfLaps: 50,
      }),
    ),
  });
  const on = (given: Ruling): Ruling => ({ ...given, sessionId: stored.id });
  const rowsAfter = (...rulings: Ruling[]) =>
    classificationOf(withRulings(stored, rulings.map(on))).map(
      ({ driver: { carIndex }, position, isOut, gapToLeader }) => [carIndex, position, isOut, gapToLeader],
    );

  test('has the places, the gaps and the penalties that they give', () => {
    expect(rowsAfter(time(1, 1_500))).toEqual([
      [0, 1, false, null],
      [2, 2, false, null],
      [1, 3, false, null],
      [3, 4, false, { milliseconds: 0 }],
    ]);
    expect(withRulings(stored, [on(time(0, 1_500))]).drivers[3]?.totalPenaltiesSeconds).toBe(4.5);
  });

  test('is not changed by rulings on another session, and has no penalties where none were given', () => {
    const other = { ...disqualify(0), sessionId: 'another' };
    expect(withRulings(stored, [other]).drivers).toEqual(stored.drivers);
    expect(withRulings(stored, [on(time(0, 1_500))]).drivers.map((each) => each.totalPenaltiesSeconds)).toEqual([
      null,
      null,
      null,
      4.5,
    ]);
  });

  test('has a podium whose times have what rulings add, and the penalties of the game, of each car', () => {
    const drivers = [
      finisher(0, 1, { totalPenaltiesSeconds: 5 }),
      finisher(1, 2, { totalPenaltiesSeconds: 2 }),
      finisher(2, 3, { totalRaceTime: null, totalPenaltiesSeconds: null }),
    ];
    const podium = ruledPodium(of, drivers, [time(1, -1_500)]);
    expect(podium?.map((each) => [each.carIndex, each.totalRaceTime, each.totalPenaltiesSeconds])).toEqual([
      [1, 3_600_500, 2],
      [0, 3_601_000, 5],
      [2, null, null],
    ]);
  });

  test('has a retirement that the season classifies at its place, without a gap, and with its status', () => {
    const retired = { resultStatus: ResultStatus.DidNotFinish, numberOfLaps: 47, finishingPosition: 4 };
    const laps = [50, 50, 46, 47];
    const drivers = stored.drivers.map((one, index) => ({
      ...one,
      numberOfLaps: laps[index] ?? null,
      ...(index === 3 ? retired : {}),
    }));
    const rows = (classifiedFrom: number | null) =>
      classificationOf(withRulings({ ...stored, drivers }, [], { classifiedFrom })).map(
        ({ driver: { carIndex }, position, isOut, status, gapToLeader, gapToCarAhead }) => [
          carIndex,
          position,
          isOut ? 'out' : 'counts',
          status,
          gapToLeader,
          gapToCarAhead,
        ],
      );
    expect(rows(0.9).slice(2)).toEqual([
      [3, 3, 'counts', 'DNF', null, null],
      [2, 4, 'counts', null, { laps: 4 }, { laps: 4 }],
    ]);
    for (const from of [0.96, null])
      expect(rows(from).slice(2)).toEqual([
        [2, 3, 'counts', null, { laps: 4 }, { laps: 4 }],
        [3, 4, 'out', 'DNF', null, null],
      ]);
  });

  test('lists a disqualified car last, without the fastest lap', () => {
    const rows = classificationOf(withRulings(stored, [on(disqualify(0))]));
    expect(rows.map(({ driver: { carIndex }, isOut, hasFastestLap }) => [carIndex, isOut, hasFastestLap])).toEqual([
      [1, false, true],
      [2, false, false],
      [3, false, false],
      [0, true, false],
    ]);
  });

  test('ignores withdrawn rulings and those on other sessions, and keeps its result where it does not count', () => {
    const recorded = rowsAfter();
    expect(rowsAfter({ ...disqualify(0), withdrawnAt: '2026-01-02T00:00:00.000Z' })).toEqual(recorded);
    expect(rowsAfter(disqualify(0), exclude())).toEqual(recorded);
    expect(withRulings(stored, [disqualify(0)]).drivers.map(({ finishingPosition }) => finishingPosition)).toEqual([
      1, 2, 3, 4,
    ]);
  });
});

test('places are those of the standings, whatever the rulings', () => {
  const anyRuling = fc.oneof(
    fc.tuple(fc.nat(5), fc.integer({ min: -9_000, max: 9_000 })).map(([car, added]) => time(car, added)),
    fc
      .tuple(fc.nat(5), fc.integer({ min: -4, max: 4 }))
      .map(([carIndex, places]) => ruling({ kind: 'places', carIndex, places })),
    fc.nat(5).map(disqualify),
    fc.nat(5).map((carIndex) => ruling({ kind: 'reinstate', carIndex })),
  );
  const retired = { resultStatus: ResultStatus.DidNotFinish, numberOfLaps: 48 };
  const field = Array.from({ length: 6 }, (_, index) =>
    finisher(index, index + 1, index === 5 ? retired : index > 2 ? { numberOfLaps: 47 } : {}),
  );
  fc.assert(
    fc.property(fc.array(anyRuling, { maxLength: 6 }), fc.constantFrom(null, 0.9), (rulings, classifiedFrom) => {
      const rules = { ...defaultRules, classifiedFrom };
      const { drivers } = standingsOf([eventOf([race(field)])], rules, [], rulings);
      const scored = new Map(drivers.flatMap(({ results }) => results.map((result) => [result.driverIdx, result])));
      const ruled = ruledDrivers(of, field, rulings, rules);
      for (const { carIndex, finishingPosition, resultStatus } of ruled)
        expect([finishingPosition, resultStatus]).toEqual([
          scored.get(carIndex)?.position,
          scored.get(carIndex)?.resultStatus,
        ]);
      const again = classify({ sessionType: of.sessionType, drivers: ruled });
      expect(again.map(({ driver, position, isClassified }) => [driver.carIndex, position, isClassified])).toEqual(
        ruled.map(({ carIndex, finishingPosition }) => {
          const result = scored.get(carIndex);
          return [carIndex, finishingPosition, result !== undefined && isFinish(result)];
        }),
      );
    }),
  );
});

describe('a podium after rulings', () => {
  const field = [0, 1, 2, 3].map((car) => finisher(car, car + 1));
  const podium = (...rulings: Ruling[]) =>
    ruledPodium(of, field, rulings)?.map(({ carIndex, totalRaceTime }) => [carIndex, totalRaceTime]) ?? null;

  test('is null where nothing in it differs', () => {
    expect(podium()).toBeNull();
    expect(podium(time(3, 9_000))).toBeNull();
    expect(podium(ruling({ kind: 'points', carIndex: 0, points: -3 }))).toBeNull();
    expect(podium(disqualify(0), exclude())).toBeNull();
  });

  test('has a retirement that the season classifies, without a time and with its status', () => {
    const drivers = field.map((one, index) =>
      index === 3
        ? { ...one, resultStatus: ResultStatus.Retired, numberOfLaps: 47 }
        : { ...one, numberOfLaps: index === 2 ? 46 : 50 },
    );
    const ruled = ruledPodium(of, drivers, [], { classifiedFrom: 0.9 });
    expect(ruled?.map((one) => [one.carIndex, one.resultStatus, one.timeWithPenalties])).toEqual([
      [0, undefined, 3_601_000],
      [1, undefined, 3_602_000],
      [3, ResultStatus.Retired, undefined],
    ]);
    expect(ruledPodium(of, drivers, [], { classifiedFrom: null })).toBeNull();
  });

  test('has the added time, within the times of the contract', () => {
    expect(podium(time(0, 1_500))).toEqual([
      [1, 3_602_000],
      [0, 3_602_500],
      [2, 3_603_000],
    ]);
    expect(podium(time(2, 500))?.[2]).toEqual([2, 3_603_500]);
    expect(podium(time(0, -86_400_000))?.[0]).toEqual([0, 0]);
  });

  test('has the times that count as the classification has them, without a disqualified driver', () => {
    const few = field.slice(0, 3).map((one) => ({ ...one, totalPenaltiesSeconds: 2 }));
    const rulings = [time(0, 1_500), disqualify(1)];
    const times = (cars: readonly { readonly carIndex: number; readonly timeWithPenalties?: number | undefined }[]) =>
      cars.map(({ carIndex, timeWithPenalties }) => [carIndex, timeWithPenalties]);
    const expected = [
      [0, 3_604_500],
      [2, 3_605_000],
    ];
    expect(times(ruledCars(of, few, rulings))).toEqual([...expected, [1, undefined]]);
    expect(times(ruledPodium(of, few, rulings) ?? [])).toEqual(expected);
  });
});

describe('the season whose result a session shows', () => {
  const place = (seasonId: string, more: Partial<SessionEvent> = {}): SessionEvent => ({
    seasonId,
    seasonName: seasonId,
    eventId: seasonId,
    name: null,
    round: 1,
    scoring: 'race',
    ...more,
  });
  const reprimand = ruling({ kind: 'points', carIndex: 0, points: 0 });
  const recorded = ruledPodium(of, [finisher(0, 1), finisher(1, 2)], [disqualify(0)]) ?? [];
  const shown = (...events: SessionEvent[]) => ruledEventOf({ events })?.seasonId ?? null;

  test('is the newest with another podium, else with another result, else with a ruling', () => {
    const [none, noted] = [place('none'), place('noted', { rulings: [reprimand] })];
    const lower = place('lower', { rulings: [time(3, 5_000)] });
    const podium = place('podium', { rulings: [disqualify(0)], podium: recorded });
    expect([shown(), shown(none), shown(none, noted)]).toEqual([null, null, 'noted']);
    expect(shown(none, noted, lower)).toBe('lower');
    expect(shown(none, noted, lower, podium, place('older', { podium: recorded }))).toBe('podium');
    expect([none, noted, lower, podium].map(changesResult)).toEqual([false, false, true, true]);
    const byRule = place('rule', { classifiedFrom: 0.9 });
    expect([shown(none, noted, byRule), changesResult(byRule)]).toEqual(['rule', true]);
    expect(changesResult(place('out', { rulings: [disqualify(0), exclude()] }))).toBe(false);
  });

  test('is the one that was chosen, and none for the result of the game', () => {
    const events = [place('a', { rulings: [disqualify(0)] }), place('b', { rulings: [time(0, 1)] }), place('c')];
    const chosen = (result: string | null) => shownEventOf({ events }, result)?.seasonId ?? null;
    expect([null, 'b', 'other', 'game'].map(chosen)).toEqual(['a', 'b', 'a', null]);
  });

  test('is none for a season that has not ruled, although another one has', () => {
    const events = [place('a', { rulings: [disqualify(0)] }), place('b'), place('c', { classifiedFrom: 0.9 })];
    expect(shownEventOf({ events }, 'b')).toBeNull();
    expect(shownEventOf({ events }, 'c')?.seasonId).toBe('c');
  });

  test('has the points of the season that was chosen, else of the one that ruled, else of the first that gives any', () => {
    const events = [place('a', { scoring: 'none' }), place('b'), place('c')];
    const scored = (result: string | null) => scoredEventOf({ events }, result)?.seasonId;
    expect([null, 'game', 'c', 'a', 'other'].map(scored)).toEqual(['b', 'b', 'c', 'a', 'b']);
    expect(scoredEventOf({ events: events.slice(0, 1) }, null)?.seasonId).toBe('a');
    expect(scoredEventOf({ events: null }, 'a')).toBeNull();
    const ruled = [place('a'), place('b', { rulings: [disqualify(0)] })];
    expect([null, 'a', 'game'].map((result) => scoredEventOf({ events: ruled }, result)?.seasonId)).toEqual([
      'b',
      'a',
      'a',
    ]);
  });

  test('gives a session its podium in lists', () => {
    const podium = recorded.slice(1);
    expect(shownPodium({ podium, events: [place('a')] })).toBe(podium);
    expect(shownPodium({ podium, events: null })).toBe(podium);
    expect(shownPodium({ podium, events: [place('a'), place('b', { podium: recorded })] })).toBe(recorded);
  });
});
