import * as v from 'valibot';
import { League } from './league.ts';
import { Profile } from './profile.ts';
import { SeasonSummary } from './season.ts';
import { SessionSummary } from './session.ts';
import { Instant } from './values.ts';

/** Whether a username can be chosen; `reason` says why not. */
export const Availability = v.object({ available: v.boolean(), reason: v.nullable(v.string()) });

/** The address of an uploaded picture. */
export const Avatar = v.object({ avatar_url: v.string() });

/** Everything that this server stores about a user; the detail of a session is at its `address`. */
export const AccountExport = v.object({
  exportedAt: Instant,
  profile: v.nullable(Profile),
  /** Null with hosted sign-in, which has an export of its own. */
  account: v.nullable(
    v.object({
      email: v.nullable(v.string()),
      phone: v.nullable(v.string()),
      createdAt: Instant,
      confirmedAt: v.nullable(Instant),
      lastSignInAt: v.nullable(Instant),
    }),
  ),
  leagues: v.array(League),
  seasons: v.array(SeasonSummary),
  sessions: v.array(v.object({ ...SessionSummary.entries, address: v.string() })),
});

export type Availability = v.InferOutput<typeof Availability>;
export type AccountExport = v.InferOutput<typeof AccountExport>;
