import * as v from 'valibot';
import { EntryCreate, EntryUpdate, SignUpUpdate } from '../api/bodies.ts';
import { Entry } from '../entities/entry.ts';
import { Season } from '../entities/season.ts';
import { call } from './call.ts';
import { ofRoster } from './changes.ts';
import { getSeason } from './seasons.ts';

/** Say when users can enter a season, and how many; null: they cannot. */
export const setSignUp = call({
  method: 'PUT',
  path: '/api/Seasons/{id}/signUp',
  access: { right: 'manageSeason' },
  body: SignUpUpdate,
  answer: Season,
  version: getSeason,
  problems: [403, 404],
  // Entries are accepted where there are more places.
  changes: ofRoster,
});

/** Enter a season whose sign-up is open, or change an own entry that is not decided. */
export const enterSeason = call({
  method: 'POST',
  path: '/api/Seasons/{id}/entries',
  access: 'member',
  body: EntryCreate,
  answer: v.array(Entry),
  problems: [404, 409, 422],
  changes: ofRoster,
});

/** Accept, decline or remove an entry as who manages the season; withdraw an own one, or leave. */
export const updateEntry = call({
  method: 'PATCH',
  path: '/api/Seasons/{id}/entries/{entryId}',
  access: 'member',
  body: EntryUpdate,
  answer: v.array(Entry),
  problems: [403, 404, 409],
  changes: ofRoster,
});
