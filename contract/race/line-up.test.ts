import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import type { LineUpChange } from '../entities/line-up.ts';
import type { RosterDriver } from '../entities/roster.ts';
import { answersUntilOf, lineUpOf, promotedIn } from './line-up.ts';

const events = [{ id: 'first' }, { id: 'event' }];
const [, event = { id: '' }] = events;

/** Drivers by name: in capitals the regular ones, whose seats have their names. */
const driver = (id: string, given: Partial<RosterDriver> = {}): RosterDriver => ({
  id,
  name: id,
  number: null,
  team: `Team ${id}`,
  isReserve: id === id.toLowerCase(),
  changes: [],
  ...given,
});
const roster = [driver('A', { number: 1 }), driver('B', { number: 2 }), driver('r'), driver('s', { number: 9 })];

const answer = (driverId: string, value: 'in' | 'out', minute = 0) => ({
  driverId,
  value,
  answeredAt: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
});

function drawn(
  answers: ReturnType<typeof answer>[],
  changes: LineUpChange[] = [],
  bans: string[] = [],
  drivers: readonly RosterDriver[] = roster,
) {
  const { seats, reserves, open } = lineUpOf({ roster: [...drivers], events }, event, answers, bans, changes);
  return [
    seats.map(({ seatId, driverId }) => (seatId === driverId ? driverId : `${driverId} for ${seatId}`)).join(', '),
    reserves.map(({ driverId }) => driverId).join(', '),
    open.map(({ seatId }) => seatId).join(', '),
  ];
}

describe('the line-up of an event', () => {
  test('has the regular drivers who did not say no, and waiting reserves by their answers', () => {
    expect(drawn([])).toEqual(['A, B', '', '']);
    expect(drawn([answer('s', 'in', 1), answer('r', 'in', 2)])).toEqual(['A, B', 's, r', '']);
    expect(drawn([answer('s', 'in'), answer('r', 'in')])).toEqual(['A, B', 'r, s', '']);
  });

  test('gives a free seat to the first reserve who said yes, who keeps it when another one becomes free', () => {
    const first = [answer('B', 'out', 1), answer('s', 'in', 2), answer('r', 'in', 3)];
    expect(drawn(first)).toEqual(['A, s for B', 'r', '']);
    expect(drawn([...first, answer('A', 'out', 4)])).toEqual(['r for A, s for B', '', '']);
    expect(drawn([answer('A', 'out'), answer('r', 'out')])).toEqual(['B', '', 'A']);
  });

  test('seats those whom an admin seats, leaves out those left out, and never seats the banned', () => {
    const change = (driverId: string, seatId: string | null) => ({ driverId, seatId });
    const out = [answer('A', 'out', 1), answer('r', 'in', 2)];
    expect(drawn(out, [change('A', 'A')])).toEqual(['A, B', 'r', '']);
    expect(drawn(out, [change('s', 'A')])).toEqual(['s for A, B', 'r', '']);
    expect(drawn(out, [change('r', null)])).toEqual(['B', '', 'A']);
    expect(drawn([], [change('A', 'B'), change('B', 'A')])).toEqual(['B for A, A for B', '', '']);
    expect(drawn([], [change('s', 's')])).toEqual(['A, B, s', '', '']);
    expect(drawn(out, [change('s', 'A')], ['s', 'B'])).toEqual(['r for B', '', 'A']);
    // A seat that the roster has no more.
    expect(drawn(out, [change('r', 'gone'), change('gone', 'B')])).toEqual(['r for A, B', '', '']);
  });

  test('has the seats and teams of that event, and the number of the seat for a reserve without one', () => {
    const moved = [
      driver('A', { changes: [{ eventId: 'first', team: 'Team Z', isReserve: true }] }),
      ...roster.slice(1),
    ];
    const answers = [answer('A', 'in'), answer('B', 'out'), answer('s', 'out')];
    const { seats } = lineUpOf({ roster: moved, events }, event, answers, [], []);
    expect(seats).toEqual([{ seatId: 'B', driverId: 'A', name: 'A', number: 2, team: 'Team B', isReserve: true }]);
    const later = lineUpOf({ roster, events }, event, [answer('B', 'out'), answer('r', 'in')], [], []);
    expect(later.seats[1]).toEqual({
      seatId: 'B',
      driverId: 'r',
      name: 'r',
      number: 2,
      team: 'Team B',
      isReserve: true,
    });
  });

  test('tells who has a seat that had none before', () => {
    const before = lineUpOf({ roster, events }, event, [answer('r', 'in')], [], []);
    const after = lineUpOf({ roster, events }, event, [answer('r', 'in'), answer('A', 'out', 1)], [], []);
    expect(promotedIn(before, after).map(({ driverId }) => driverId)).toEqual(['r']);
    expect(promotedIn(after, before).map(({ driverId }) => driverId)).toEqual(['A']);
  });
});

