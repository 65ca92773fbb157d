import * as v from 'valibot';
import { NoticesUpdate } from '../api/bodies.ts';
import { NoticeList } from '../entities/notice.ts';
import { PageKey } from '../values/page-key.ts';
import { call } from './call.ts';
import { all } from './changes.ts';

/** The notices of the caller, newest first, a page: those about seasons that the caller may see. */
export const listNotices = call({
  method: 'GET',
  path: '/api/Account/notices',
  access: 'member',
  query: v.object({
    /** The `next` of a page: the list begins with the notice after it. */
    after: v.optional(PageKey),
  }),
  answer: NoticeList,
});

/** Mark the notices of the caller as read, up to a time. */
export const readNotices = call({
  method: 'PATCH',
  path: '/api/Account/notices',
  access: 'member',
  body: NoticesUpdate,
  answer: NoticeList,
  changes: () => all(listNotices),
});
