import { v7 } from 'uuid';
import { kindOfNotice, type NoticeKind } from '#contract/entities/notice';
import { insertNotices } from '../../storage/notices.ts';
import type { Transaction } from '../../storage/open-storage.ts';

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
 * Tells users something, in the transaction of what it is about. Each is told once for a kind, season, event and `about`; what is
 * gathered is one notice for each hour.
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
    path: link({ seasonId, liveId }),
    count: 1,
    dueAt,
    at: now,
    readAt: null,
    expiresAt: dueAt !== null && dueAt < latest ? dueAt : latest,
  };
  const rows = [...new Set(to)].map((userId) => ({ ...notice, id: v7(), userId }));
  await insertNotices(transaction, rows, isGathered);
}
