import type { DeliveryChannel } from '#contract/entities/webhook';
import {
  type Claim,
  type ClaimedDelivery,
  type ClaimedPost,
  claimPost,
  delayDeliveries,
  failWaiting,
  giveUpExpired,
  hasDueDelivery,
  settleDelivery,
  settleLost,
} from '../storage/deliveries.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import { setWebhookGone } from '../storage/webhooks.ts';
import { type Attempt, type Outcome, outcomeOf } from './delivery-outcomes.ts';

/** A server that has not said in this time how its attempt ended is gone, in ms: longer than any attempt takes. */
const leaseTime = 2 * 60_000;

/** How messages are sent by a channel. */
export interface Channel<Claimed extends ClaimedDelivery> {
  readonly name: DeliveryChannel;
  /** Claims the message that has waited longest. */
  readonly claim: (transaction: Transaction, claim: Claim) => Promise<Claimed | null>;
  readonly send: (claimed: Claimed) => Promise<Attempt>;
  readonly outcomeOf: (attempt: Attempt, attempts: number) => Outcome;
  /** What else an outcome changes. */
  readonly settle?: (transaction: Transaction, claimed: Claimed, outcome: Settled) => Promise<void>;
}

interface Settled extends Outcome {
  readonly now: string;
  /** When the next attempt is made. */
  readonly next: string;
}

interface Sending<Claimed extends ClaimedDelivery> {
  readonly storage: Storage;
  readonly now: () => Date;
  /** Identifies this server. */
  readonly holder: string;
  readonly channel: Channel<Claimed>;
}

/** Sends the next message of a channel that is due. Returns whether there was one. */
export async function sendNext<Claimed extends ClaimedDelivery>(sending: Sending<Claimed>): Promise<boolean> {
  const { storage, now, channel } = sending;
  if (!(await hasDueDelivery(storage.database, channel.name, now().toISOString()))) return false;
  const claimed = await storage.transaction((transaction) => claim(sending, transaction));
  if (claimed === null) return false;
  const attempt = await channel.send(claimed);
  await storage.transaction((transaction) => recordAttempt(sending, transaction, claimed, attempt));
  return true;
}

async function claim<Claimed extends ClaimedDelivery>(
  { now, holder, channel }: Sending<Claimed>,
  transaction: Transaction,
): Promise<Claimed | null> {
  const time = now();
  const instant = time.toISOString();
  await settleLost(transaction, instant, 'The server was stopped while it sent the message.');
  await giveUpExpired(transaction, instant);
  const leaseUntil = new Date(time.getTime() + leaseTime).toISOString();
  return channel.claim(transaction, { holder, now: instant, leaseUntil });
}

async function recordAttempt<Claimed extends ClaimedDelivery>(
  { now, holder, channel }: Sending<Claimed>,
  transaction: Transaction,
  claimed: Claimed,
  attempt: Attempt,
): Promise<void> {
  const { id, attempts, expiresAt } = claimed;
  const time = now();
  const instant = time.toISOString();
  const outcome = channel.outcomeOf(attempt, attempts);
  const { state, reason, delay = 0 } = outcome;
  const next = new Date(time.getTime() + delay).toISOString();
  const isLate = state === 'waiting' && next > expiresAt;
  await settleDelivery(
    transaction,
    { id, holder },
    state === 'waiting' && !isLate
      ? { state, reason, nextAttemptAt: next }
      : { state: isLate ? 'failed' : state, reason, settledAt: instant },
  );
  await channel.settle?.(transaction, claimed, { ...outcome, now: instant, next });
}

/** The chats of leagues at Discord. */
export function discordChannel(send: (claimed: ClaimedPost) => Promise<Attempt>): Channel<ClaimedPost> {
  return {
    name: 'discord',
    claim: claimPost,
    send,
    outcomeOf,
    settle: async (transaction, { leagueId, token }, { holdsUp, isGone, reason, now, next }) => {
      if (holdsUp !== undefined) await delayDeliveries(transaction, holdsUp === 'all' ? null : leagueId, next);
      if (isGone && (await setWebhookGone(transaction, { leagueId, token }, now)))
        await failWaiting(transaction, leagueId, now, reason ?? '');
    },
  };
}
