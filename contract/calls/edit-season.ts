import {
  AliasesUpdate,
  ScoringUpdate,
  SeasonCreate,
  SeasonUpdate,
  StandingsPreview,
  TeamAliasesUpdate,
  TeamColoursUpdate,
} from '../api/bodies.ts';
import { Season, Standings } from '../entities/season.ts';
import { fieldsOf } from '../json/fields-of.ts';
import { listDeletions } from './account.ts';
import { call } from './call.ts';
import { all, leagueLists, ofCalendar, ofHolding, ofPlaces, ofSeason, seasonLists, withRevisions } from './changes.ts';
import { getLeague } from './leagues.ts';
import { getSeason, listClaims, listEntries } from './seasons.ts';

/** Create a season. */
export const createSeason = call({
  method: 'POST',
  path: '/api/Seasons',
  access: 'member',
  body: SeasonCreate,
  answer: Season,
  entity: getSeason,
  problems: [409, 422],
  changes: () => seasonLists,
});

/** Rename a season, or say when readers see new results; its id is in the body. */
export const updateSeason = call({
  method: 'PATCH',
  path: '/api/Seasons',
  access: { right: 'manageSeason' },
  body: SeasonUpdate,
  answer: Season,
  version: getSeason,
  problems: [403, 404],
  // Leagues name the seasons that one can enter.
  changes: ({ body }) => [
    ...ofCalendar({ params: { id: String(fieldsOf(body).id) } }),
    ...all(getLeague),
    ...leagueLists,
  ],
});

/** Delete a season; its sessions stay, and it can be restored for 14 days. */
export const deleteSeason = call({
  method: 'DELETE',
  path: '/api/Seasons/{id}',
  access: { right: 'manageSeason' },
  version: getSeason,
  isDeletion: true,
  problems: [403, 404],
  changes: (request) => [
    ...withRevisions(request),
    ...all(getLeague, listClaims, listEntries, listDeletions),
    ...leagueLists,
    ...ofPlaces,
    ...ofHolding,
  ],
});

/** Change the scoring rules of a season; what is absent stays. */
export const updateScoring = call({
  method: 'PATCH',
  path: '/api/Seasons/{id}/scoring',
  access: { right: 'manageSeason' },
  body: ScoringUpdate,
  answer: Season,
  version: getSeason,
  problems: [403, 404],
  // A session has the result by the rules of its season.
  changes: ofCalendar,
});

/** Replace the aliases of a season: drivers with several recorded names. */
export const setAliases = call({
  method: 'PUT',
  path: '/api/Seasons/{id}/aliases',
  access: { right: 'manageSeason' },
  body: AliasesUpdate,
  answer: Season,
  version: getSeason,
  problems: [403, 404],
  // Two names of one driver have one result.
  changes: ofCalendar,
});

/** Replace the merged teams of a season: teams with several names. */
export const setTeamAliases = call({
  method: 'PUT',
  path: '/api/Seasons/{id}/teamAliases',
  access: { right: 'manageSeason' },
  body: TeamAliasesUpdate,
  answer: Season,
  version: getSeason,
  problems: [403, 404],
  changes: ofSeason,
});

/** Replace the colours that are chosen for teams of a season; all others are shared out by themselves. */
export const setTeamColours = call({
  method: 'PUT',
  path: '/api/Seasons/{id}/teamColours',
  access: { right: 'manageSeason' },
  body: TeamColoursUpdate,
  answer: Season,
  version: getSeason,
  problems: [403, 404],
  // Its sessions have the colours, too.
  changes: ofCalendar,
});

/** The standings as they would be; nothing is stored. */
export const previewStandings = call({
  method: 'POST',
  path: '/api/Seasons/{id}/preview',
  access: { right: 'rule' },
  body: StandingsPreview,
  answer: Standings,
  problems: [403, 404, 412, 422],
  // Stores nothing.
  changes: () => [],
});
