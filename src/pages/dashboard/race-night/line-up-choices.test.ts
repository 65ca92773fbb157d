import { expect, test } from 'vitest';
import type { LineUpChange } from '#contract/entities/line-up';
import type { RosterDriver } from '#contract/entities/roster';
import { bansIn, lineUpOf } from '#contract/race/line-up';
import type { LineUpChoice } from '../../../actors/line-up.ts';
import { leaveOut, seatDriver, takeBack } from './line-up-choices.ts';

const event = { id: 'event' };
/** Regular drivers in capitals. */
const roster = ['A', 'B', 'r', 's'].map(
  (id): RosterDriver => ({ id, name: id, number: null, team: id, isReserve: id === id.toLowerCase(), changes: [] }),
);
const said = (driverId: string, value: 'in' | 'out') => ({ driverId, value, answeredAt: '2026-01-01', isLate: false });

/** The line-up after some choices, and what is stored. */
function after(choices: readonly LineUpChoice[], answers: ReturnType<typeof said>[] = []) {
  let changes: readonly LineUpChange[] = [];
  const drawn = () => lineUpOf({ roster, events: [event] }, event, answers, bansIn(changes), changes);
  for (const { about, apply } of choices)
    changes = apply({ ...drawn(), eventId: event.id, answersUntil: null, answers, changes: [...changes] }, about);
  const { seats } = drawn();
  return [seats.map(({ seatId, driverId }) => (seatId === driverId ? seatId : `${driverId} for ${seatId}`)), changes];
}

test('two drivers change their seats, and change them back', () => {
  const swap = [seatDriver('A', 'B')];
  expect(after(swap)[0]).toEqual(['B for A', 'A for B']);
  expect(after([...swap, seatDriver('A', 'A')])).toEqual([['A', 'B'], []]);
});

test('a reserve gets a seat, whose driver is left out until they get it back', () => {
  const given = [seatDriver('r', 'A')];
  expect(after(given)).toEqual([
    ['r for A', 'B'],
    [
      { driverId: 'r', seatId: 'A' },
      { driverId: 'A', seatId: null },
    ],
  ]);
  expect(after([...given, seatDriver('A', 'A')])).toEqual([['A', 'B'], []]);
  expect(after([...given, seatDriver('s', 'A')])[0]).toEqual(['s for A', 'B']);
});

test('a reserve is added in a seat of their own, and taken out', () => {
  const added = [seatDriver('r', 'r')];
  expect(after(added)[0]).toEqual(['A', 'B', 'r']);
  expect(after([...added, takeBack('r')])).toEqual([['A', 'B'], []]);
  expect(after([...added, seatDriver('r', 'A')])[0]).toEqual(['r for A', 'B']);
});

test('who said no drives by the choice of an admin, and a waiting reserve gets the seat of who is left out', () => {
  expect(after([seatDriver('A', 'A')], [said('A', 'out')])).toEqual([['A', 'B'], [{ driverId: 'A', seatId: 'A' }]]);
  expect(after([leaveOut('B')], [said('r', 'in')])[0]).toEqual(['A', 'r for B']);
  expect(after([leaveOut('B'), takeBack('B')], [said('r', 'in')])).toEqual([['A', 'B'], []]);
  const banned = after([leaveOut('A', true), seatDriver('s', 'A')]);
  expect(banned[0]).toEqual(['s for A', 'B']);
});
