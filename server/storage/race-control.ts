import { and, eq, sql } from 'drizzle-orm';
import type { RaceControlEntry } from '#contract/entities/race-control';
import type { Transaction } from './open-storage.ts';
import { sessions } from './tables.ts';

interface SessionOfGame {
  readonly id: string;
  /** The game's id of the recorder's session. */
  readonly internalSessionId: string;
}

/** Stores the race control of a session, unless it has more already or is another one of the game. */
export async function storeRaceControl(
  transaction: Transaction,
  { id, internalSessionId }: SessionOfGame,
  raceControl: readonly RaceControlEntry[],
): Promise<void> {
  const stored = sql`coalesce(jsonb_array_length(${sessions.raceControl}), 0)`;
  await transaction
    .update(sessions)
    .set({ raceControl })
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.internalSessionId, internalSessionId),
        sql`${stored} < ${raceControl.length}`,
      ),
    );
}