test('drivers answer until a day before the event, or for as long as the season says', () => {
  const at = { startsAt: '2026-03-02T19:00:00.000Z' };
  expect(answersUntilOf({}, at)).toBe('2026-03-01T19:00:00.000Z');
  expect(answersUntilOf({ answerHours: 2 }, at)).toBe('2026-03-02T17:00:00.000Z');
  expect(answersUntilOf({ answerHours: 0 }, at)).toBe(at.startsAt);
  expect(answersUntilOf({}, { startsAt: null })).toBe(null);
});

describe('whatever drivers, answers, bans and choices', () => {
  const ids = ['A', 'B', 'C', 'D', 'r', 's', 't', 'gone'];
  const anyId = fc.constantFrom(...ids);
  const anyAnswer = fc
    .record({ driverId: anyId, value: fc.constantFrom('in' as const, 'out' as const), minute: fc.nat(5) })
    .map(({ driverId, value, minute }) => answer(driverId, value, minute));
  const anyInput = fc.record({
    roster: fc
      .uniqueArray(fc.record({ id: fc.constantFrom(...ids.slice(0, -1)), isReserve: fc.boolean() }), {
        selector: ({ id }) => id,
      })
      .map((drivers) => drivers.map(({ id, isReserve }) => driver(id, { isReserve }))),
    answers: fc.uniqueArray(anyAnswer, { selector: ({ driverId }) => driverId }),
    bans: fc.array(anyId, { maxLength: 3 }),
    changes: fc.array(fc.record({ driverId: anyId, seatId: fc.option(anyId) }), { maxLength: 6 }),
  });
  const made = ({ roster: drivers, answers, bans, changes }: Parameters<Parameters<typeof anyInput.map>[0]>[0]) =>
    lineUpOf({ roster: drivers, events }, event, answers, bans, changes);

  test('nobody is there twice, no seat is given twice, and each seat of a regular driver is taken or open', () =>
    fc.assert(
      fc.property(anyInput, (input) => {
        const { seats, reserves, open } = made(input);
        const drivers = [...seats, ...reserves].map(({ driverId }) => driverId);
        expect(new Set(drivers).size).toBe(drivers.length);
        const places = [...seats, ...open].map(({ seatId }) => seatId);
        expect(new Set(places).size).toBe(places.length);
        const regular = input.roster.filter(({ isReserve }) => !isReserve).map(({ id }) => id);
        expect(places).toEqual(expect.arrayContaining(regular));
      }),
    ));

  test('nobody drives who is banned, or is no driver of the season', () =>
    fc.assert(
      fc.property(anyInput, (input) => {
        const { seats, reserves } = made(input);
        const listed = new Set(input.roster.map(({ id }) => id));
        for (const { driverId } of [...seats, ...reserves]) {
          expect(input.bans).not.toContain(driverId);
          expect(listed).toContain(driverId);
        }
      }),
    ));

  test('who said no has a seat by an admin alone, no reserve waits beside an open seat, and input in any order gives the same', () =>
    fc.assert(
      fc.property(anyInput, (input) => {
        const result = made(input);
        const { seats, reserves, open } = result;
        const given = new Set(input.changes.flatMap(({ driverId, seatId }) => (seatId === null ? [] : [driverId])));
        const said = new Set(input.answers.flatMap(({ driverId, value }) => (value === 'out' ? [driverId] : [])));
        for (const { driverId } of seats) if (said.has(driverId)) expect(given).toContain(driverId);
        expect(Math.min(reserves.length, open.length)).toBe(0);
        expect(made({ ...input, answers: [...input.answers].reverse(), bans: [...input.bans].reverse() })).toEqual(
          result,
        );
      }),
    ));
});
