import * as v from 'valibot';
import { eventPath } from '../pages/event-path.ts';
import { PageKey } from '../values/page-key.ts';
import { Instant, Uuid, whole } from '../values/values.ts';

/** What the text of a notice is made of. */
interface NoticeFacts {
  readonly seasonName: string;
  /** The name of the event, or that of its track; empty for a notice that is about none. */
  readonly eventName: string;
  /** How many things are gathered in it. */
  readonly count: number;
  /** The time that it names, in the time zone of the reader; null where it is shown beside the text. */
  readonly due: string | null;
}

/** The entities that a notice links to. */
interface NoticeIds {
  readonly seasonId: string;
  readonly eventId: string | null;
  readonly liveId: string | null;
}

interface KindOfNotice {
  /** Its name in the settings. */
  readonly label: string;
  readonly text: (facts: NoticeFacts) => { readonly title: string; readonly body: string };
  /** The path of the page that it opens. */
  readonly link: (ids: NoticeIds) => string;
  /** It is sent within this time, in ms, and never after the time that it names. */
  readonly lifetime: number;
  /** The channels besides the inbox that it is sent by unless the user says otherwise. */
  readonly channels: readonly NoticeChannel[];
  /** Devices that save power show it at once. */
  readonly isUrgent?: true;
  /** Those of an hour are one notice, which is sent at its end. */
  readonly isGathered?: true;
}

/** The channels that a user can be told by, besides the inbox. */
export const noticeChannels = ['push', 'mail'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

const hour = 60 * 60_000;
const season = ({ seasonId }: NoticeIds) => `/seasons/${seasonId}`;
/** The event, with the buttons to answer. */
const event = (ids: NoticeIds) => (ids.eventId === null ? season(ids) : eventPath(ids.seasonId, ids.eventId));
const by = (due: string | null, text: string) => (due === null ? '' : ` ${text} ${due}.`);

/** Each kind of notice. */
export const noticeKinds = {
  raceIsLive: {
    label: 'A race of yours is live',
    text: ({ seasonName, eventName }) => ({ title: `${eventName} is live`, body: seasonName }),
    link: (ids) => (ids.liveId === null ? season(ids) : `/live/${ids.liveId}`),
    lifetime: hour,
    channels: ['push'],
    isUrgent: true,
  },
  answerBy: {
    label: 'Answer whether you drive',
    text: ({ seasonName, eventName, due }) => ({
      title: `Are you in for ${eventName}?`,
      body: `${seasonName}: say whether you drive.${by(due, 'Answer by')}`,
    }),
    link: event,
    lifetime: 48 * hour,
    channels: ['push'],
  },
  seatIsYours: {
    label: 'A seat is yours',
    text: ({ seasonName, eventName, due }) => ({
      title: `You have a seat for ${eventName}`,
      body: `${seasonName}: a seat is free, and you drive.${by(due, 'It begins')}`,
    }),
    link: event,
    lifetime: 48 * hour,
    channels: ['push'],
  },
  rulingOnMe: {
    label: 'A ruling on you',
    text: ({ seasonName, eventName }) => ({
      title: 'The stewards have ruled on you',
      body: eventName === '' ? seasonName : `${seasonName}, ${eventName}`,
    }),
    link: season,
    lifetime: 48 * hour,
    channels: ['push'],
  },
  resultOfficial: {
    label: 'Standings are official',
    text: ({ seasonName }) => ({ title: 'Standings are official', body: seasonName }),
    link: season,
    lifetime: 24 * hour,
    channels: ['push'],
  },
  entryAccepted: {
    label: 'Your entry is accepted',
    text: ({ seasonName }) => ({ title: 'Your entry is accepted', body: `You drive in ${seasonName}.` }),
    link: season,
    lifetime: 48 * hour,
    channels: ['push'],
  },
  entryDeclined: {
    label: 'Your entry is declined',
    text: ({ seasonName }) => ({ title: 'Your entry is declined', body: seasonName }),
    link: season,
    lifetime: 48 * hour,
    channels: ['push'],
  },
  newEntry: {
    label: 'New entries in seasons that you run',
    text: ({ seasonName, count }) => ({
      title: count === 1 ? 'A new entry' : `${count} new entries`,
      body: seasonName,
    }),
    link: ({ seasonId }) => `/dashboard/seasons/${seasonId}/edit/drivers`,
    lifetime: 24 * hour,
    channels: ['push'],
    isGathered: true,
  },
  eventTomorrow: {
    label: 'The day before an event',
    text: ({ seasonName, eventName, due }) => ({
      title: `${eventName} is coming up`,
      body: `${seasonName}: less than a day to go.${by(due, 'It begins')}`,
    }),
    link: season,
    lifetime: 24 * hour,
    channels: ['push'],
  },
} as const satisfies Record<string, KindOfNotice>;

export type NoticeKind = keyof typeof noticeKinds;

/** A kind of notice, with the fields that all of them have. */
export function kindOfNotice(kind: NoticeKind): KindOfNotice {
  return noticeKinds[kind];
}

/** Something that concerns the caller. */
export const Notice = v.object({
  /** The id of the notice. */
  id: Uuid,
  /** The kind of notice, such as raceIsLive; there may be more kinds than a client knows. */
  kind: v.string(),
  /** Its title. */
  title: v.string(),
  /** What it says. */
  body: v.string(),
  /** The time that it is about: of an answer, or of the start of an event; null without one. */
  dueAt: v.nullable(Instant),
  /** The path of the page that it opens. */
  path: v.string(),
  /** The season that it is about. */
  seasonId: Uuid,
  /** When it was made, or the last thing that is gathered in it happened. */
  at: Instant,
  /** When the caller has read it; null before. */
  readAt: v.nullable(Instant),
});

/** The notices of the caller, newest first. */
export const NoticeList = v.object({
  /** How many of all notices the caller has not read. */
  unread: whole(0, 1e9),
  /** At most 50. */
  notices: v.array(Notice),
  /** For `after`, to read what follows, which may be nothing; null after a page that is not full. */
  next: v.nullable(PageKey),
});

export type Notice = v.InferOutput<typeof Notice>;
export type NoticeList = v.InferOutput<typeof NoticeList>;
