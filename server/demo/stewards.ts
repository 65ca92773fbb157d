import type { RulingCreate, SessionUpload } from '#contract/api/bodies';
import type { Context } from '../domain/context.ts';
import { addRuling, withdrawRuling } from '../domain/rulings.ts';

/** A stored session with its upload. */
export interface StoredSession {
  readonly id: string;
  readonly upload: SessionUpload;
}

type RulingOnCar = Exclude<RulingCreate, { kind: 'excludeSession' }>;
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** A decision on the car that finished in a position; `isWithdrawn`: it was taken back later. */
type Decision = DistributiveOmit<RulingOnCar, 'sessionId' | 'carIndex'> & {
  readonly position: number;
  readonly isWithdrawn?: boolean;
};

/** The decisions of the demo league's stewards, by the number of the round. */
export const decisions: Readonly<Record<number, readonly Decision[]>> = {
  1: [{ kind: 'time', position: 2, milliseconds: 5_000, reason: 'Track limits, turn 4, four times' }],
  3: [
    { kind: 'time', position: 4, milliseconds: 10_000, reason: 'Caused a collision at the hairpin' },
    { kind: 'points', position: 9, points: -3, reason: 'Missed the drivers’ briefing' },
    { kind: 'disqualify', position: 12, reason: 'Left the pits under red', isWithdrawn: true },
  ],
  5: [{ kind: 'places', position: 3, places: 2, reason: 'Overtook under the safety car' }],
};

/** Makes the rulings on one race; `as` gives the context of each. */
export async function ruleOn(
  as: () => Context,
  seasonId: string,
  { id: sessionId, upload }: StoredSession,
  made: readonly Decision[],
): Promise<void> {
  for (const { position, isWithdrawn = false, ...decision } of made) {
    const carIndex = upload.drivers.find(({ finishingPosition }) => finishingPosition === position)?.carIndex;
    if (carIndex === undefined) continue;
    const ruling: RulingCreate = { ...decision, sessionId, carIndex };
    const { value } = await addRuling(as(), { id: seasonId, expected: null, ruling });
    const rulingId = value.rulings?.at(-1)?.id;
    if (isWithdrawn && rulingId !== undefined) await withdrawRuling(as(), { id: seasonId, expected: null, rulingId });
  }
}
