/** The states of an entry of a season. */
export const entryStates = ['applied', 'accepted', 'declined', 'withdrawn', 'left'] as const;
export type EntryState = (typeof entryStates)[number];

/** Who moves an entry: the user whose it is, or who manages the season. */
export type EntryMover = 'oneself' | 'staff';

/**
 * Every move of an entry: from which state, by whom, and the state after it; `none` is before the first. The server refuses by
 * this table, and the app shows what it allows.
 */
export const entryMoves = [
  { from: 'none', move: 'enter', who: 'oneself', next: 'applied' },
  // It is changed, and has its place on the waiting list as before.
  { from: 'applied', move: 'enter', who: 'oneself', next: 'applied' },
  { from: 'applied', move: 'withdraw', who: 'oneself', next: 'withdrawn' },
  { from: 'applied', move: 'accept', who: 'staff', next: 'accepted' },
  { from: 'applied', move: 'decline', who: 'staff', next: 'declined' },
  { from: 'declined', move: 'accept', who: 'staff', next: 'accepted' },
  { from: 'accepted', move: 'leave', who: 'oneself', next: 'left' },
  { from: 'accepted', move: 'remove', who: 'staff', next: 'left' },
  { from: 'withdrawn', move: 'enter', who: 'oneself', next: 'applied' },
  { from: 'left', move: 'enter', who: 'oneself', next: 'applied' },
] as const satisfies readonly {
  readonly from: EntryState | 'none';
  readonly move: string;
  readonly who: EntryMover;
  readonly next: EntryState;
}[];

export type EntryMove = (typeof entryMoves)[number]['move'];
