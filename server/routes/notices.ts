import { calls } from '#contract/calls/by-name';
import { listNotices, readNotices } from '../domain/notices/inbox.ts';
import {
  deletePush,
  getNoticeSettings,
  type NoticeService,
  setNoticeSettings,
  setPush,
} from '../domain/notices/settings.ts';
import { handle } from './handlers.ts';

/** Handlers of the caller's notices, and of what they are sent by. */
export function noticeHandlers(service: NoticeService) {
  return [
    handle(calls.listNotices, async (context, { query }) => ({ value: await listNotices(context, query.after) })),
    handle(calls.readNotices, async (context, { body }) => ({ value: await readNotices(context, body.readUntil) })),
    handle(calls.getNoticeSettings, async (context) => ({ value: await getNoticeSettings(context, service) })),
    handle(calls.setNoticeSettings, async (context, { body }) => ({
      value: await setNoticeSettings(context, body, service),
    })),
    handle(calls.setPush, async (context, { body }) => ({ value: await setPush(context, body, service) })),
    handle(calls.deletePush, async (context, { body }) => ({
      value: await deletePush(context, body.endpoint, service),
    })),
  ];
}
