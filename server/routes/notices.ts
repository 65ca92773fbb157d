import { calls } from '#contract/calls/by-name';
import { listNotices, readNotices } from '../domain/notices/inbox.ts';
import { handle } from './handlers.ts';

/** Handlers of the caller's notices. */
export function noticeHandlers() {
  return [
    handle(calls.listNotices, async (context, { query }) => ({ value: await listNotices(context, query.after) })),
    handle(calls.readNotices, async (context, { body }) => ({ value: await readNotices(context, body.readUntil) })),
  ];
}
