import type { GameEvent } from '../game/packet.ts';

/** The details of the events of a code. */
export type GameEventOf<Code extends GameEvent['code']> = Extract<GameEvent, { readonly code: Code }>['details'];
