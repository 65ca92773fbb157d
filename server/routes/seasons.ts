import { calls } from '#contract/calls/by-name';
import { enterSeason, listEntries, setSignUp, updateEntry } from '../domain/entries.ts';
import { answerEvent, getLineUp, listLineUps, setLineUp } from '../domain/line-up.ts';
import { getSeason } from '../domain/load-season.ts';
import { getSeasonPicture } from '../domain/pictures.ts';
import type { Quotas } from '../domain/quotas.ts';
import { getDriverRecord } from '../domain/records.ts';
import { createRevision, listRevisions, withdrawRevision } from '../domain/revisions.ts';
import { listRecordedDrivers, setRoster } from '../domain/roster.ts';
import { claimDriver, confirmClaim, deleteClaim, listClaims, listDrivenSeasons } from '../domain/roster-claims.ts';
import { addRuling, putInForce, updateRuling, withdrawRuling } from '../domain/rulings.ts';
import {
  addEvents,
  addSessions,
  deleteEvent,
  orderEvents,
  removeSession,
  setSessionScoring,
  updateEvent,
} from '../domain/season-events.ts';
import {
  previewStandings,
  setAliases,
  setTeamAliases,
  setTeamColours,
  updateScoring,
} from '../domain/season-scoring.ts';
import {
  createSeason,
  deleteSeason,
  listSeasons,
  listSeasonsOf,
  pageOwnSeasons,
  updateSeason,
} from '../domain/seasons.ts';
import { fileAnswer, pictureAnswer, siteAnswer } from './file-answers.ts';
import { handle } from './handlers.ts';
import { seasonCalendar, seasonCsv } from './season-files.ts';

