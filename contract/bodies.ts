import * as v from 'valibot';
import { TrackNumber } from './enumerations.ts';
import { League } from './league.ts';
import { Season, SeasonEvent } from './season.ts';
import { Session } from './session.ts';
import { Uuid } from './values.ts';

/**
 * The bodies of requests. They refuse unknown fields, so that a misspelt field is an error and not ignored. In updates an
 * absent field keeps its value, and null empties it.
 */

const league = League.entries;

/** Base64 of about 2 MiB; the server checks the exact limit on the decoded bytes. */
const thumbnailBase64 = v.pipe(v.string(), v.maxLength(3_000_000), v.regex(/^[A-Za-z\d+/]*={0,2}$/, 'must be base64'));

export const LeagueCreate = v.strictObject({
  name: league.name,
  description: v.optional(league.description, null),
  discord: v.optional(league.discord, null),
  website: v.optional(league.website, null),
  thumbnailBase64: v.nullish(thumbnailBase64, null),
  isPublic: v.optional(league.isPublic, true),
});

export const LeagueUpdate = v.strictObject({
  name: v.optional(league.name),
  description: v.optional(league.description),
  discord: v.optional(league.discord),
  website: v.optional(league.website),
  isPublic: v.optional(league.isPublic),
});

export const ThumbnailUpdate = v.strictObject({
  thumbnailBase64,
  contentType: v.picklist(['image/png', 'image/jpeg', 'image/webp']),
});

const season = Season.entries;
const event = SeasonEvent.entries;

export const SeasonCreate = v.strictObject({ name: season.name });
export const SeasonUpdate = v.strictObject({ id: season.id, name: season.name });

export const EventCreate = v.strictObject({
  track: TrackNumber,
  name: v.optional(event.name, null),
  startsAt: v.optional(event.startsAt, null),
});
export const EventsCreate = v.strictObject({ events: v.pipe(v.array(EventCreate), v.minLength(1), v.maxLength(100)) });
export const EventSessionsAdd = v.strictObject({
  sessionIds: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(100)),
});

const { id, sessionId, userId, userName, weekendId, podium, ...recorded } = Session.entries;

/** What a recorder sends: a session without the fields that the server sets. */
export const SessionUpload = v.strictObject({ ...recorded, liveId: v.nullish(Uuid) });

export type LeagueCreate = v.InferOutput<typeof LeagueCreate>;
export type LeagueUpdate = v.InferOutput<typeof LeagueUpdate>;
export type EventCreate = v.InferOutput<typeof EventCreate>;
export type SessionUpload = v.InferOutput<typeof SessionUpload>;
