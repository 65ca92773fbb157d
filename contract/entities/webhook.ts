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

/** What a message to the chat of a league is about. */
export const DeliveryKind = v.picklist(['test', 'standings', 'result', 'reminder']);

/** What a message is sent by. */
export type DeliveryChannel = 'discord' | 'push' | 'mail';

/** How far a message to the chat of a league is. */
export const DeliveryState = v.picklist(['waiting', 'sending', 'sent', 'unknown', 'failed']);

/** A message to the chat of a league. */
export const Delivery = v.object({
  /** The id of the message. */
  id: Uuid,
  /** The kind of message. */
  kind: DeliveryKind,
  /** Its title. */
  title: v.string(),
  /**
   * waiting to be sent, or sent again; sending; sent; unknown: Discord’s answer was lost, so that it may be in the channel;
   * failed.
   */
  state: DeliveryState,
  /** How many times it was tried. */
  attempts: whole(0, 1e6),
  /** When it was made. */
  createdAt: Instant,
  /** When it is sent, while it waits; null otherwise. */
  nextAttemptAt: v.nullable(Instant),
  /** When it was sent, or given up; null before. */
  settledAt: v.nullable(Instant),
  /** Why the last attempt did not succeed; null where it did. */
  reason: v.nullable(v.string()),
});

/** What the Discord webhook of a league is used for. */
export const WebhookChoices = v.object({
  /** When Discord said that it does not exist any more; nothing is sent since then. */
  goneAt: v.nullable(Instant),
  /** Whether official standings are announced. */
  standings: v.boolean(),
  /** Whether the results of their latest round are announced. */
  results: v.boolean(),
  /** Whether the day before a round is announced. */
  reminders: v.boolean(),
});

/** The Discord webhook of a league, without its address. */
export const LeagueWebhook = v.object({
  /** The last characters of its address; null while none is set. */
  ending: v.nullable(v.string()),
  ...WebhookChoices.entries,
  /** Its newest messages, newest first. */
  deliveries: v.array(Delivery),
});

export type Delivery = v.InferOutput<typeof Delivery>;
export type DeliveryKind = v.InferOutput<typeof DeliveryKind>;
export type DeliveryState = v.InferOutput<typeof DeliveryState>;
export type LeagueWebhook = v.InferOutput<typeof LeagueWebhook>;
