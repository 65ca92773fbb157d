import type { Transaction } from '../storage/open-storage.ts';
import { type HeldBy, listFollowing, setLeftSeason } from '../storage/session-visibility.ts';

/**
 * Takes sessions out of seasons, by any change. Sessions that were private with these seasons stay private: only their
 * owner makes them public.
 */
export async function stayPrivate<Outcome>(
  transaction: Transaction,
  of: HeldBy,
  change: () => Promise<Outcome>,
): Promise<Outcome> {
  const ids = await listFollowing(transaction, of);
  const outcome = await change();
  if (ids.length > 0) await setLeftSeason(transaction, ids);
  return outcome;
}