/** Handlers of seasons and their events. */
export function seasonHandlers({ publicUrl, quotas }: { publicUrl: string; quotas: Quotas }) {
  return [
    handle(calls.listSeasons, async (context) => ({ value: await listSeasons(context) })),
    handle(calls.createSeason, (context, { body }) => createSeason(context, { ...body, quotas })),
    handle(calls.updateSeason, (context, { body, expected }) => updateSeason(context, { ...body, expected })),
    handle(calls.getSeason, (context, { params }) => getSeason(context, params.id)),
    handle(calls.deleteSeason, (context, { params, expected }) => deleteSeason(context, { id: params.id, expected })),
    handle(calls.listUserSeasons, async (context, { params }) => ({
      value: await listSeasonsOf(context, params.userId),
    })),
    handle(calls.pageOwnSeasons, async (context, { query }) => ({ value: await pageOwnSeasons(context, query) })),
    handle(calls.addEvent, (context, { params, body, expected }) =>
      addEvents(context, { id: params.seasonId, expected, events: [body] }),
    ),
    handle(calls.addEvents, (context, { params, body, expected }) =>
      addEvents(context, { id: params.seasonId, expected, events: body.events }),
    ),
    handle(calls.deleteEvent, (context, { params, expected }) =>
      deleteEvent(context, { id: params.seasonId, eventId: params.eventId, expected }),
    ),
    handle(calls.addEventSession, (context, { params, expected }) =>
      addSessions(context, {
        id: params.seasonId,
        eventId: params.eventId,
        expected,
        sessionIds: [params.sessionId],
      }),
    ),
    handle(calls.removeEventSession, (context, { params, expected }) =>
      removeSession(context, { ...params, id: params.seasonId, expected }),
    ),
    handle(calls.addEventSessions, (context, { params, body, expected }) =>
      addSessions(context, { id: params.seasonId, eventId: params.eventId, expected, sessionIds: body.sessionIds }),
    ),
    handle(calls.updateEvent, (context, { params, body, expected }) =>
      updateEvent(context, { id: params.seasonId, eventId: params.eventId, expected, changes: body }),
    ),
    handle(calls.orderEvents, (context, { params, body, expected }) =>
      orderEvents(context, { id: params.seasonId, expected, eventIds: body.eventIds }),
    ),
    handle(calls.setSessionScoring, (context, { params, body, expected }) => {
      const { seasonId, eventId, sessionId } = params;
      return setSessionScoring(context, { id: seasonId, eventId, sessionId, expected, scoring: body.scoring });
    }),
    handle(calls.getLineUp, (context, { params }) => getLineUp(context, params)),
    handle(calls.answerEvent, (context, { params, body }) => answerEvent(context, { ...params, ...body })),
    handle(calls.setLineUp, (context, { params, body, expected }) =>
      setLineUp(context, { ...params, ...body, expected }),
    ),
    handle(calls.updateScoring, (context, { params, body, expected }) =>
      updateScoring(context, { id: params.id, expected, changes: body }),
    ),
    handle(calls.setAliases, (context, { params, body, expected }) =>
      setAliases(context, { id: params.id, expected, aliases: body.aliases }),
    ),
    handle(calls.setRoster, (context, { params, body, expected }) =>
      setRoster(context, { id: params.id, expected, roster: body.roster }),
    ),
    handle(calls.setTeamAliases, (context, { params, body, expected }) =>
      setTeamAliases(context, { id: params.id, expected, teamAliases: body.teamAliases }),
    ),
    handle(calls.setTeamColours, (context, { params, body, expected }) =>
      setTeamColours(context, { id: params.id, expected, teamColours: body.teamColours }),
    ),
    handle(calls.listRecordedDrivers, async (context, { params }) => ({
      value: await listRecordedDrivers(context, params.id),
    })),
    handle(calls.listClaims, async (context, { params }) => ({ value: await listClaims(context, params.id) })),
    handle(calls.claimDriver, async (context, { params, body }) => ({
      value: await claimDriver(context, { seasonId: params.id, driverId: body.driverId }),
    })),
    handle(calls.confirmClaim, async (context, { params }) => ({
      value: await confirmClaim(context, { seasonId: params.id, claimId: params.claimId }),
    })),
    handle(calls.deleteClaim, (context, { params }) =>
      deleteClaim(context, { seasonId: params.id, claimId: params.claimId }),
    ),
    handle(calls.setSignUp, (context, { params, body, expected }) =>
      setSignUp(context, { id: params.id, expected, signUp: body.signUp }),
    ),
    handle(calls.listEntries, async (context, { params }) => ({ value: await listEntries(context, params.id) })),
    handle(calls.enterSeason, async (context, { params, body }) => ({
      value: await enterSeason(context, { seasonId: params.id, wish: body }),
    })),
    handle(calls.updateEntry, async (context, { params, body }) => ({
      value: await updateEntry(context, { seasonId: params.id, entryId: params.entryId, state: body.state }),
    })),
    handle(calls.listDrivenSeasons, async (context, { params, query }) => ({
      value: await listDrivenSeasons(context, { userId: params.userId, owner: query.owner }),
    })),
    handle(calls.getDriverRecord, async (context, { params }) => ({
      value: await getDriverRecord(context, params.userId),
    })),
    handle(calls.addRuling, (context, { params, body, expected }) =>
      addRuling(context, { id: params.id, expected, ruling: body }),
    ),
    handle(calls.updateRuling, (context, { params, body, expected }) =>
      updateRuling(context, { ...params, ...body, expected }),
    ),
    handle(calls.updateRulings, (context, { params, body, expected }) =>
      putInForce(context, { id: params.id, ids: body.ids, expected }),
    ),
    handle(calls.withdrawRuling, (context, { params, expected }) =>
      withdrawRuling(context, { id: params.id, rulingId: params.rulingId, expected }),
    ),
    handle(calls.previewStandings, async (context, { params, body, expected }) => ({
      value: await previewStandings(context, { id: params.id, expected, preview: body }),
    })),
    handle(calls.createRevision, (context, { params, body, expected }) =>
      createRevision(context, { id: params.id, expected, note: body.note }),
    ),
    handle(calls.withdrawRevision, (context, { params, expected }) =>
      withdrawRevision(context, { id: params.id, number: Number(params.number), expected }),
    ),
    handle(calls.listRevisions, async (context, { params }) => ({ value: await listRevisions(context, params.id) })),
    handle(calls.getSeasonCsv, async (context, { params, query }) => {
      const { value } = await getSeason(context, params.id);
      const title = `${value.name} ${query.table}`;
      return fileAnswer(seasonCsv(value, query.table, query.separator), { type: 'text/csv', title, extension: 'csv' });
    }),
    handle(calls.getSeasonPicture, {
      run: async (context, { params, query }) =>
        pictureAnswer(await getSeasonPicture(context, params.id, query.of), query.shape),
      orElse: ({ query }) => siteAnswer(query.shape),
    }),
    handle(calls.getCalendar, async (context, { params }) => {
      const { value, version } = await getSeason(context, params.id);
      const lineUps = await listLineUps(context, params.id);
      const file = seasonCalendar(value, { version, lineUps, publicUrl });
      return fileAnswer(file, { type: 'text/calendar', title: value.name, extension: 'ics', isInline: true });
    }),
  ];
}
