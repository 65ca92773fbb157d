import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type EntryMove, type EntryMover, entryMoves, entryStates } from '#contract/entities/entry-moves';
import { unreached } from '../tests/machine-coverage.ts';
import { type EntryPlace, entryMachine, selectCan } from './entry.ts';

const places: readonly EntryPlace[] = ['none', ...entryStates];
const moves: readonly EntryMove[] = ['enter', 'withdraw', 'accept', 'decline', 'leave', 'remove'];

function start(who: EntryMover, place: EntryPlace) {
  const actor = createActor(entryMachine, { input: { who } }).start();
  actor.send({ type: 'entry.read', place });
  return { actor, allowed: () => moves.filter((move) => selectCan(actor.getSnapshot(), move)) };
}

describe.each(['oneself', 'staff'] as const)('%s', (who) => {
  test.each(places)('may make exactly the moves of the table for an entry that is %s', (place) => {
    const own = entryMoves.filter((move) => move.from === place && move.who === who);
    expect(start(who, place).allowed().sort()).toEqual(own.map(({ move }) => move).sort());
  });
});

test('nothing is possible before the first answer, nor while a move is sent', () => {
  const actor = createActor(entryMachine, { input: { who: 'oneself' } }).start();
  expect(moves.some((move) => selectCan(actor.getSnapshot(), move))).toBe(false);
  const { actor: sent, allowed } = start('oneself', 'applied');
  sent.send({ type: 'entry.withdraw' });
  expect([sent.getSnapshot().hasTag('moving'), allowed()]).toEqual([true, []]);
});

test('a move that is refused leaves the entry where it was, and one that is answered where the server says', () => {
  const { actor, allowed } = start('oneself', 'applied');
  actor.send({ type: 'entry.withdraw' });
  actor.send({ type: 'entry.refused' });
  expect(allowed()).toEqual(['enter', 'withdraw']);
  actor.send({ type: 'entry.withdraw' });
  // Another tab, or the staff, was first.
  actor.send({ type: 'entry.read', place: 'accepted' });
  expect(allowed()).toEqual(['leave']);
});

test('the tests reach every state and transition', () => {
  const events = [
    ...moves.map((move) => ({ type: `entry.${move}` })),
    ...places.map((place) => ({ type: 'entry.read', place })),
    { type: 'entry.refused' },
  ];
  const walk = (who: EntryMover) => ({ input: { who }, events });
  expect(unreached(entryMachine, walk('oneself'), walk('staff'))).toEqual([]);
});
