import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../tests/fast-check.ts';
import { maxRosterDrivers, type RosterDriver } from '../entities/roster.ts';
import { freePlaces, isSignUpOpen, seatEntry, waitingList, withoutDriver } from './entries.ts';

const driver = (id: string, given: Partial<RosterDriver> = {}): RosterDriver => ({
  id,
  name: id,
  number: null,
  team: null,
  isReserve: false,
  changes: [],
  ...given,
});
const wish = (name: string, number: number | null = null, isReserve = false) => ({
  ...{ name, number, team: null, isReserve, note: null },
});

test.each([
  [null, false],
  [{ opensAt: null, closesAt: null }, true],
  [{ opensAt: '2026-01-02T00:00:00Z', closesAt: null }, true],
  [{ opensAt: '2026-01-02T00:00:01Z', closesAt: null }, false],
  [{ opensAt: null, closesAt: '2026-01-02T00:00:00Z' }, false],
  [{ opensAt: null, closesAt: '2026-01-02T00:00:01Z' }, true],
])('a sign-up of %j is open on 2 January: %s', (signUp, isOpen) =>
  expect(isSignUpOpen(signUp, Date.parse('2026-01-02T00:00:00Z'))).toBe(isOpen),
);

test('regular drivers take the places, by the seat that they had last', () => {
  const left = driver('b', { changes: [{ eventId: 'e', team: null, isReserve: true }] });
  const roster = [driver('a'), left, driver('c', { isReserve: true })];
  expect([freePlaces({ places: 2 }, roster), freePlaces({ places: null }, roster), freePlaces(null, roster)]).toEqual([
    1,
    null,
    null,
  ]);
  expect(freePlaces({ places: 1 }, [driver('a'), driver('b')])).toBe(0);
});

const states = ['applied', 'accepted', 'declined', 'withdrawn', 'left'] as const;
const entries = fc
  .array(fc.record({ state: fc.constantFrom(...states), minute: fc.nat({ max: 9 }), isReserve: fc.boolean() }))
  .map((given) =>
    given.map(({ state, minute, isReserve }, index) => ({
      id: String(index).padStart(4, '0'),
      state,
      enteredAt: `2026-01-01T00:0${minute}:00${minute % 2 === 0 ? '.000' : ''}Z`,
      wish: { isReserve },
    })),
  );
const free = fc.option(fc.nat({ max: 5 }));

describe('the waiting list', () => {
  test('has each entry that waits once, in the order of entering, and nobody while a place is free', () =>
    fc.assert(
      fc.property(entries, free, (all, places) => {
        const { withPlace, waiting } = waitingList(all, places);
        const open = all.filter(({ state }) => state === 'applied');
        expect([...withPlace, ...waiting].map(({ id }) => id).sort()).toEqual(open.map(({ id }) => id).sort());
        for (const list of [withPlace, waiting]) {
          const order = list.map(({ enteredAt, id }) => [Date.parse(enteredAt), id] as const);
          expect(order).toEqual([...order].sort((one, other) => one[0] - other[0] || (one[1] < other[1] ? -1 : 1)));
        }
        const regular = withPlace.filter((entry) => !entry.wish.isReserve);
        expect(waiting.some((entry) => entry.wish.isReserve)).toBe(false);
        if (places === null) expect(waiting).toEqual([]);
        else expect(regular).toHaveLength(Math.min(places, regular.length + waiting.length));
      }),
    ));

  test('is the same for the same entries in another order, and one more place moves up the first', () =>
    fc.assert(
      fc.property(entries, fc.nat({ max: 5 }), (all, places) => {
        const before = waitingList(all, places);
        expect(waitingList([...all].reverse(), places)).toEqual(before);
        expect(waitingList(all, places + 1).waiting).toEqual(before.waiting.slice(1));
      }),
    ));

  test('of a season that accepts by itself never accepts more than its places, and lets nobody overtake', () => {
    const move = fc.oneof(
      fc.record({ kind: fc.constant('enter' as const) }),
      fc.record({ kind: fc.constantFrom('withdraw' as const, 'leave' as const), who: fc.nat({ max: 20 }) }),
    );
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), (moves, places) => {
        const all: { id: string; state: (typeof states)[number]; enteredAt: string; wish: { isReserve: boolean } }[] =
          [];
        const accepted = () => all.filter(({ state }) => state === 'accepted');
        for (const [index, given] of moves.entries()) {
          const enteredAt = new Date(index * 1_000).toISOString();
          if (given.kind === 'enter')
            all.push({ id: `${index}`, state: 'applied', enteredAt, wish: { isReserve: false } });
          else {
            const from = given.kind === 'leave' ? 'accepted' : 'applied';
            const entry = all.filter(({ state }) => state === from)[given.who];
            if (entry !== undefined) entry.state = given.kind === 'leave' ? 'left' : 'withdrawn';
          }
          for (const entry of waitingList(all, places - accepted().length).withPlace) entry.state = 'accepted';
          const waits = all.filter(({ state }) => state === 'applied');
          expect(accepted().length).toBe(Math.min(places, accepted().length + waits.length));
          // They are in the order of entering.
          const last = all.findLastIndex(({ state }) => state === 'accepted');
          expect(all.slice(0, last).some(({ state }) => state === 'applied')).toBe(false);
        }
      }),
    );
  });
});

