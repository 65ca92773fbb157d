import * as v from 'valibot';
import { SessionTypeNumber, TrackNumber } from '../enumerations.ts';
import { CarIndex } from '../values/recorded-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';
import { ApiToken } from './api-token.ts';
import { Deletion } from './deletion.ts';
import { League } from './league.ts';
import { Profile } from './profile.ts';
import { Recorder } from './recorder.ts';
import { Claim } from './roster.ts';
import { SeasonSummary } from './season.ts';
import { SessionSummary } from './session.ts';
import { TrackOutline } from './track.ts';
import { WebhookChoices } from './webhook.ts';

/** Whether a username can be chosen; `reason` says why not. */
export const Availability = v.object({ available: v.boolean(), reason: v.nullable(v.string()) });

/** The address of an uploaded picture. */
export const Avatar = v.object({ avatar_url: v.string() });

/** Everything that this server stores about a user, except passwords and tokens; a race is whole at its `address`. */
export const AccountExport = v.object({
  exportedAt: Instant,
  profile: v.nullable(Profile),
  /** The uploaded picture as a data: URL; null where there is none. */
  picture: v.nullable(v.string()),
  /**
   * Null with hosted sign-in, which has an export of its own. Otherwise the addresses, also one that waits to be confirmed,
   * the times, the `metadata` that apps have stored, and the `logins`. The app only saves it, so its shape is the server's.
   */
  account: v.unknown(),
  /** The webhook's address is left out: anyone who has it can post in the channel. */
  leagues: v.array(
    v.object({
      ...League.entries,
      hasWebhook: v.optional(v.boolean()),
      /** Announcements sent by its webhook; null without a webhook. */
      webhook: v.nullish(WebhookChoices),
    }),
  ),
  seasons: v.array(SeasonSummary),
  /** The drivers of seasons that the user has said to be. */
  claims: v.nullish(v.array(Claim)),
  sessions: v.array(
    v.object({
      ...SessionSummary.entries,
      address: v.string(),
      /** Its versions that were replaced or not used, each whole at its address. */
      versions: v.array(v.object({ id: Uuid, storedAt: Instant, address: v.string() })),
    }),
  ),
  /** What was deleted, and is stored until it can no longer be restored. */
  deletions: v.nullish(v.array(Deletion)),
  /** The same of leagues, which earlier clients do not know. */
  deletedLeagues: v.nullish(v.array(Deletion)),
  /** The programs that have a token of the user's. */
  recorders: v.nullish(v.array(Recorder)),
  tokens: v.nullish(v.array(ApiToken)),
  /** The tracks that the user's recorders have drawn. */
  outlines: v.nullish(v.array(TrackOutline)),
});

const total = whole(0, 1e9);

/** Own sessions of private races and leagues that everybody sees until their owner has decided: they were public before. */
export const StillPublicSessions = v.object({ total, sessions: v.array(SessionSummary) });

/** The open tasks of a user. Lists hold the newest ten; `total` counts all. */
export const Tasks = v.object({
  /** Own sessions that are attached to no event. */
  unattached: v.object({ total, sessions: v.array(SessionSummary) }),
  /** Own sessions with drivers that have no name of their own, such as `Player`. */
  unnamed: v.object({
    total,
    sessions: v.array(
      v.object({ session: SessionSummary, drivers: v.array(v.object({ carIndex: CarIndex, name: v.string() })) }),
    ),
  }),
  /** Own seasons with results whose standings are not official, or have changed since. */
  provisional: v.object({
    total,
    seasons: v.array(
      v.object({
        season: SeasonSummary,
        /** The number of the latest revision; null when there is none. */
        revision: v.nullable(whole(1, 1_000)),
      }),
    ),
  }),
  /** Deleted sessions that events of own seasons had, until another one is attached or the standings are official. */
  deleted: v.object({
    total,
    sessions: v.array(
      v.object({
        seasonId: Uuid,
        seasonName: v.string(),
        eventId: Uuid,
        eventName: v.nullable(v.string()),
        sessionId: Uuid,
        trackId: TrackNumber,
        sessionType: SessionTypeNumber,
        sessionStartTime: Instant,
        deletedAt: Instant,
      }),
    ),
  }),
  /** Rounds of own seasons whose time is over without a race, the latest first. */
  overdue: v.nullish(
    v.object({
      total,
      rounds: v.array(
        v.object({
          seasonId: Uuid,
          seasonName: v.string(),
          eventId: Uuid,
          round: whole(1, 1_000),
          name: v.nullable(v.string()),
          track: TrackNumber,
          startsAt: Instant,
        }),
      ),
    }),
  ),
  stillPublic: v.nullish(StillPublicSessions),
  /** Users who say to be a driver of an own season, which its owner confirms or declines. */
  claims: v.nullish(
    v.object({
      total,
      claims: v.array(v.object({ ...Claim.entries, seasonName: v.string(), driverName: v.string() })),
    }),
  ),
});

export type StillPublicSessions = v.InferOutput<typeof StillPublicSessions>;
export type Tasks = v.InferOutput<typeof Tasks>;
export type Availability = v.InferOutput<typeof Availability>;
export type AccountExport = v.InferOutput<typeof AccountExport>;
