import { kindOfNotice, type Notice, type NoticeKind, type NoticeList } from '#contract/entities/notice';
import { trackName } from '#contract/entities/track-name';
import type { Track } from '#contract/enumerations';
import { countUnread, listNoticeRows, markRead } from '../../storage/notices.ts';
import { nextPageOf } from '../../storage/page-keys.ts';
import { type Context, requireUser } from '../context.ts';

const pageSize = 50;
/** An export is complete; this bound only keeps a query from being unlimited. */
const exportLimit = 100_000;

async function readInbox(context: Context, after: string | undefined, limit: number): Promise<Notice[]> {
  const rows = await listNoticeRows(context.transaction, requireUser(context), after, limit);
  return rows.map(({ notice, ...subject }) => {
    const { id, kind, dueAt, path, seasonId, at, readAt } = notice;
    return { id, kind, ...textOf(notice, subject, null), dueAt, path, seasonId, at, readAt };
  });
}

/** The names of what a notice is about. */
interface Subject {
  readonly seasonName: string;
  readonly eventName: string | null;
  readonly track: number | null;
}

/** The text of a notice, with the time that it names in words. */
export function textOf(
  { kind, count }: { readonly kind: NoticeKind; readonly count: number },
  { seasonName, eventName, track }: Subject,
  due: string | null,
): { readonly title: string; readonly body: string } {
  const name = track === null ? '' : (eventName ?? trackName(track as Track));
  return kindOfNotice(kind).text({ seasonName, eventName: name, count, due });
}

/** A page of the caller's notices. */
export async function listNotices(context: Context, after?: string): Promise<NoticeList> {
  const notices = await readInbox(context, after, pageSize);
  const unread = await countUnread(context.transaction, requireUser(context));
  return { unread, notices, next: nextPageOf(notices, pageSize, ({ at }) => at) };
}

/** All notices of the caller. */
export function exportNotices(context: Context): Promise<Notice[]> {
  return readInbox(context, undefined, exportLimit);
}

/** Marks the caller's notices as read that were made until a time. */
export async function readNotices(context: Context, until: string): Promise<NoticeList> {
  await markRead(context.transaction, { userId: requireUser(context), until, now: context.now });
  return listNotices(context);
}
