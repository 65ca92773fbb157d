import { useEffect, useEffectEvent, useState } from 'react';
import { listNotices } from '#contract/calls/account';
import { readNotices } from '#contract/calls/notices';
import type { NoticeList } from '#contract/entities/notice';
import { fieldsOf } from '#contract/json/fields-of';
import { showAppBadge } from '../pwa/push.ts';
import { useNetworkStatus } from './connectivity.ts';
import { useQueryCache, useRead } from './read.tsx';
import { useWrite } from './write.ts';

/**
 * How many notices the user has not read, also as the badge of the installed app; a push that comes updates it. `open` is called
 * with the path of a notification that was clicked.
 */
export function useNoticeBell(open: (path: string) => void): number {
  const queries = useQueryCache();
  const unread = useRead({ call: listNotices }).value?.unread ?? 0;
  useEffect(() => showAppBadge(unread), [unread]);
  const handleMessage = useEffectEvent(({ data }: MessageEvent) => {
    const { type, path } = fieldsOf(data);
    if (type === 'push') queries.invalidate([{ call: listNotices }]);
    if (type === 'open' && typeof path === 'string') open(path);
  });
  useEffect(() => {
    const worker = navigator.serviceWorker;
    const listener = (event: MessageEvent) => handleMessage(event);
    worker?.addEventListener('message', listener);
    return () => worker?.removeEventListener('message', listener);
  }, []);
  return unread;
}

/** Marks the notices as read that are on the screen. Returns the ids of those that were new when the page was opened. */
export function useReadNotices({ unread, notices }: NoticeList): ReadonlySet<string> {
  const [fresh] = useState(() => new Set(notices.flatMap(({ id, readAt }) => (readAt === null ? [id] : []))));
  const isOnline = useNetworkStatus() === 'online';
  const write = useWrite(readNotices);
  const newest = notices[0]?.at ?? null;
  const mark = useEffectEvent(() => {
    // Without an answer they stay unread.
    if (newest !== null) void write({ body: { readUntil: newest } }).catch(() => undefined);
  });
  useEffect(() => {
    if (unread > 0 && isOnline) mark();
  }, [unread, isOnline]);
  return fresh;
}
