import type { LeagueCreate, LeagueUpdate } from '#contract/api/bodies';
import type { League } from '#contract/entities/league';

/** The input for a league; an empty text stands for none. */
export interface LeagueDetails {
  readonly name: string;
  readonly description: string;
  readonly discord: string;
  readonly website: string;
  readonly isPublic: boolean;
}

export const emptyDetails: LeagueDetails = { name: '', description: '', discord: '', website: '', isPublic: true };

/** The details of a stored league. */
export function detailsOf({ name, description, discord, website, isPublic }: League): LeagueDetails {
  return { name, description: description ?? '', discord: discord ?? '', website: website ?? '', isPublic };
}

/** The details as they are sent: without spaces around them, and web addresses with a scheme. */
export function tidied<Details extends LeagueDetails>(details: Details): Details {
  const { name, description, discord, website } = details;
  return {
    ...details,
    name: name.trim(),
    description: description.trim() === '' ? '' : description,
    discord: withScheme(discord.trim()),
    website: withScheme(website.trim()),
  };
}

/** People type `discord.gg/abc`. */
function withScheme(address: string): string {
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]|$)/u.test(address) ? `https://${address}` : address;
}

/** The fields that differ, as the body of an update. */
export function changedFields(base: LeagueDetails, details: LeagueDetails): LeagueUpdate {
  const before = bodyOf(base);
  // Every field of the body: one that has another name there is a type error here.
  const { name, isPublic, description, discord, website }: Required<LeagueUpdate> = bodyOf(details);
  return {
    ...(name === base.name ? {} : { name }),
    ...(isPublic === base.isPublic ? {} : { isPublic }),
    ...(description === before.description ? {} : { description }),
    ...(discord === before.discord ? {} : { discord }),
    ...(website === before.website ? {} : { website }),
  };
}

/** The details as the body of a new league. */
export function bodyOf({
  name,
  description,
  discord,
  website,
  isPublic,
}: LeagueDetails): Omit<LeagueCreate, 'thumbnailBase64'> {
  return {
    name,
    description: description === '' ? null : description,
    discord: discord === '' ? null : discord,
    website: website === '' ? null : website,
    isPublic,
  };
}
