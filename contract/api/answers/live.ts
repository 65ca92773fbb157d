import * as v from 'valibot';
import { LiveSummary, LiveTicket } from '../../entities/live-session.ts';
import type { AnswersOf } from '../calls.ts';

/** Answers of calls about live sessions. */
export const answers = {
  listLive: v.array(LiveSummary),
  getLive: LiveSummary,
  listUserLive: v.array(LiveSummary),
  createTicket: LiveTicket,
} satisfies AnswersOf<'live'>;
