import * as v from 'valibot';
import { SessionTypeNumber, TrackNumber } from '../enumerations.ts';
import { CarIndex } from '../values/recorded-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';
import { ApiToken } from './api-token.ts';
import { Deletion } from './deletion.ts';
import { Entry } from './entry.ts';
import { League } from './league.ts';
import { AnswerValue } from './line-up.ts';
import { Membership } from './member.ts';
import { Notice } from './notice.ts';
import { Profile } from './profile.ts';
import { Recorder } from './recorder.ts';
import { Claim } from './roster.ts';
import { SeasonSummary } from './season.ts';
import { SessionSummary } from './session.ts';
import { WebhookChoices } from './webhook.ts';

/** Whether a username can be chosen. */
export const Availability = v.object({
  /** Whether it can. */
  available: v.boolean(),
  /** Why not, in words; null where it can. */
  reason: v.nullable(v.string()),
});

/** An uploaded picture. */
export const Avatar = v.object({
  /** Its address. */
  avatar_url: v.string(),
});

/** A league in an export. */
export const ExportedLeague = v.object({
  ...League.entries,
  /** Whether it has a Discord webhook. */
  hasWebhook: v.optional(v.boolean()),
  /** The posts that the webhook sends; null without one. */
  webhook: v.nullish(WebhookChoices),
});

/** A version of a session. */
export const ExportedVersion = v.object({
  /** The id of the version. */
  id: Uuid,
  /** When it was put aside. */
  storedAt: Instant,
  /** Where it is whole. */
  address: v.string(),
});

/** A session in an export. */
export const ExportedSession = v.object({
  ...SessionSummary.entries,
  /** Where it is whole. */
  address: v.string(),
  /** Its versions that were replaced or not used. */
  versions: v.array(ExportedVersion),
});

/** An answer to an event in an export. */
export const ExportedAnswer = v.object({
  /** The season. */
  seasonId: Uuid,
  /** The event. */
  eventId: Uuid,
  /** Whether the user takes part. */
  value: AnswerValue,
  /** When they said so. */
  answeredAt: Instant,
});

/** Everything that this server stores about a user, except passwords and tokens. */
export const AccountExport = v.object({
  /** When it was made. */
  exportedAt: Instant,
  /** The public profile; null before a username was chosen. */
  profile: v.nullable(Profile),
  /** The uploaded picture as a data: URL; null without one. */
  picture: v.nullable(v.string()),
  /**
   * The addresses, also one that waits to be confirmed, the times, the `metadata` that apps have stored, and the `logins`, in
   * the shape of the server: the app only saves it. Null with hosted sign-in, which has an export of its own.
   */
  account: v.unknown(),
  /** The leagues of the user. The webhook’s address is left out: anyone who has it can post in the channel. */
  leagues: v.array(ExportedLeague),
  /** The seasons of the user. */
  seasons: v.array(SeasonSummary),
  /** The leagues of others that the user works for. */
  memberships: v.nullish(v.array(Membership)),
  /** The drivers of seasons that the user has said to be. */
  claims: v.nullish(v.array(Claim)),
  /** What the user has answered to events of seasons. */
  answers: v.nullish(v.array(ExportedAnswer)),
  /** The entries of the user, with what has become of each. */
  entries: v.nullish(v.array(Entry)),
  /** The sessions of the user. */
  sessions: v.array(ExportedSession),
  /** The sessions, events and seasons that the user has deleted, and can restore. */
  deletions: v.nullish(v.array(Deletion)),
  /** The leagues that the user has deleted, and can restore; apart, because earlier clients do not know them. */
  deletedLeagues: v.nullish(v.array(Deletion)),
  /** The notices in the inbox. */
  notices: v.nullish(v.array(Notice)),
  /** What notices are sent by besides the inbox, and the devices that push is on for; in the shape of the server. */
  noticeSettings: v.unknown(),
  /** The recorders that are connected. */
  recorders: v.nullish(v.array(Recorder)),
  /** The tokens for programs, without their text. */
  tokens: v.nullish(v.array(ApiToken)),
});

/** All of them; the list has the newest ten. */
const total = whole(0, 1e9);
/** The newest ten. */
const sessions = v.array(SessionSummary);

/**
 * Own sessions of private races and leagues that everybody sees until their owner has decided: they were public before
 * sessions could be private.
 */
export const StillPublicSessions = v.object({ total, sessions });

/** Own sessions that are attached to no event. */
export const UnattachedSessions = v.object({ total, sessions });

