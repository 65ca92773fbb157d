import { calls } from '#contract/calls/by-name';
import { editSection } from '../domain/editing.ts';
import { listLeagueLog } from '../domain/league-log.ts';
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  deleteMember,
  handOverLeague,
  listInvitations,
  listMembers,
  listMemberships,
  previewInvitation,
  setMemberRoles,
} from '../domain/members.ts';
import { handle } from './handlers.ts';

/** Handlers of the members of leagues, their invitations and logs. */
export function memberHandlers({ publicUrl }: { publicUrl: string }) {
  return [
    handle(calls.listMemberships, async (context) => ({ value: await listMemberships(context) })),
    handle(calls.listMembers, async (context, { params }) => ({ value: await listMembers(context, params.leagueId) })),
    handle(calls.listInvitations, async (context, { params }) => ({
      value: await listInvitations(context, params.leagueId),
    })),
    handle(calls.createInvitation, async (context, { params, body }) => ({
      value: await createInvitation(context, { ...params, ...body, publicUrl }),
    })),
    handle(calls.deleteInvitation, (context, { params }) => deleteInvitation(context, params)),
    handle(calls.previewInvitation, async (context, { body }) => ({
      value: await previewInvitation(context, body.token),
    })),
    handle(calls.acceptInvitation, async (context, { body }) => ({
      value: await acceptInvitation(context, body.token),
    })),
    handle(calls.setMemberRoles, async (context, { params, body }) => ({
      value: await setMemberRoles(context, { ...params, ...body }),
    })),
    handle(calls.deleteMember, (context, { params }) => deleteMember(context, params)),
    handle(calls.handOverLeague, (context, { params, body, expected }) =>
      handOverLeague(context, { ...params, ...body, expected }),
    ),
    handle(calls.editSeasonSection, async (context, { params, body }) => ({
      value: await editSection(context, { seasonId: params.id, ...body }),
    })),
    handle(calls.editLeagueSection, async (context, { params, body }) => ({
      value: await editSection(context, { ...params, ...body }),
    })),
    handle(calls.listLeagueLog, async (context, { params, query }) => ({
      value: await listLeagueLog(context, { ...params, after: query.after }),
    })),
  ];
}
