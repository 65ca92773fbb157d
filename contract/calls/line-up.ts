import { AnswerUpdate, LineUpUpdate } from '../api/bodies.ts';
import { LineUp } from '../entities/line-up.ts';
import { listNotices } from './account.ts';
import { call } from './call.ts';
import { all, ofLineUp } from './changes.ts';
import { getLineUp } from './seasons.ts';

/** Say whether one takes part in an event, as a driver of its season; later than its time for answers it is marked as late. */
export const answerEvent = call({
  method: 'PUT',
  path: '/api/Seasons/{seasonId}/events/{eventId}/answer',
  access: 'member',
  body: AnswerUpdate,
  answer: LineUp,
  problems: [403, 404, 409],
  // Nobody asks for the answer any more.
  changes: (request) => [...ofLineUp(request), ...all(listNotices)],
});

/** Replace the choices about the line-up of an event; the rest of it follows from the roster and the answers. */
export const setLineUp = call({
  method: 'PUT',
  path: '/api/Seasons/{seasonId}/events/{eventId}/lineUp',
  access: { right: 'manageSeason' },
  body: LineUpUpdate,
  answer: LineUp,
  version: getLineUp,
  problems: [403, 404, 422],
  changes: ofLineUp,
});
