import * as v from 'valibot';
import { League } from './league.ts';
import { Profile } from './profile.ts';
import { SeasonSummary } from './season.ts';
import { SessionSummary } from './session.ts';
import { Instant } from './values.ts';

/** May a name be taken? `reason` says in words why not. */
export const Availability = v.object({ available: v.boolean(), reason: v.nullable(v.string()) });

/** Where the picture of a user is, for the profile's avatar_url. */
export const Avatar = v.object({ avatar_url: v.string() });

/** All that this server knows of a user; each session is whole under its `address`. */
export const AccountExport = v.object({
  exportedAt: Instant,
  profile: v.nullable(Profile),
  /** What the sign-in of this server knows; null with a hosted one, which has its own export. */
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
