import { v7 } from 'uuid';
import { invitationPath } from '#contract/api/invitation-path';
import type { League } from '#contract/entities/league';
import type {
  AcceptedInvitation,
  Invitation,
  InvitationPreview,
  MemberList,
  Membership,
  NewInvitation,
} from '#contract/entities/member';
import { hasRight, type Right, type StaffRole, staffRoles } from '#contract/rights';
import { conflict, forbidden, notFound, refused } from '../http/problem.ts';
import { lockProfile } from '../storage/callers.ts';
import { findLeague } from '../storage/leagues.ts';
import {
  countAcceptance,
  deleteInvitations,
  deleteMemberRow,
  findInvitation,
  findLeagueRoles,
  insertInvitation,
  keepRecordings,
  listInvitationRows,
  listMemberRows,
  listMembershipRows,
  listOwnedLeagues,
  passLeague,
  putMember,
  setRoles,
} from '../storage/members.ts';
import { findProfile } from '../storage/profiles.ts';
import { hashToken, randomToken } from '../tokens/secrets.ts';
import { type Context, type ExpectedVersion, requireRecentSignIn, requireUser, type Versioned } from './context.ts';
import { logIn } from './league-log.ts';
import { getLeague, lockOwnLeague } from './leagues.ts';
import { requireRight, rolesOf } from './rights.ts';
import { stayPrivate } from './stay-private.ts';

/** How long an invitation is valid, in ms. */
const invitationLifetime = 7 * 24 * 60 * 60_000;
/** How many users can accept an invitation; one that makes admins is for one user. */
const invitationUses = 10;
const maxInvitations = 50;
const maxMembers = 50;

/** The leagues that the caller owns or works for. */
export async function listMemberships(context: Context): Promise<Membership[]> {
  const userId = requireUser(context);
  const owned = await listOwnedLeagues(context.transaction, userId);
  return [
    ...owned.map((league) => ({ ...league, roles: ['owner' as const] })),
    ...(await listMembershipRows(context.transaction, userId)),
  ];
}

/** Loads a league for a caller with the right of the call. @throws Problem 403 or 404. */
async function findOwnLeague(context: Context, leagueId: string): Promise<League> {
  const { value } = await getLeague(context, leagueId);
  await requireRight(context, { leagueId, ownerId: value.ownerId });
  return value;
}

/** The owner of a league and its members. @throws Problem 403 or 404. */
export async function listMembers(context: Context, leagueId: string): Promise<MemberList> {
  return membersOf(context, await findOwnLeague(context, leagueId));
}

async function membersOf({ transaction }: Context, { id, ownerId, createdAt }: League): Promise<MemberList> {
  const userName = (await findProfile(transaction, ownerId))?.username ?? null;
  const rows = await listMemberRows(transaction, [id]);
  return {
    members: [
      { userId: ownerId, userName, roles: ['owner'], joinedAt: createdAt },
      ...rows.map(({ leagueId: _, ...member }) => member),
    ],
  };
}

/** Admins are invited, changed and removed by the owner alone. */
const rightOver = (roles: readonly StaffRole[]): Right => (roles.includes('admin') ? 'ownLeague' : 'inviteStaff');

/** Roles, each once and in one order. */
const ordered = (roles: readonly StaffRole[]) => staffRoles.filter((role) => roles.includes(role));

/** Invites users to a league. @throws Problem 403, 404, and 409 when there are too many invitations. */
export async function createInvitation(
  context: Context,
  { leagueId, roles, publicUrl }: { leagueId: string; roles: readonly StaffRole[]; publicUrl: string },
): Promise<NewInvitation> {
  const { transaction, now } = context;
  const { ownerId } = await lockOwnLeague(context, leagueId, null);
  await requireRight(context, { leagueId, ownerId }, rightOver(roles));
  const open = await listInvitationRows(transaction, leagueId, now);
  if (open.length >= maxInvitations) throw conflict(`A league has at most ${maxInvitations} open invitations.`);
  const token = randomToken();
  const invitation = {
    id: v7(),
    roles: ordered(roles),
    expiresAt: new Date(Date.parse(now) + invitationLifetime).toISOString(),
    left: roles.includes('admin') ? 1 : invitationUses,
  };
  const madeBy = requireUser(context);
  await insertInvitation(transaction, { ...invitation, leagueId, tokenHash: hashToken(token), madeBy });
  const userName = (await findProfile(transaction, madeBy))?.username ?? null;
  return { ...invitation, madeBy: userName, token, url: `${publicUrl}${invitationPath(token)}` };
}

/** The invitations of a league that can still be accepted. @throws Problem 403 or 404. */
export async function listInvitations(context: Context, leagueId: string): Promise<Invitation[]> {
  await findOwnLeague(context, leagueId);
  return listInvitationRows(context.transaction, leagueId, context.now);
}

/** Deletes an invitation. @throws Problem 403 or 404. */
export async function deleteInvitation(
  context: Context,
  { leagueId, invitationId }: { readonly leagueId: string; readonly invitationId: string },
): Promise<void> {
  await lockOwnLeague(context, leagueId, null);
  if ((await deleteInvitations(context.transaction, leagueId, invitationId)) === 0) throw notFound();
}

