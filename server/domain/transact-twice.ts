import { isBusy } from '../storage/failures.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';

/**
 * Runs a transaction, once more when it loses a race with another one: its checks then see the changes of the other
 * one. The work must have no effects outside of the transaction.
 */
export async function transactTwice<Outcome>(
  { transaction }: Storage,
  work: (transaction: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await transaction(work);
  } catch (error) {
    if (!isBusy(error)) throw error;
    return transaction(work);
  }
}
