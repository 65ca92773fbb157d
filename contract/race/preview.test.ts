import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { driver, session as sessionOf } from '../../tests/fixtures/session.ts';
import type { RosterDriver } from '../entities/roster.ts';
import type { Ruling } from '../entities/ruling.ts';
import type { Alias, ScoringRules } from '../entities/scoring.ts';
import type { Season } from '../entities/season.ts';
import type { Session } from '../entities/session.ts';
import { ResultStatus, SessionStatus, SessionType, Track } from '../enumerations.ts';
import { podiumOf } from './classification.ts';
import { preparePreview } from './preview.ts';
import { defaultRules, standingsOf } from './scoring.ts';

const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A race whose cars finish in this order, one second apart; the last of them retires. */
function race(number: number, cars: readonly number[], numberOfLaps: number): Session {
  const drivers = cars.map((car, index) =>
    driver({
      carIndex: car,
      name: car > 3 ? 'Player' : `Driver ${car}`,
      carNumber: car + 10,
      team: car % 2 === 0 ? 'Aurora' : 'Lanza',
      startingPosition: index === 0 ? 1 : index + 1,
      finishingPosition: index + 1,
      resultStatus: index === cars.length - 1 ? ResultStatus.Retired : ResultStatus.Finished,
      bestLapTimeMs: 80_000 + ((car * 37 + number * 11) % 17),
      totalRaceTime: 3_600_000 + index * 1_000,
      totalPenaltiesSeconds: 0,
      numberOfLaps,
    }),
  );
  const whole = sessionOf({ id: idOf(number), sessionType: SessionType.Race, numberOfLaps, drivers });
  return { ...whole, podium: podiumOf(whole) };
}

interface Given {
  readonly weekends: readonly (readonly Session[])[];
  readonly rules: ScoringRules;
  readonly aliases: Alias[];
  readonly rulings: readonly Ruling[];
  readonly roster?: RosterDriver[];
}

function seasonOf({ weekends, rules, aliases, rulings, roster = [] }: Given): Season {
  const scored = weekends.map((sessions, round) => ({
    id: idOf(900 + round),
    track: Track.Monza,
    pointsFactor: round === 1 ? 0.5 : 1,
    sessions: sessions.map((each) => ({ ...each, sessionId: each.id })),
  }));
  return {
    id: idOf(1),
    name: 'Season',
    ownerId: idOf(2),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    events: weekends.map((sessions, round) => ({
      id: idOf(900 + round),
      track: Track.Monza,
      name: null,
      startsAt: null,
      pointsFactor: round === 1 ? 0.5 : 1,
      sessions: sessions.map((session) => ({ session, driverNames: session.drivers.map(({ name }) => name) })),
    })),
    standings: standingsOf(scored, rules, aliases, rulings, roster),
    roster,
    scoring: rules,
    aliases,
    rulings: [...rulings],
  };
}

const made = { authorName: null, reason: 'why', madeAt: '2026-01-01T00:00:00.000Z', withdrawnAt: null };
const cars = [0, 1, 2, 3, 4, 5];

const rulingsOn = (sessionId: string) =>
  fc
    .array(
      fc.oneof(
        fc.record({ kind: fc.constant('time' as const), milliseconds: fc.integer({ min: -6_000, max: 9_000 }) }),
        fc.record({ kind: fc.constant('places' as const), places: fc.integer({ min: -4, max: 4 }) }),
        fc.record({ kind: fc.constant('points' as const), points: fc.integer({ min: -10, max: 10 }) }),
        fc.record({ kind: fc.constantFrom('disqualify' as const, 'reinstate' as const) }),
        fc.record({ kind: fc.constant('excludeSession' as const) }),
      ),
      { maxLength: 3 },
    )
    .chain((kinds) =>
      fc.array(fc.constantFrom(...cars), { minLength: kinds.length, maxLength: kinds.length }).map((indices) =>
        kinds.map((kind, index): Ruling => {
          const base = { ...made, id: idOf(500 + index), sessionId };
          return { ...base, ...kind, carIndex: indices[index] ?? 0 } as Ruling;
        }),
      ),
    );

/** Names for cars without one, teams that change, and a reserve. */
const roster = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 99 }).map(idOf),
    name: fc.constantFrom('Driver 1', 'Driver 2', 'Nought', 'Fifth', 'Sixth'),
    number: fc.constantFrom(null, 11, 12, 14, 15),
    team: fc.constantFrom(null, 'Aurora', 'Meridian'),
    isReserve: fc.boolean(),
    changes: fc.uniqueArray(
      fc.record({
        eventId: fc.constantFrom(idOf(900), idOf(901), idOf(902), idOf(99)),
        team: fc.constantFrom(null, 'Lanza', 'Meridian'),
        isReserve: fc.boolean(),
      }),
      { maxLength: 2, selector: ({ eventId }) => eventId },
    ),
  }),
  { maxLength: 4, selector: ({ name }) => name },
);

const order = fc.shuffledSubarray(cars, { minLength: 3 });

test('a preview of rulings equals the standings computed from everything', () => {
  const seasons = fc.tuple(order, order, order, order, fc.integer({ min: 0, max: 2 }), fc.boolean());
  fc.assert(
    fc.property(
      seasons.chain(([first, sprint, second, third, droppedResults, hasAlias]) => {
        const weekends = [[race(1, first, 20), race(2, sprint, 8)], [race(3, second, 20)], [race(4, third, 20)]];
        const dropBy = droppedResults === 1 ? ('round' as const) : ('result' as const);
        const rules = { ...defaultRules, droppedResults, dropBy, poleBonus: 1 };
        const aliases = hasAlias ? [{ name: 'Nought', recordedNames: ['Driver 0'] }] : [];
        const target = fc.constantFrom(...weekends.flat());
        return target.chain((session) =>
          fc.record({
            session: fc.constant(session),
            weekends: fc.constant(weekends),
            rules: fc.constant(rules),
            aliases: fc.constant(aliases),
            roster,
            elsewhere: rulingsOn(idOf(session.id === idOf(3) ? 4 : 3)),
            before: rulingsOn(session.id),
            after: rulingsOn(session.id),
          }),
        );
      }),
      ({ session, weekends, rules, aliases, roster: drivers, elsewhere, before, after }) => {
        const given = { weekends, rules, aliases, roster: drivers };
        const stored = seasonOf({ ...given, rulings: [...elsewhere, ...before] });
        const { standings } = seasonOf({ ...given, rulings: [...elsewhere, ...after] });
        expect(preparePreview(stored, session)(after)).toEqual(standings);
      },
    ),
  );
});

test('a session of no event changes nothing', () => {
  const stored = seasonOf({ weekends: [[race(1, cars, 20)]], rules: defaultRules, aliases: [], rulings: [] });
  expect(preparePreview(stored, race(9, cars, 20))([])).toBe(stored.standings);
});

test('a session in progress gives no results, whatever is ruled on it', () => {
  const unfinished: Session = { ...race(1, cars, 20), sessionStatus: SessionStatus.InProgress };
  const stored = seasonOf({
    weekends: [[unfinished], [race(2, cars, 20)]],
    rules: defaultRules,
    aliases: [],
    rulings: [],
  });
  const ruling: Ruling = { ...made, id: idOf(500), sessionId: unfinished.id, kind: 'points', carIndex: 1, points: 5 };
  expect(preparePreview(stored, unfinished)([ruling])).toEqual(stored.standings);
});
