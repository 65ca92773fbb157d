import * as v from 'valibot';
import { longestName } from '../constants.ts';
import { line } from '../values/text-values.ts';
import { Instant, Uuid } from '../values/values.ts';
import { noticeChannels } from './notice.ts';

/** Whether a kind of notice is sent by the channels besides the inbox. */
export const NoticeChoice = v.object({
  /** The kind of notice. */
  kind: v.string(),
  /** What it is about. */
  label: v.string(),
  /** To the devices that are turned on. */
  push: v.boolean(),
  /** By e-mail. */
  mail: v.boolean(),
});

/** A time of day. */
const Clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00'));

/** The hours of every day in which nothing is sent; it waits until their end. */
export const QuietHours = v.object({
  /** When they begin, such as 22:00. */
  from: Clock,
  /** When they end, such as 07:00. */
  to: Clock,
});

/** The name of a time zone, such as Europe/Berlin. */
export const TimeZone = v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'must be the name of a time zone'));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** A league of which the user gets notices. */
export const NoticeLeague = v.object({
  /** The league. */
  id: Uuid,
  /** Its name. */
  name: line(longestName),
  /** Whether nothing about its seasons is sent; the inbox has it all the same. */
  isMuted: v.boolean(),
});

/** Push to the devices of the caller. */
export const PushSettings = v.object({
  /** The key of this server that a device subscribes with; null while push is off. */
  publicKey: v.nullable(v.string()),
  /** Why push is off on this server, in words; null while it is on. */
  whyOff: v.nullable(v.string()),
  /** The addresses of the devices that are turned on. */
  endpoints: v.array(v.string()),
});

/** A message that did not arrive. */
export const NoticeFailure = v.object({
  /** What it was sent by. */
  channel: v.picklist(noticeChannels),
  /** Its title. */
  title: v.string(),
  /** When it was given up. */
  at: Instant,
  /** Why. */
  reason: v.nullable(v.string()),
});

/** What the caller is told by, besides the inbox. */
export const NoticeSettings = v.object({
  /** Each kind of notice. */
  kinds: v.array(NoticeChoice),
  /** The leagues of the caller. */
  leagues: v.array(NoticeLeague),
  /** When nothing is sent; null: at no hour. */
  quiet: v.nullable(QuietHours),
  /** The time zone of the quiet hours, and of times in messages; null: UTC. */
  timeZone: v.nullable(v.string()),
  /** Push to devices. */
  push: PushSettings,
  /** Whether this server can send e-mails to the caller. */
  canMail: v.boolean(),
  /** The newest messages of the last days that did not arrive. */
  failures: v.array(NoticeFailure),
});

export type NoticeSettings = v.InferOutput<typeof NoticeSettings>;
export type QuietHours = v.InferOutput<typeof QuietHours>;
