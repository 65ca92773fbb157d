import * as v from 'valibot';
import { longestDescription, longestName } from '../constants.ts';
import { PageKey } from '../values/page-key.ts';
import { line, text } from '../values/text-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';

const name = line(longestName);
const description = text(longestDescription);

/** Scheme, host, port and path. User information and backslashes are refused: URL parsers disagree about them. */
const webAddress = /^https?:\/\/((?:[\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]+)(?::\d{1,5})?(?:[/?#][^\s\\<>"]*)?$/iu;

function hostOf(value: string): string | null {
  return webAddress.exec(value)?.[1]?.toLowerCase() ?? null;
}

const discordHosts = new Set(['discord.gg', 'discord.com', 'www.discord.com']);

/** An http or https address without user information. */
export const Website = v.pipe(
  line(500),
  v.check((value) => hostOf(value) !== null, 'must be a web address that begins with https:// or http://'),
);

/** An address on discord.gg or discord.com. */
export const DiscordAddress = v.pipe(
  line(500),
  v.check((value) => discordHosts.has(hostOf(value) ?? ''), 'must be an address on discord.gg or discord.com'),
);

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

export const LeagueList = v.object({
  count: whole(0, 1e9),
  leagues: v.array(League),
  next: v.nullish(PageKey),
});

export type League = v.InferOutput<typeof League>;
export type LeagueList = v.InferOutput<typeof LeagueList>;
