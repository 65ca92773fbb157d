import type { Transaction } from './open-storage.ts';
import { leagues, sessions } from './tables.ts';

/** Returns whether the database contains a session or a league. */
export async function hasContent(transaction: Transaction): Promise<boolean> {
  for (const table of [sessions, leagues]) {
    if ((await transaction.$count(table)) > 0) return true;
  }
  return false;
}