/** An invitation with its league, whoever may see that. @throws Problem 404, also where its maker could not make it any more. */
async function requireInvitation({ transaction, now }: Context, token: string, lock = false) {
  const invitation = await findInvitation(transaction, hashToken(token), now);
  if (invitation === null) throw notFound();
  const { leagueId, madeBy, roles } = invitation;
  const league = await findLeague(transaction, leagueId, null, lock);
  if (league === null) throw notFound();
  const { ownerId } = league;
  if (!hasRight(await rolesOf(transaction, { leagueId, ownerId }, madeBy), rightOver(roles))) throw notFound();
  return { invitation, league };
}

/** What an invitation gives, for whoever has its token. @throws Problem 404. */
export async function previewInvitation(context: Context, token: string): Promise<InvitationPreview> {
  const { invitation, league } = await requireInvitation(context, token);
  const { madeBy, roles, expiresAt } = invitation;
  const userName = (await findProfile(context.transaction, madeBy))?.username ?? null;
  return { leagueName: league.name, roles, madeBy: userName, expiresAt };
}

/**
 * Makes the caller a member of a league, or gives them further roles.
 * @throws Problem 404 for an invitation that is not valid, or whose maker could not make it any more; 409 for the owner, and
 * when the league has too many members.
 */
export async function acceptInvitation(context: Context, token: string): Promise<AcceptedInvitation> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  // Locked, so that the roles of its maker and of the caller stay as they are checked.
  const { invitation, league } = await requireInvitation(context, token, true);
  const { id, leagueId, madeBy } = invitation;
  const { ownerId } = league;
  if (ownerId === userId) throw conflict('You own this league.');
  const stored = await findLeagueRoles(transaction, leagueId, userId);
  const roles = ordered([...stored, ...invitation.roles]);
  if (roles.length > stored.length) {
    const { length } = await listMemberRows(transaction, [leagueId]);
    if (stored.length === 0 && length >= maxMembers) throw conflict(`A league has at most ${maxMembers} members.`);
    if (!(await countAcceptance(transaction, id, now))) throw notFound();
    await putMember(transaction, { leagueId, userId, roles, joinedAt: now, by: madeBy });
    await logIn(context, [leagueId], { action: 'acceptInvitation', seasonId: null, aboutId: userId });
  }
  return { leagueId, roles };
}

interface MemberTarget {
  readonly leagueId: string;
  readonly userId: string;
}

/** Replaces the roles of a member. @throws Problem 403, 404, and 409 for the owner. */
export async function setMemberRoles(
  context: Context,
  { leagueId, userId, roles }: MemberTarget & { readonly roles: readonly StaffRole[] },
): Promise<MemberList> {
  const { transaction } = context;
  const league = await lockOwnLeague(context, leagueId, null);
  const { ownerId } = league;
  if (userId === ownerId) throw conflict('The owner has every right: hand the league over first.');
  const stored = await findLeagueRoles(transaction, leagueId, userId);
  if (stored.length === 0) throw notFound();
  await requireRight(context, { leagueId, ownerId }, rightOver([...stored, ...roles]));
  const recordsNoMore = hasRight(stored, 'attachRecordings') && !hasRight(roles, 'attachRecordings');
  if (recordsNoMore) await keepRecordings(transaction, leagueId, userId);
  await setRoles(transaction, { leagueId, userId, roles: ordered(roles), by: requireUser(context) });
  return membersOf(context, league);
}

/** Removes a member, or the caller, from a league. @throws Problem 403, 404, and 409 for the owner. */
export async function deleteMember(context: Context, { leagueId, userId }: MemberTarget): Promise<void> {
  const { transaction } = context;
  const { ownerId } = await lockOwnLeague(context, leagueId, null);
  if (userId === ownerId) {
    if (userId === requireUser(context)) throw conflict('Hand the league over first, or delete it.');
    throw forbidden('The owner cannot be removed.');
  }
  const roles = await findLeagueRoles(transaction, leagueId, userId);
  if (roles.length === 0) throw notFound();
  const isLeaving = userId === requireUser(context);
  if (!isLeaving) {
    await requireRight(context, { leagueId, ownerId }, rightOver(roles));
    // The removed member may have one of the links.
    await deleteInvitations(transaction, leagueId);
  }
  if (hasRight(roles, 'attachRecordings')) await keepRecordings(transaction, leagueId, userId);
  await deleteMemberRow(transaction, leagueId, userId);
}

/**
 * Hands a league over to an admin, with the seasons of the caller in it. The caller is an admin then.
 * @throws Problem 403, also without a recent sign-in, 404, 412, and 422 for a user who is not an admin.
 */
export async function handOverLeague(
  context: Context,
  { leagueId, userId, expected }: MemberTarget & { readonly expected: ExpectedVersion },
): Promise<Versioned<League>> {
  const { transaction, now } = context;
  requireRecentSignIn(context);
  const { ownerId } = await lockOwnLeague(context, leagueId, expected);
  const roles = await findLeagueRoles(transaction, leagueId, userId);
  // Locked, so that the account is not deleted meanwhile.
  if (!roles.includes('admin') || !(await lockProfile(transaction, userId, false)))
    throw refused([{ path: 'userId', message: 'must be an admin of this league' }]);
  await stayPrivate(transaction, { ownerId }, async () => {
    await passLeague(transaction, { leagueId, from: ownerId, to: userId, now });
    await putMember(transaction, { leagueId, userId: ownerId, roles: ['admin'], joinedAt: now, by: ownerId });
  });
  return getLeague(context, leagueId);
}
