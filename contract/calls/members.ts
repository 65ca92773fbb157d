import * as v from 'valibot';
import { HandOver, InvitationAccept, InvitationCreate, RolesUpdate } from '../api/bodies.ts';
import { League } from '../entities/league.ts';
import {
  AcceptedInvitation,
  Invitation,
  InvitationPreview,
  LeagueLog,
  MemberList,
  NewInvitation,
} from '../entities/member.ts';
import { PageKey } from '../values/page-key.ts';
import { listMemberships } from './account.ts';
import { call } from './call.ts';
import { all, ofLeague } from './changes.ts';
import { getLeague } from './leagues.ts';

/** The owner of a league, and its members with their roles. */
export const listMembers = call({
  method: 'GET',
  path: '/api/League/{leagueId}/members',
  access: { right: 'seeMembers' },
  answer: MemberList,
  problems: [403, 404],
});

/** The invitations of a league that can still be accepted. */
export const listInvitations = call({
  method: 'GET',
  path: '/api/League/{leagueId}/invitations',
  access: { right: 'inviteStaff' },
  answer: v.array(Invitation),
  problems: [403, 404],
});

/** The changes of a league and its seasons in the last 400 days, newest first, a page. */
export const listLeagueLog = call({
  method: 'GET',
  path: '/api/League/{leagueId}/log',
  access: { right: 'seeMembers' },
  query: v.object({
    /** The `next` of a page: the list begins with the entry after it. */
    after: v.optional(PageKey),
  }),
  answer: LeagueLog,
  problems: [403, 404],
});

/** What a member may see and do changes with the roles: private leagues and seasons, and the sessions that count in them. */
const ofMembers: typeof ofLeague = (request) => [
  ...ofLeague(request),
  ...all(listMembers, listMemberships, listInvitations, listLeagueLog),
];

/** Invite users to a league: a link for 7 days, to be shown this once. Only its owner invites admins. */
export const createInvitation = call({
  method: 'POST',
  path: '/api/League/{leagueId}/invitations',
  access: { right: 'inviteStaff' },
  body: InvitationCreate,
  answer: NewInvitation,
  isSecret: true,
  problems: [403, 404, 409],
  changes: () => all(listInvitations, listLeagueLog),
});

/** Delete an invitation: its link is no longer valid. */
export const deleteInvitation = call({
  method: 'DELETE',
  path: '/api/League/{leagueId}/invitations/{invitationId}',
  access: { right: 'inviteStaff' },
  problems: [403, 404],
  changes: () => all(listInvitations, listLeagueLog),
});

/** The league and the roles of an invitation, for whoever has its link. */
export const previewInvitation = call({
  method: 'POST',
  path: '/api/Invitations/preview',
  access: 'public',
  body: InvitationAccept,
  answer: InvitationPreview,
  problems: [404],
  changes: () => [],
});

/** Accept an invitation; roles that the caller has already stay. */
export const acceptInvitation = call({
  method: 'POST',
  path: '/api/Invitations/accept',
  access: 'member',
  body: InvitationAccept,
  answer: AcceptedInvitation,
  problems: [404, 409],
  changes: () => ofMembers({}),
});

/** Replace the roles of a member; only the owner makes admins, and changes their roles. */
export const setMemberRoles = call({
  method: 'PUT',
  path: '/api/League/{leagueId}/members/{userId}',
  access: { right: 'inviteStaff' },
  body: RolesUpdate,
  answer: MemberList,
  problems: [403, 404, 409],
  changes: ofMembers,
});

/** Leave a league, or remove a member from it; only the owner removes admins. */
export const deleteMember = call({
  method: 'DELETE',
  path: '/api/League/{leagueId}/members/{userId}',
  access: { right: 'seeMembers' },
  problems: [403, 404, 409],
  changes: ofMembers,
});

/** Hand a league over to one of its admins, with those of its seasons that its owner has; the former owner is an admin then. */
export const handOverLeague = call({
  method: 'POST',
  path: '/api/League/{leagueId}/owner',
  access: { right: 'ownLeague' },
  body: HandOver,
  answer: League,
  version: getLeague,
  problems: [403, 404, 422],
  changes: ofMembers,
});