describe('the seat of an entry', () => {
  const base = { accounts: new Set<string>(), signUp: null, id: 'new' };

  test('is that of the driver of its name, or a new one with what was wished', () => {
    const roster = [driver('a', { name: 'Max', number: 4 })];
    expect(seatEntry({ ...base, roster, wish: wish(' MAX ', 9) })).toEqual({ roster, driverId: 'a' });
    expect(seatEntry({ ...base, roster, wish: wish('Lia', 9) })).toEqual({
      roster: [...roster, driver('new', { name: 'Lia', number: 9 })],
      driverId: 'new',
    });
    // A reserve may have the number of a regular driver.
    expect(seatEntry({ ...base, roster, wish: wish('Kim', 4, true) })).toMatchObject({ driverId: 'new' });
  });

  test.each([
    ['the name of another account', { accounts: new Set(['a']), wish: wish('Max') }, 'Max is another driver'],
    ['the number of a regular driver', { wish: wish('Lia', 4) }, 'Max has number 4'],
    ['no place', { signUp: { places: 1 }, wish: wish('Lia') }, 'All places are taken'],
    [
      'a full roster',
      { roster: Array.from({ length: maxRosterDrivers }, (_, index) => driver(`${index}`)), wish: wish('Lia') },
      'at most 200 drivers',
    ],
  ])('is refused with %s, in words', (_, given, words) => {
    const roster = [driver('a', { name: 'Max', number: 4 })];
    expect(seatEntry({ ...base, roster, ...given })).toEqual({ refusal: expect.stringContaining(words) });
  });
});

test('a driver who leaves is gone from the roster, or has no seat from the next event on once they have raced', () => {
  const roster = [driver('a', { changes: [{ eventId: 'e2', team: 'Lanza', isReserve: false }] }), driver('b')];
  expect(withoutDriver(roster, 'a', { hasRaced: false, ahead: ['e2'] })).toEqual([roster[1]]);
  const [left, other] = withoutDriver(roster, 'a', { hasRaced: true, ahead: ['e2'] });
  expect([left?.changes, other]).toEqual([[{ eventId: 'e2', team: null, isReserve: true }], roster[1]]);
  expect(withoutDriver(roster, 'a', { hasRaced: true, ahead: [] })).toEqual(roster);
});

test('a driver who leaves gets no seat back that they were to have later', () => {
  const changes = ['e1', 'e4'].map((eventId) => ({ eventId, team: 'Lanza', isReserve: false }));
  const [left] = withoutDriver([driver('a', { changes })], 'a', { hasRaced: true, ahead: ['e3', 'e4', 'e5'] });
  expect(left?.changes).toEqual([changes[0], { eventId: 'e3', team: null, isReserve: true }]);
});
