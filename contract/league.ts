import * as v from 'valibot';
import { Instant, line, text, Uuid, whole } from './values.ts';

const name = line(80);
const description = text(2_000);

/** Scheme, host, port, rest: no user information, no backslash, nothing that two parsers could read in two ways. */
const webAddress = /^https?:\/\/((?:[\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]+)(?::\d{1,5})?(?:[/?#][^\s\\<>"]*)?$/iu;

function hostOf(value: string): string | null {
  return webAddress.exec(value)?.[1]?.toLowerCase() ?? null;
}

const discordHosts = new Set(['discord.gg', 'discord.com', 'www.discord.com']);

/** An http(s) address without user information (quality S4). */
export const Website = v.pipe(
  line(500),
  v.check((value) => hostOf(value) !== null, 'must be a web address that begins with https:// or http://'),
);

/** An invitation on discord.gg or discord.com (design §4). */
export const DiscordAddress = v.pipe(
  line(500),
  v.check((value) => discordHosts.has(hostOf(value) ?? ''), 'must be an address on discord.gg or discord.com'),
);

/** A league (spec §3). */
export const League = v.object({
  id: Uuid,
  name,
  description: v.nullable(description),
  discord: v.nullable(DiscordAddress),
  website: v.nullable(Website),
  ownerId: Uuid,
  isPublic: v.boolean(),
  thumbnailId: v.nullable(Uuid),
  seasonIds: v.array(Uuid),
  createdAt: Instant,
  updatedAt: Instant,
});

export const LeagueList = v.object({ count: whole(0, 1e9), leagues: v.array(League) });

/** About 2 MiB once decoded; the exact bound is judged on the bytes. */
const thumbnailBase64 = v.pipe(v.string(), v.maxLength(3_000_000), v.regex(/^[A-Za-z\d+/]*={0,2}$/, 'must be base64'));

/** Create payload (spec §3). */
export const LeagueCreate = v.strictObject({
  name,
  description: v.nullish(description, null),
  discord: v.nullish(DiscordAddress, null),
  website: v.nullish(Website, null),
  thumbnailBase64: v.nullish(thumbnailBase64, null),
  isPublic: v.optional(v.boolean(), true),
});

/** Update payload: what is absent stays, null empties (spec §3). */
export const LeagueUpdate = v.strictObject({
  name: v.optional(name),
  description: v.nullish(description),
  discord: v.nullish(DiscordAddress),
  website: v.nullish(Website),
  isPublic: v.optional(v.boolean()),
});

/** Thumbnail payload (spec §3). */
export const ThumbnailUpdate = v.strictObject({
  thumbnailBase64,
  contentType: v.picklist(['image/png', 'image/jpeg', 'image/webp']),
});

export type League = v.InferOutput<typeof League>;
export type LeagueList = v.InferOutput<typeof LeagueList>;
export type LeagueCreate = v.InferOutput<typeof LeagueCreate>;
export type LeagueUpdate = v.InferOutput<typeof LeagueUpdate>;
