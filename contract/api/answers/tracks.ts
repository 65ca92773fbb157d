import { TrackOutline } from '../../entities/track.ts';
import type { AnswersOf } from '../calls.ts';

/** Answers of calls about tracks. */
export const answers = {
  getOutline: TrackOutline,
} satisfies AnswersOf<'tracks'>;
