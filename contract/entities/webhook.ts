import * as v from 'valibot';
import { Instant, Uuid, whole } from '../values/values.ts';

/** Documented by Discord as POST /webhooks/{id}/{token}; other hosts and paths are refused. */
const address = /^https:\/\/discord\.com\/api\/webhooks\/(\d{15,22})\/([\w-]{20,200})$/;

/** The address of a webhook of a Discord channel, as Discord shows it for copying. Anyone who has it can post there. */
export const WebhookAddress = v.pipe(
  v.string(),
  v.maxLength(400),
  v.trim(),
  v.check(
    (value) => address.test(value),
    'must be the address of a Discord webhook: https://discord.com/api/webhooks/, a number and a token',
  ),
);

/** The parts of a webhook's address. @throws Error for an address that is not valid. */
export function webhookIn(value: string): { readonly id: string; readonly token: string } {
  const [, id, token] = address.exec(value.trim()) ?? [];
  if (id === undefined || token === undefined) throw new Error('not the address of a webhook');
  return { id, token };
}

/** The subjects of messages to a league's chat. */
export const DeliveryKind = v.picklist(['test', 'standings', 'result', 'reminder']);

/**
 * How far a message is: `waiting` to be sent, or sent again; `sending`; `sent`; `unknown` when Discord's answer was lost, so
 * that it may be in the channel; `failed`.
 */
export const DeliveryState = v.picklist(['waiting', 'sending', 'sent', 'unknown', 'failed']);

/** A message to the chat of a league. */
export const Delivery = v.object({
  id: Uuid,
  kind: DeliveryKind,
  title: v.string(),
  state: DeliveryState,
  attempts: whole(0, 1e6),
  createdAt: Instant,
  /** When it is sent, while it waits. */
  nextAttemptAt: v.nullable(Instant),
  /** When it was sent, or given up. */
  settledAt: v.nullable(Instant),
  /** Why the last attempt did not succeed. */
  reason: v.nullable(v.string()),
});

/** The purposes of a league's webhook. */
export const WebhookChoices = v.object({
  /** When Discord said that it does not exist any more; nothing is sent since then. */
  goneAt: v.nullable(Instant),
  /** Whether official standings, the results of their latest round, and the day before a round are announced. */
  standings: v.boolean(),
  results: v.boolean(),
  reminders: v.boolean(),
});

/** The webhook of a league, without its address, and its newest messages. */
export const LeagueWebhook = v.object({
  /** The last characters of its address; null while none is set. */
  ending: v.nullable(v.string()),
  ...WebhookChoices.entries,
  deliveries: v.array(Delivery),
});

export type Delivery = v.InferOutput<typeof Delivery>;
export type DeliveryKind = v.InferOutput<typeof DeliveryKind>;
export type DeliveryState = v.InferOutput<typeof DeliveryState>;
export type LeagueWebhook = v.InferOutput<typeof LeagueWebhook>;
