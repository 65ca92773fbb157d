import type { Membership } from '#contract/entities/member';
import type { Role } from '#contract/rights';

/** A league, or a season with the leagues that hold it. */
export type OwnedEntity =
  | { readonly id: string; readonly ownerId: string; readonly seasonIds: readonly string[] }
  | {
      readonly id: string;
      readonly ownerId: string;
      readonly leagues?: readonly { readonly id: string }[] | undefined;
    };

/** What a user is in a league or season. Roles count in the seasons of the league's own owner alone. */
export function ownRoles(entity: OwnedEntity, userId: string | null, memberships: readonly Membership[]): Role[] {
  if (userId === null) return [];
  if (entity.ownerId === userId) return ['owner'];
  const leagueIds = 'seasonIds' in entity ? [entity.id] : (entity.leagues ?? []).map(({ id }) => id);
  const roles = memberships
    .filter(({ leagueId, ownerId }) => ownerId === entity.ownerId && leagueIds.includes(leagueId))
    .flatMap((membership) => membership.roles);
  return [...new Set(roles)];
}