/** A driver that has no name of their own. */
export const UnnamedDriver = v.object({
  /** The car. */
  carIndex: CarIndex,
  /** The name that the game gave, such as Player. */
  name: v.string(),
});

/** A session with drivers that have no name. */
export const UnnamedSession = v.object({
  /** The session. */
  session: SessionSummary,
  /** The drivers without a name. */
  drivers: v.array(UnnamedDriver),
});

/** Own sessions with drivers that have no name of their own. */
export const UnnamedSessions = v.object({
  total,
  /** The newest ten. */
  sessions: v.array(UnnamedSession),
});

/** A season whose standings are not official. */
export const ProvisionalSeason = v.object({
  /** The season. */
  season: SeasonSummary,
  /** The number of the latest official standings; null while there are none. */
  revision: v.nullable(whole(1, 1_000)),
});

/** Own seasons with results whose standings are not official, or have changed since. */
export const ProvisionalSeasons = v.object({
  total,
  /** The newest ten. */
  seasons: v.array(ProvisionalSeason),
});

/** A deleted session that an event had. */
export const DeletedSession = v.object({
  /** The season. */
  seasonId: Uuid,
  /** The name of the season. */
  seasonName: v.string(),
  /** The event. */
  eventId: Uuid,
  /** The name of the event; null: that of its track. */
  eventName: v.nullable(v.string()),
  /** The id that the session had. */
  sessionId: Uuid,
  /** The track. */
  trackId: TrackNumber,
  /** The type of the session. */
  sessionType: SessionTypeNumber,
  /** When the session began. */
  sessionStartTime: Instant,
  /** When it was deleted. */
  deletedAt: Instant,
});

/** Deleted sessions that events of own seasons had, until another one is attached or the standings are official. */
export const DeletedSessions = v.object({
  total,
  /** The newest ten. */
  sessions: v.array(DeletedSession),
});

/** A round whose time is over without a race. */
export const OverdueRound = v.object({
  /** The season. */
  seasonId: Uuid,
  /** The name of the season. */
  seasonName: v.string(),
  /** The event. */
  eventId: Uuid,
  /** Its number in the season, from 1. */
  round: whole(1, 1_000),
  /** The name of the event; null for one that is named after its track. */
  name: v.nullable(v.string()),
  /** The track. */
  track: TrackNumber,
  /** When it was to start. */
  startsAt: Instant,
});

/** Rounds whose time is over without a race. */
export const OverdueTasks = v.object({
  /** All of them. */
  total: whole(0, 1e9),
  /** The latest ten. */
  rounds: v.array(OverdueRound),
});

/** A claim that its season’s owner has not answered. */
export const ClaimTask = v.object({
  ...Claim.entries,
  /** The name of the season. */
  seasonName: v.string(),
  /** The name of the driver. */
  driverName: v.string(),
});

/** Users who say to be a driver of an own season. */
export const ClaimTasks = v.object({
  total,
  /** The newest ten. */
  claims: v.array(ClaimTask),
});

/** A season with entries that wait for a decision. */
export const EntryTask = v.object({
  /** The season. */
  seasonId: Uuid,
  /** The name of the season. */
  seasonName: v.string(),
  /** The entries that have a place. */
  count: whole(1, 10_000),
  /** The name that the first of them would race under. */
  first: v.string(),
});

/** Entries of seasons that the caller manages. */
export const EntryTasks = v.object({
  total,
  /** The newest ten seasons. */
  seasons: v.array(EntryTask),
});

/** What the caller has to do. Lists hold the newest ten; `total` counts all. */
export const Tasks = v.object({
  /** Sessions that are attached to no event. */
  unattached: UnattachedSessions,
  /** Sessions with drivers that have no name. */
  unnamed: UnnamedSessions,
  /** Seasons whose standings are not official. */
  provisional: ProvisionalSeasons,
  /** Deleted sessions that events had. */
  deleted: DeletedSessions,
  /** Rounds of own seasons whose time is over without a race. */
  overdue: v.nullish(OverdueTasks),
  /** Sessions of private races and leagues that everybody sees. */
  stillPublic: v.nullish(StillPublicSessions),
  /** Users who say to be a driver. */
  claims: v.nullish(ClaimTasks),
  /** Entries that wait for a decision. */
  entries: v.nullish(EntryTasks),
});

export type StillPublicSessions = v.InferOutput<typeof StillPublicSessions>;
export type Tasks = v.InferOutput<typeof Tasks>;
export type Availability = v.InferOutput<typeof Availability>;
export type AccountExport = v.InferOutput<typeof AccountExport>;
