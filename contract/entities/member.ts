import * as v from 'valibot';
import { longestName } from '../constants.ts';
import { staffRoles } from '../rights.ts';
import { PageKey } from '../values/page-key.ts';
import { line } from '../values/text-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';

/** A role that a member of a league is given. */
export const StaffRole = v.picklist(staffRoles);

/** A role of a member of a league; each league has one owner. */
export const MemberRole = v.picklist(['owner', ...staffRoles]);

/** The roles that a member of a league is given: one or more, each once. */
export const StaffRoles = v.pipe(
  v.array(StaffRole),
  v.minLength(1, 'must have a role'),
  v.maxLength(staffRoles.length),
  v.check((roles) => new Set(roles).size === roles.length, 'must have each role once'),
);

/** A user who works for a league. */
export const LeagueStaff = v.object({
  /** The user. */
  userId: Uuid,
  /** The name of the user; null without one. */
  userName: v.nullable(v.string()),
  /** What they are in the league. */
  roles: v.array(MemberRole),
});

/** A member of a league. */
export const Member = v.object({
  ...LeagueStaff.entries,
  /** Since when; for the owner since the league was created, or handed over. */
  joinedAt: Instant,
});

/** The owner of a league and its members, those who joined first first. */
export const MemberList = v.object({
  /** The owner comes first. */
  members: v.array(Member),
});

/** A league that the caller owns or works for. */
export const Membership = v.object({
  /** The league. */
  leagueId: Uuid,
  /** The name of the league. */
  leagueName: line(longestName),
  /** Its owner: roles count in the seasons of the same owner. */
  ownerId: Uuid,
  /** What the caller is in it. */
  roles: v.array(MemberRole),
});

/** A link by which users become members of a league. */
export const Invitation = v.object({
  /** The id of the invitation, to delete it. */
  id: Uuid,
  /** The roles that it gives. */
  roles: v.array(StaffRole),
  /** Who made it; null without a name. */
  madeBy: v.nullable(v.string()),
  /** Until when it is valid. */
  expiresAt: Instant,
  /** How many users can still accept it. */
  left: whole(0, 100),
});

/** An invitation that was just made: its token is not stored, so it is shown this once. */
export const NewInvitation = v.object({
  ...Invitation.entries,
  /** The token, to accept it. */
  token: v.string(),
  /** The address of the page that accepts it. */
  url: v.string(),
});

/** What an invitation gives. */
export const InvitationPreview = v.object({
  /** The name of the league. */
  leagueName: line(longestName),
  /** The roles that it gives. */
  roles: v.array(StaffRole),
  /** Who made it; null without a name. */
  madeBy: v.nullable(v.string()),
  /** Until when it is valid. */
  expiresAt: Instant,
});

/** An invitation that the caller has accepted. */
export const AcceptedInvitation = v.object({
  /** The league. */
  leagueId: Uuid,
  /** All roles of the caller in it. */
  roles: v.array(MemberRole),
});

/** A change that a member of a league has made. */
export const LeagueLogEntry = v.object({
  /** The id of the entry. */
  id: Uuid,
  /** When. */
  at: Instant,
  /** The season that was changed; null for a change of the league. */
  seasonId: v.nullable(Uuid),
  /** The name of the season; null for a change of the league, and for a season that does not exist any more. */
  seasonName: v.nullable(v.string()),
  /** Who; null for a user who does not exist any more. */
  userId: v.nullable(Uuid),
  /** The name of the user; null without one. */
  userName: v.nullable(v.string()),
  /** What: the name of the call, such as addRuling. */
  action: v.string(),
  /** The name of the member whom it is about; null for other changes. */
  subject: v.nullable(v.string()),
});

/** The changes of a league and its seasons, newest first. */
export const LeagueLog = v.object({
  /** At most 50. */
  entries: v.array(LeagueLogEntry),
  /** For `after`, to read what follows, which may be nothing; null after a page that is not full. */
  next: v.nullable(PageKey),
});

export type MemberRole = v.InferOutput<typeof MemberRole>;
export type LeagueStaff = v.InferOutput<typeof LeagueStaff>;
export type MemberList = v.InferOutput<typeof MemberList>;
export type Membership = v.InferOutput<typeof Membership>;
export type Invitation = v.InferOutput<typeof Invitation>;
export type NewInvitation = v.InferOutput<typeof NewInvitation>;
export type InvitationPreview = v.InferOutput<typeof InvitationPreview>;
export type AcceptedInvitation = v.InferOutput<typeof AcceptedInvitation>;
export type LeagueLog = v.InferOutput<typeof LeagueLog>;
