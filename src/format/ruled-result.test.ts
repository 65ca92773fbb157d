import { describe, expect, test } from 'vitest';
import type { Ruling } from '#contract/entities/ruling';
import type { Session, SessionEvent } from '#contract/entities/session';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { raceCourse } from '#contract/race/race-trace';
import { ruling } from '#tests/fixtures/scored';
import { driver, session } from '#tests/fixtures/session';
import { raceSentence } from './race-story.ts';
import { ruledMark, ruledResultOf, ruledSentence } from './ruled-result.ts';

const lap = { lapTime: 90_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
const recorded = session({
  drivers: ['Ann', 'Bea', 'Cem'].map((name, carIndex) =>
    driver({
      carIndex,
      name,
      startingPosition: carIndex + 1,
      finishingPosition: carIndex + 1,
      totalRaceTime: 180_000 + carIndex * 1_000,
      numberOfLaps: 2,
      lapTimes: [lap, { ...lap, lapTime: 90_000 + carIndex * 1_000 }],
    }),
  ),
});

function ruledBy(rulings: readonly Ruling[], more: Partial<SessionEvent> = {}): SessionEvent {
  return {
    seasonId: 'spring',
    seasonName: 'Spring Cup',
    eventId: 'first',
    name: null,
    round: 1,
    scoring: 'race',
    rulings: rulings.map((each) => ({ ...each, sessionId: recorded.id })),
    ...more,
  };
}

const held = (...events: SessionEvent[]): Session => ({ ...recorded, events });
const add = ruling({ kind: 'time', carIndex: 0, milliseconds: 1_500, reason: 'Contact' });
const warn = ruling({ kind: 'points', carIndex: 1, points: 0 });
const exclude = ruling({ kind: 'excludeSession' });

describe('a session on which stewards ruled', () => {
  test('has the address of the moment of a ruling, shortly before it', () => {
    const of = held(ruledBy([{ ...add, at: 100_000 }, warn]));
    expect(ruledResultOf(of, null)?.lines.map(({ moment }) => moment)).toEqual(['?at=96&cars=0', undefined]);
  });

  const places = (of: Session, result: string | null) => {
    const ruled = ruledResultOf(of, result);
    return ruled === null ? null : [ruled.result, ruled.label, [...ruled.otherPlaces.values()]];
  };

  test('shows the result of the season, with the places of the game beside it', () => {
    const of = held(ruledBy([add, warn], { league: { id: 'l', name: 'Night' } }));
    const ruled = ruledResultOf(of, null);
    expect(ruled?.session.drivers.map(({ name }) => name)).toEqual(['Bea', 'Ann', 'Cem']);
    expect(places(of, null)).toEqual([
      'spring',
      'Result of Spring Cup, with the stewards’ rulings',
      ['Game P1', 'Game P2'],
    ]);
    expect(ruled?.lines.map(({ name, effect, change, reason }) => [name, effect, change, reason])).toEqual([
      ['Ann', '+1.5 s', { from: 'P1', to: 'P2' }, 'Contact'],
      ['Bea', 'Reprimand', { from: 'P2', to: 'P1' }, 'why'],
    ]);
  });

  test('shows the result of the game on request, with the places of the league beside it', () => {
    const of = held(ruledBy([add], { league: { id: 'l', name: 'Night' } }));
    expect(ruledResultOf(of, 'game')?.session).toBe(of);
    expect(places(of, 'game')).toEqual(['game', 'Result of the game', ['League P1', 'League P2']]);
    expect(places(held(ruledBy([add])), 'game')?.[2]).toEqual(['Season P1', 'Season P2']);
  });

  test('has one result where the rulings change none', () => {
    for (const rulings of [[warn], [add, exclude]])
      expect(places(held(ruledBy(rulings)), null)).toEqual(['spring', '', []]);
    expect(ruledResultOf(held(ruledBy([], { rulings: undefined } as never)), null)).toBeNull();
    expect(ruledResultOf(recorded, 'game')).toBeNull();
  });

  test('is marked by the number of rulings, and by what they did to the result that is shown', () => {
    const mark = (result: string | null, ...rulings: Ruling[]) => {
      const ruled = ruledResultOf(held(ruledBy(rulings)), result);
      return ruled && ruledMark(ruled);
    };
    expect(mark(null, add)).toBe('Changed by 1 ruling');
    expect(mark('game', add, warn)).toBe('Without 2 rulings');
    expect(mark(null, warn)).toBe('1 ruling');
    expect(mark(null, add, exclude)).toBe('Does not count: 2 rulings');
    expect(mark('game', exclude)).toBe('1 ruling');
  });

  test('is said in words', () => {
    const said = (...rulings: Ruling[]) => ruledSentence(recorded, ruledBy(rulings)).join(' Spring Cup');
    expect(said(add)).toBe('Stewards changed the result of this race in Spring Cup.');
    expect(said(warn)).toBe('Stewards ruled on this race in Spring Cup. Its result stays.');
    expect(said(add, exclude)).toBe('Stewards ruled that this race does not count in Spring Cup.');
    expect(ruledSentence({ sessionType: SessionType.Q3 }, ruledBy([add]))[0]).toContain('this session');
  });

  test('says which rule changed its result where no ruling did', () => {
    const drivers = recorded.drivers.map((one) =>
      one.name === 'Cem'
        ? { ...one, resultStatus: ResultStatus.Retired, numberOfLaps: 19 }
        : { ...one, numberOfLaps: one.name === 'Ann' ? 20 : 18 },
    );
    const of = { ...recorded, drivers, events: [ruledBy([], { classifiedFrom: 0.9 })] };
    const ruled = ruledResultOf(of, null);
    expect(places(of, null)).toEqual(['spring', 'Result of Spring Cup, by its rules', ['Game P2', 'Game RET']]);
    expect(ruled && ruledMark(ruled)).toBe('Season result');
    expect(ruledSentence(of, ruledBy([], { classifiedFrom: 0.9 })).join(' Spring Cup')).toBe(
      'This race has another result in Spring Cup. It classifies cars that retired after 90 % of the distance.',
    );
  });

  test('names the winner of its result in the sentence of the race', () => {
    const sentence = (result: string | null) =>
      raceSentence(raceCourse(ruledResultOf(held(ruledBy([add])), result)?.session ?? recorded));
    expect(sentence(null)).toBe('Ann crossed the line first; +1.5 s gives Bea the win.');
    expect(sentence('game')).toMatch(/^Ann won from pole/);
    const back = ruling({ kind: 'places', carIndex: 0, places: 1 });
    const moved = ruledResultOf(held(ruledBy([back])), null)?.session ?? recorded;
    expect(raceSentence(raceCourse(moved))).toBe('Ann crossed the line first; the stewards gave Bea the win.');
  });
});
