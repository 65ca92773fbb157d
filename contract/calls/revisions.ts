import * as v from 'valibot';
import { RevisionCreate } from '../api/bodies.ts';
import { Season } from '../entities/season.ts';
import { call } from './call.ts';
import { withRevisions } from './changes.ts';
import { getSeason } from './seasons.ts';

/** The number of official standings, written in one way. */
const RevisionNumber = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,2}$/, 'must be the number of official standings'),
  v.transform(Number),
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(999),
);

/** Make the current standings official, as a numbered revision. */
export const createRevision = call({
  method: 'POST',
  path: '/api/Seasons/{id}/revisions',
  access: { right: 'publish' },
  body: RevisionCreate,
  answer: Season,
  version: getSeason,
  // What is made official is what was on the screen.
  basis: ({ standings, unpublished = standings, revision }: Season) => [unpublished, revision?.number],
  problems: [403, 404, 409, 422],
  changes: withRevisions,
});

/** Withdraw the newest official standings, within ten minutes after they were published. */
export const withdrawRevision = call({
  method: 'DELETE',
  path: '/api/Seasons/{id}/revisions/{number}',
  access: { right: 'publish' },
  params: {
    /** The number of the official standings. */
    number: RevisionNumber,
  },
  version: getSeason,
  basis: ({ revision }: Season) => revision?.number,
  problems: [403, 404, 409],
  changes: withRevisions,
});
