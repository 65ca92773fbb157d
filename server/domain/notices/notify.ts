import { v7 } from 'uuid';
import { kindOfNotice, type NoticeKind } from '#contract/entities/notice';
import {
  insertNoticeDeliveries,
  listSubscriptions,
  readNoticeSettings,
  replaceNoticeText,
} from '../../storage/notice-deliveries.ts';
import { findSubject, insertNotices, type NoticeRow } from '../../storage/notices.ts';
import type { Transaction } from '../../storage/open-storage.ts';
import { channelsOf, dueText, nothingChosen } from './choices.ts';
import { textOf } from './inbox.ts';

interface Told {
  readonly kind: NoticeKind;
  /** Users; those who may not see the season when they read it are told nothing. */
  readonly to: readonly string[];
  readonly seasonId: string;
  readonly eventId?: string | null;
  readonly liveId?: string | null;
  /** What makes it another notice than an earlier one of the same kind, season and event. */
  readonly about?: string;
  /** The time that it names, after which it is not sent any more. */
  readonly dueAt?: string | null;
}

const hour = 60 * 60_000;

/**
 * Tells users something, in the transaction of what it is about: each in the inbox, and by the channels that they have chosen.
 * Each is told once for a kind, season, event and `about`; what is gathered is one notice for each hour.
 */
export async function notify(
  { transaction, now }: { readonly transaction: Transaction; readonly now: string },
  { kind, to, seasonId, eventId = null, liveId = null, about = '', dueAt = null }: Told,
): Promise<void> {
  const { link, lifetime, isGathered = false } = kindOfNotice(kind);
  const time = Date.parse(now);
  const gathered = isGathered ? new Date(time - (time % hour)).toISOString() : '';
  const latest = new Date(time + lifetime).toISOString();
  const notice = {
    kind,
    subject: [kind, seasonId, eventId, about, gathered].filter(Boolean).join(' '),
    seasonId,
    eventId,
    path: link({ seasonId, eventId, liveId }),
    count: 1,
    dueAt,
    at: now,
    readAt: null,
    expiresAt: dueAt !== null && dueAt < latest ? dueAt : latest,
  };
  const rows = [...new Set(to)].map((userId) => ({ ...notice, id: v7(), userId }));
  const sendAt = isGathered ? new Date(Date.parse(gathered) + hour).toISOString() : now;
  await makeDeliveries(transaction, await insertNotices(transaction, rows, isGathered), sendAt);
}

/** Makes a message for each device, and one by mail, of those who have chosen them. */
async function makeDeliveries(transaction: Transaction, rows: readonly NoticeRow[], sendAt: string): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const subject = await findSubject(transaction, first);
  if (subject === null) return;
  const userIds = rows.map(({ userId }) => userId);
  const settings = await readNoticeSettings(transaction, userIds);
  const subscriptions = await listSubscriptions(transaction, userIds);
  for (const notice of rows) {
    const choices = settings.get(notice.userId) ?? nothingChosen;
    const channels = channelsOf(choices, notice.kind);
    const due = notice.dueAt === null ? null : dueText(notice.dueAt, choices.timeZone);
    const { title, body: content } = textOf(notice, subject, due);
    if (notice.count > 1) await replaceNoticeText(transaction, notice.id, { title, content });
    const { kind, path, at: createdAt, expiresAt } = notice;
    const message = {
      ...{ noticeId: notice.id, kind, subject: notice.subject, title, content, path, createdAt, expiresAt },
      nextAttemptAt: sendAt,
    };
    const devices = channels.includes('push') ? subscriptions.filter(({ userId }) => userId === notice.userId) : [];
    await insertNoticeDeliveries(transaction, [
      ...devices.map(({ id }) => ({ ...message, id: v7(), channel: 'push' as const, subscriptionId: id })),
      ...(channels.includes('mail') ? [{ ...message, id: v7(), channel: 'mail' as const, subscriptionId: null }] : []),
    ]);
  }
}
