import * as v from 'valibot';
import { AccountExport, Availability, Tasks } from '../entities/account.ts';
import { ApiToken } from '../entities/api-token.ts';
import { Deletion } from '../entities/deletion.ts';
import { Membership } from '../entities/member.ts';
import { NoticeList } from '../entities/notice.ts';
import { NoticeSettings } from '../entities/notice-settings.ts';
import { Recorder } from '../entities/recorder.ts';
import { Usage } from '../entities/usage.ts';
import { PageKey } from '../values/page-key.ts';
import { text } from '../values/text-values.ts';
import { call } from './call.ts';
import { BooleanText } from './parameters.ts';

/** Whether the caller can choose this username. */
export const checkUsername = call({
  method: 'GET',
  path: '/api/Account/available',
  access: 'member',
  query: v.object({
    /** The username. */
    username: text(200),
  }),
  answer: Availability,
});

/** Everything that is stored about the caller. */
export const exportAccount = call({
  method: 'GET',
  path: '/api/Account/export',
  access: 'member',
  answer: AccountExport,
});

/** What the caller has stored, and how much an account can store. */
export const getUsage = call({
  method: 'GET',
  path: '/api/Account/usage',
  access: 'member',
  answer: Usage,
});

/** What the caller has to do: sessions, drivers and seasons that are not finished. */
export const getTasks = call({
  method: 'GET',
  path: '/api/Account/tasks',
  access: 'member',
  answer: Tasks,
});

/** What the caller has deleted in the last 14 days, and can restore. */
export const listDeletions = call({
  method: 'GET',
  path: '/api/Account/deletions',
  access: 'member',
  query: v.object({
    /** true: deleted leagues, too, which earlier clients do not know. */
    leagues: v.optional(BooleanText),
  }),
  answer: v.array(Deletion),
});

/** The leagues that the caller owns or works for, with their roles. */
export const listMemberships = call({
  method: 'GET',
  path: '/api/Account/memberships',
  access: 'member',
  answer: v.array(Membership),
});

/** The tokens that the caller has made for programs. */
export const listApiTokens = call({
  method: 'GET',
  path: '/api/Account/tokens',
  access: 'member',
  answer: v.array(ApiToken),
});

/** The recorders of the caller. */
export const listRecorders = call({
  method: 'GET',
  path: '/api/Recorders',
  access: 'member',
  answer: v.array(Recorder),
});

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

/** What the caller is told by, besides the inbox. */
export const getNoticeSettings = call({
  method: 'GET',
  path: '/api/Account/noticeSettings',
  access: 'member',
  answer: NoticeSettings,
});
