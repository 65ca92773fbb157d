import type { WriteRequest } from '#contract/calls/call';
import { affectedReads, type Change } from '#contract/calls/changes';
import { announceChange } from '../storage/changes.ts';
import type { Transaction } from '../storage/open-storage.ts';

/** Says that a transaction makes this write, and so which answers it changes. */
export function announceWrite(transaction: Transaction, write: Change, request: WriteRequest): void {
  announceChange(transaction, affectedReads(write, request));
}
