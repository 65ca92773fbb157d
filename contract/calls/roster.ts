import * as v from 'valibot';
import { ClaimCreate, RosterUpdate } from '../api/bodies.ts';
import { Claim } from '../entities/roster.ts';
import { Season } from '../entities/season.ts';
import { call } from './call.ts';
import { ofClaim, ofRoster } from './changes.ts';
import { getSeason } from './seasons.ts';

/** Replace the drivers of a season: names, race numbers, teams from an event on, reserves; what was recorded under a former name stays with its driver. */
export const setRoster = call({
  method: 'PUT',
  path: '/api/Seasons/{id}/roster',
  access: { right: 'manageSeason' },
  body: RosterUpdate,
  answer: Season,
  version: getSeason,
  problems: [403, 404, 422],
  changes: ofRoster,
});

/** Say to be a driver of a season; it counts once its owner has confirmed it. */
export const claimDriver = call({
  method: 'POST',
  path: '/api/Seasons/{id}/claims',
  access: 'member',
  body: ClaimCreate,
  answer: v.array(Claim),
  problems: [404, 409, 422],
  changes: ofClaim,
});

/** Confirm that a user is a driver of a season. */
export const confirmClaim = call({
  method: 'PATCH',
  path: '/api/Seasons/{id}/claims/{claimId}',
  access: { right: 'manageSeason' },
  answer: v.array(Claim),
  problems: [403, 404, 409],
  changes: ofClaim,
});

/** Take an own claim back, or decline one as the owner of the season. */
export const deleteClaim = call({
  method: 'DELETE',
  path: '/api/Seasons/{id}/claims/{claimId}',
  access: 'member',
  problems: [404],
  changes: ofClaim,
});
