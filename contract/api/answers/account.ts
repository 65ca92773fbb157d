import { AccountExport, Availability, Avatar, Tasks } from '../../entities/account.ts';
import type { AnswersOf } from '../calls.ts';

/** Answers of calls about the account. */
export const answers = {
  checkUsername: Availability,
  exportAccount: AccountExport,
  getTasks: Tasks,
  setAvatar: Avatar,
} satisfies AnswersOf<'account'>;
