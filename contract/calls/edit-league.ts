import { LeagueCreate, LeagueUpdate, ThumbnailUpdate } from '../api/bodies.ts';
import { imageBodyLimit } from '../constants.ts';
import { League } from '../entities/league.ts';
import { listDeletions } from './account.ts';
import { call, onAnyVersion } from './call.ts';
import { all, leagueLists, ofLeague } from './changes.ts';
import { getLeague } from './leagues.ts';

/** Create a league. */
export const createLeague = call({
  method: 'POST',
  path: '/api/League',
  access: 'member',
  body: LeagueCreate,
  bodyLimit: imageBodyLimit,
  answer: League,
  entity: getLeague,
  problems: [409, 413, 422],
  changes: () => leagueLists,
});

/** Change a league; what is absent stays, null empties. */
export const updateLeague = call({
  method: 'PATCH',
  path: '/api/League/{leagueId}',
  access: { right: 'manageLeague' },
  body: LeagueUpdate,
  answer: League,
  version: getLeague,
  problems: [403, 404],
  changes: ofLeague,
});

/** Delete a league; its seasons stay, and it can be restored for 14 days. */
export const deleteLeague = call({
  method: 'DELETE',
  path: '/api/League/{leagueId}',
  access: { right: 'ownLeague' },
  version: getLeague,
  isDeletion: true,
  problems: [403, 404],
  changes: (request) => [...ofLeague(request), ...all(listDeletions)],
});

/** Add a season to a league. The season of an admin that is in no other league goes to the owner of the league. */
export const addLeagueSeason = call({
  method: 'POST',
  path: '/api/League/{leagueId}/seasons/{seasonId}',
  access: { right: 'manageLeague' },
  answer: League,
  entity: getLeague,
  problems: [403, 404, 409, 412],
  changes: ofLeague,
});

/** Remove a season from a league. */
export const removeLeagueSeason = call({
  method: 'DELETE',
  path: '/api/League/{leagueId}/seasons/{seasonId}',
  access: { right: 'manageLeague' },
  version: getLeague,
  basis: onAnyVersion,
  problems: [403, 404],
  changes: ofLeague,
});

/** Set the picture of a league; it is decoded and stored as webp. */
export const setThumbnail = call({
  method: 'PATCH',
  path: '/api/League/{leagueId}/thumbnail',
  access: { right: 'manageLeague' },
  body: ThumbnailUpdate,
  bodyLimit: imageBodyLimit,
  answer: League,
  version: getLeague,
  basis: ({ thumbnailId }: League) => thumbnailId,
  problems: [403, 404, 413],
  changes: ofLeague,
});

/** Delete the picture of a league. */
export const deleteThumbnail = call({
  method: 'DELETE',
  path: '/api/League/{leagueId}/thumbnail',
  access: { right: 'manageLeague' },
  version: getLeague,
  basis: ({ thumbnailId }: League) => thumbnailId,
  problems: [403, 404],
  changes: ofLeague,
});
