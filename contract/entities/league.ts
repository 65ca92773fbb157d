import * as v from 'valibot';
import { longestDescription, longestName } from '../constants.ts';
import { PageKey } from '../values/page-key.ts';
import { line, text } from '../values/text-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';
import { hostOf, Website } from '../values/web-address.ts';
import { LeagueSignUp } from './entry.ts';
import { LeagueStaff } from './member.ts';

const name = line(longestName);
const description = text(longestDescription);

const discordHosts = new Set(['discord.gg', 'discord.com', 'www.discord.com']);

/** An address on discord.gg or discord.com. */
export const DiscordAddress = v.pipe(
  line(500),
  v.check((value) => discordHosts.has(hostOf(value) ?? ''), 'must be an address on discord.gg or discord.com'),
);

/** A league. */
export const League = v.object({
  /** The id of the league. */
  id: Uuid,
  /** The name of the league. */
  name,
  /** A description, plain text; null without one. */
  description: v.nullable(description),
  /** Its address on Discord; null without one. */
  discord: v.nullable(DiscordAddress),
  /** Its website; null without one. */
  website: v.nullable(Website),
  /** The user who owns it. */
  ownerId: Uuid,
  /** Whether everybody can see it; otherwise its owner, its staff and its drivers, and its seasons with it. */
  isPublic: v.boolean(),
  /** The id of its picture, which changes with the picture; null without one. */
  thumbnailId: v.nullable(Uuid),
  /** Its seasons, in the order in which they were added. */
  seasonIds: v.array(Uuid),
  /** Those of its seasons that users can enter, or will be able to; absent: none. */
  signUps: v.nullish(v.array(LeagueSignUp)),
  /** Its owner, and who works for it; absent from the answers of earlier servers. */
  staff: v.nullish(v.array(LeagueStaff)),
  /** When it was created. */
  createdAt: Instant,
  /** When it was last changed. */
  updatedAt: Instant,
});

/** Leagues. */
export const LeagueList = v.object({
  /** All leagues, those that are not in this answer too. */
  count: whole(0, 1e9),
  /** The leagues, newest first. */
  leagues: v.array(League),
  /**
   * For `after`, to read what follows, which may be nothing; null after a page that is not full, absent from a list without
   * pages.
   */
  next: v.nullish(PageKey),
});

export type League = v.InferOutput<typeof League>;
export type LeagueList = v.InferOutput<typeof LeagueList>;
