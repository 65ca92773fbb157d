import {
  type ClaimedDelivery,
  claimDelivery,
  delayDeliveries,
  failWaiting,
  giveUpExpired,
  hasDueDelivery,
  settleDelivery,
  settleLost,
} from '../storage/deliveries.ts';
import type { Storage } from '../storage/open-storage.ts';
import { setWebhookGone } from '../storage/webhooks.ts';
import { type Attempt, outcomeOf } from './delivery-outcomes.ts';

/** A server that has not said in this time how its attempt ended is gone, in ms: longer than any attempt takes. */
const leaseTime = 2 * 60_000;

interface Sending {
  readonly storage: Storage;
  readonly now: () => Date;
  /** Identifies this server. */
  readonly holder: string;
  readonly send: (delivery: ClaimedDelivery) => Promise<Attempt>;
}

/** Sends the next message that is due. Returns whether there was one. */
export async function sendNext(sending: Sending): Promise<boolean> {
  const { storage, now } = sending;
  if (!(await hasDueDelivery(storage.database, now().toISOString()))) return false;
  const claimed = await storage.transaction((transaction) => claim(sending, transaction));
  if (claimed === null) return false;
  const attempt = await sending.send(claimed);
  await storage.transaction((transaction) => recordAttempt(sending, transaction, claimed, attempt));
  return true;
}

type Transaction = Storage['database'];

async function claim({ now, holder }: Sending, transaction: Transaction): Promise<ClaimedDelivery | null> {
  const time = now();
  const instant = time.toISOString();
  await settleLost(transaction, instant, 'The server was stopped while it sent the message.');
  await giveUpExpired(transaction, instant);
  const leaseUntil = new Date(time.getTime() + leaseTime).toISOString();
  return claimDelivery(transaction, { holder, now: instant, leaseUntil });
}

async function recordAttempt(
  { now, holder }: Sending,
  transaction: Transaction,
  { id, leagueId, token, attempts, expiresAt }: ClaimedDelivery,
  attempt: Attempt,
): Promise<void> {
  const time = now();
  const instant = time.toISOString();
  const { state, reason, delay = 0, holdsUp, isGone } = outcomeOf(attempt, attempts);
  const next = new Date(time.getTime() + delay).toISOString();
  const isLate = state === 'waiting' && next > expiresAt;
  await settleDelivery(
    transaction,
    { id, holder },
    state === 'waiting' && !isLate
      ? { state, reason, nextAttemptAt: next }
      : { state: isLate ? 'failed' : state, reason, settledAt: instant },
  );
  if (holdsUp !== undefined) await delayDeliveries(transaction, holdsUp === 'all' ? null : leagueId, next);
  if (isGone && (await setWebhookGone(transaction, { leagueId, token }, instant)))
    await failWaiting(transaction, leagueId, instant, reason ?? '');
}
