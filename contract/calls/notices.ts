import { NoticeSettingsUpdate, NoticesUpdate, PushCancel, PushSubscribe } from '../api/bodies.ts';
import { NoticeList } from '../entities/notice.ts';
import { NoticeSettings } from '../entities/notice-settings.ts';
import { getNoticeSettings, listNotices } from './account.ts';
import { call } from './call.ts';
import { all } from './changes.ts';

/** Mark the notices of the caller as read, up to a time. */
export const readNotices = call({
  method: 'PATCH',
  path: '/api/Account/notices',
  access: 'member',
  body: NoticesUpdate,
  answer: NoticeList,
  changes: () => all(listNotices),
});

/** Set what the caller is told by. */
export const setNoticeSettings = call({
  method: 'PUT',
  path: '/api/Account/noticeSettings',
  access: 'member',
  body: NoticeSettingsUpdate,
  answer: NoticeSettings,
  changes: () => all(getNoticeSettings),
});

/** Turn push on for a device, which has subscribed with the key of this server: at most 20 of an account. */
export const setPush = call({
  method: 'PUT',
  path: '/api/Account/push',
  access: 'member',
  body: PushSubscribe,
  answer: NoticeSettings,
  problems: [409, 422],
  changes: () => all(getNoticeSettings),
});

/** Turn push off for a device. */
export const deletePush = call({
  method: 'DELETE',
  path: '/api/Account/push',
  access: 'member',
  body: PushCancel,
  answer: NoticeSettings,
  changes: () => all(getNoticeSettings),
});
