import { Profile } from '../../entities/profile.ts';
import type { AnswersOf } from '../calls.ts';

/** Answers of calls about profiles. */
export const answers = {
  getProfile: Profile,
} satisfies AnswersOf<'profile'>;
