import { RulingsCreate } from '../api/bodies.ts';
import { Season } from '../entities/season.ts';
import { rulingsOnSame } from '../race/rulings.ts';
import { call } from './call.ts';
import { ofCalendar } from './changes.ts';
import { getSeason } from './seasons.ts';

/** Rule on a car or a session; recorded results stay as they are. */
export const addRuling = call({
  method: 'POST',
  path: '/api/Seasons/{id}/rulings',
  access: { right: 'rule' },
  body: RulingsCreate,
  answer: Season,
  version: getSeason,
  // Somebody else may have ruled on the same car.
  basis: ({ rulings = [] }: Season, { body }) => rulingsOnSame(rulings, body).map(({ id }) => id),
  problems: [403, 404, 422],
  // Sessions have the rulings on them.
  changes: ofCalendar,
});

/** Withdraw a ruling; it stays in the ledger and has no effect. */
export const withdrawRuling = call({
  method: 'DELETE',
  path: '/api/Seasons/{id}/rulings/{rulingId}',
  access: { right: 'rule' },
  version: getSeason,
  basis: ({ rulings = [] }: Season, { params }) => rulings.find(({ id }) => id === params?.['rulingId']),
  problems: [403, 404],
  changes: ofCalendar,
});
