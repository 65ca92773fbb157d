import { RulingsCreate, RulingsUpdate, RulingUpdate } from '../api/bodies.ts';
import { Season } from '../entities/season.ts';
import { fieldsOf } from '../json/fields-of.ts';
import { rulingsOnSame } from '../race/rulings.ts';
import { call } from './call.ts';
import { ofCalendar } from './changes.ts';
import { getSeason } from './seasons.ts';

/** Rule on a car or a session, or draft a ruling; recorded results stay as they are. */
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

/** Put a draft of a ruling in force. */
export const updateRuling = call({
  method: 'PATCH',
  path: '/api/Seasons/{id}/rulings/{rulingId}',
  access: { right: 'rule' },
  body: RulingUpdate,
  answer: Season,
  version: getSeason,
  basis: (season: Season, { params }) => besideRuling(season, params?.['rulingId']),
  problems: [403, 404, 409],
  changes: ofCalendar,
});

/** Put drafts of rulings in force together. */
export const updateRulings = call({
  method: 'PATCH',
  path: '/api/Seasons/{id}/rulings',
  access: { right: 'rule' },
  body: RulingsUpdate,
  answer: Season,
  version: getSeason,
  basis: (season: Season, { body }) => {
    const { ids } = fieldsOf(body);
    return Array.isArray(ids) ? ids.map((id) => besideRuling(season, id)) : null;
  },
  problems: [403, 404, 409, 422],
  changes: ofCalendar,
});

/** Withdraw a ruling: it stays in the ledger and has no effect. A draft is removed. */
export const withdrawRuling = call({
  method: 'DELETE',
  path: '/api/Seasons/{id}/rulings/{rulingId}',
  access: { right: 'rule' },
  version: getSeason,
  basis: ({ rulings = [] }: Season, { params }) => rulings.find(({ id }) => id === params?.['rulingId']),
  problems: [403, 404],
  changes: ofCalendar,
});

/** A ruling with the ids of those on the same car: somebody else may have ruled on it. */
function besideRuling({ rulings = [] }: Season, rulingId: unknown) {
  const ruling = rulings.find(({ id }) => id === rulingId);
  return ruling === undefined ? null : [ruling, rulingsOnSame(rulings, ruling).map(({ id }) => id)];
}
