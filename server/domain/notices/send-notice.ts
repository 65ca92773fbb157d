import type { NoticeChannel } from '#contract/entities/notice';
import { type Claim, type ClaimedDelivery, takeDelivery } from '../../storage/deliveries.ts';
import {
  type DueNotice,
  deleteDelivery,
  deleteSubscription,
  lockDueNotice,
  postponeDelivery,
} from '../../storage/notice-deliveries.ts';
import { countUnread, type NoticeRow } from '../../storage/notices.ts';
import type { Transaction } from '../../storage/open-storage.ts';
import { type Attempt, mailOutcomeOf, pushOutcomeOf } from '../delivery-outcomes.ts';
import type { Channel } from '../send-delivery.ts';
import { channelsOf, nothingChosen, quietUntil } from './choices.ts';

/** A message about a notice. */
export interface ClaimedNotice extends ClaimedDelivery {
  readonly notice: NoticeRow;
  /** The device that it is for; null for a mail. */
  readonly device: {
    readonly id: string;
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
  } | null;
  /** How many notices its user has not read. */
  readonly unread: number;
}

/** A channel of notices. */
export function noticeChannel(
  name: NoticeChannel,
  send: (claimed: ClaimedNotice) => Promise<Attempt>,
): Channel<ClaimedNotice> {
  return {
    name,
    claim: (transaction, claim) => claimNotice(transaction, name, claim),
    send,
    outcomeOf: name === 'push' ? pushOutcomeOf : mailOutcomeOf,
    settle: async (transaction, { device }, { isGone }) => {
      if (isGone && device !== null) await deleteSubscription(transaction, device);
    },
  };
}

/** Claims a message whose user still wants it, may see what it is about, and has no quiet hours. */
async function claimNotice(
  transaction: Transaction,
  channel: NoticeChannel,
  claim: Claim,
): Promise<ClaimedNotice | null> {
  for (;;) {
    const due = await lockDueNotice(transaction, channel, claim.now);
    if (due === null) return null;
    const quiet = isWanted(due, channel) ? quietUntil(due.settings ?? nothingChosen, new Date(claim.now)) : null;
    if (!isWanted(due, channel) || (quiet !== null && quiet.toISOString() >= due.expiresAt))
      await deleteDelivery(transaction, due.id);
    else if (quiet !== null) await postponeDelivery(transaction, due.id, quiet.toISOString());
    else {
      const { notice, subscriptionId: id, endpoint, p256dh, auth } = due;
      const isDevice = id !== null && endpoint !== null && p256dh !== null && auth !== null;
      return {
        ...(await takeDelivery(transaction, due.id, claim)),
        notice,
        device: isDevice ? { id, endpoint, p256dh, auth } : null,
        unread: await countUnread(transaction, notice.userId),
      };
    }
  }
}

function isWanted({ notice, settings, isVisible, isMuted }: DueNotice, channel: NoticeChannel): boolean {
  const isRead = notice.readAt !== null;
  return isVisible && !isMuted && !isRead && channelsOf(settings ?? nothingChosen, notice.kind).includes(channel);
}

/** What identifies the messages of which a newer one replaces an older one. */
export function topicOf({ kind, seasonId, eventId }: NoticeRow): string {
  return [kind, seasonId, eventId].filter(Boolean).join(' ');
}

/** Longer texts would not fit in a message of a push service, in characters. */
const longest = { title: 200, body: 400 };

/**
 * The body of a push in the format that browsers show without a service worker (Declarative Web Push), and this app's worker
 * with one.
 */
export function pushBody(
  { notice, title, content, path, unread }: Pick<ClaimedNotice, 'notice' | 'title' | 'content' | 'path' | 'unread'>,
  publicUrl: string,
): Buffer {
  const notification = {
    title: title.slice(0, longest.title),
    body: content.slice(0, longest.body),
    navigate: `${publicUrl}${path ?? '/'}`,
    tag: topicOf(notice),
    lang: 'en',
  };
  return Buffer.from(JSON.stringify({ web_push: 8030, notification, app_badge: unread }));
}
