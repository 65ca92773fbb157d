/** The roles that the staff of a league can have, besides its owner. */
export const staffRoles = ['admin', 'steward', 'recorder'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * What a user is in a league. In a season: what they are in the leagues of its owner that hold it; a driver has a confirmed claim.
 * What any signed-in user may do needs no right.
 */
export type Role = 'owner' | StaffRole | 'driver';

/** Each right with the roles that have it. The server refuses by this table, and the app shows what it allows. */
export const rights = {
  /** See a hidden league, its seasons and their sessions. */
  seeHidden: ['owner', 'admin', 'steward', 'recorder', 'driver'],
  /** Read the members of a league and its log. */
  seeMembers: ['owner', 'admin', 'steward', 'recorder'],
  /** Change the texts, picture, chat and seasons of a league. */
  manageLeague: ['owner', 'admin'],
  /** Invite and remove stewards and recorders. */
  inviteStaff: ['owner', 'admin'],
  /** Invite and remove admins, hand the league over, and delete it. */
  ownLeague: ['owner'],
  /** Change the events, points, drivers and teams of a season, and delete it. */
  manageSeason: ['owner', 'admin'],
  /** Attach and replace recordings; own recordings attach themselves. */
  attachRecordings: ['owner', 'admin', 'recorder'],
  /** See current standings that readers see once they are published. */
  seeUnpublished: ['owner', 'admin', 'steward', 'recorder'],
  /** Add and withdraw rulings, and see their drafts. */
  rule: ['owner', 'admin', 'steward'],
  /** Make standings official. */
  publish: ['owner', 'admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Right = keyof typeof rights;

/** Whether one of these roles has a right. */
export function hasRight(roles: readonly Role[], right: Right): boolean {
  const allowed: readonly Role[] = rights[right];
  return roles.some((role) => allowed.includes(role));
}
