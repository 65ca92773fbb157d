import { TZDate } from '@date-fns/tz';
import { kindOfNotice, type NoticeChannel, type NoticeKind } from '#contract/entities/notice';
import type { QuietHours } from '#contract/entities/notice-settings';
import type { StoredNoticeSettings } from '../../storage/tables.ts';

/** What somebody has chosen who has opened no settings. */
export const nothingChosen: StoredNoticeSettings = { kinds: {}, mutedLeagues: [], quiet: null, timeZone: null };

/** The channels of a kind of notice. */
export function channelsOf({ kinds }: StoredNoticeSettings, kind: NoticeKind): readonly NoticeChannel[] {
  return kinds[kind] ?? kindOfNotice(kind).channels;
}

/** When the quiet hours end that a time is in; null outside of them. */
export function quietUntil(
  { quiet, timeZone }: { readonly quiet: QuietHours | null; readonly timeZone: string | null },
  now: Date,
): Date | null {
  if (quiet === null || quiet.from === quiet.to) return null;
  const local = new TZDate(now.getTime(), timeZone ?? 'UTC');
  const clock = `${pad(local.getHours())}:${pad(local.getMinutes())}`;
  const isOvernight = quiet.from > quiet.to;
  const isQuiet = isOvernight ? clock >= quiet.from || clock < quiet.to : clock >= quiet.from && clock < quiet.to;
  if (!isQuiet) return null;
  const [hours = 0, minutes = 0] = quiet.to.split(':').map(Number);
  const days = isOvernight && clock >= quiet.from ? 1 : 0;
  const end = new TZDate(
    local.getFullYear(),
    local.getMonth(),
    local.getDate() + days,
    hours,
    minutes,
    timeZone ?? 'UTC',
  );
  // In the night in which an hour comes twice they end in the first.
  return end.getTime() > now.getTime() ? new Date(end.getTime()) : null;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** A time as a message says it: `Sat 12 Dec, 20:00 CET`. */
export function dueText(dueAt: string, timeZone: string | null): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    timeZone: timeZone ?? 'UTC',
  }).format(new Date(dueAt));
}
