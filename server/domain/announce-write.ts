import { affectedReads, type WriteName, type WriteRequest } from '#contract/api/dependencies';
import { announceChange } from '../storage/changes.ts';
import type { Transaction } from '../storage/open-storage.ts';

/** Says that a transaction makes this write, and so which answers it changes. */
export function announceWrite(transaction: Transaction, write: WriteName, request: WriteRequest): void {
  announceChange(transaction, affectedReads(write, request));
}
