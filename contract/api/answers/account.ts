import * as v from 'valibot';
import { AccountExport, Availability, Avatar, Tasks } from '../../entities/account.ts';
import { ApiToken, NewApiToken } from '../../entities/api-token.ts';
import { Deletion } from '../../entities/deletion.ts';
import { Usage } from '../../entities/usage.ts';
import type { AnswersOf } from '../calls.ts';

/** Answers of calls about the account. */
export const answers = {
  checkUsername: Availability,
  exportAccount: AccountExport,
  getUsage: Usage,
  getTasks: Tasks,
  listDeletions: v.array(Deletion),
  undoDeletion: v.array(Deletion),
  setAvatar: Avatar,
  listApiTokens: v.array(ApiToken),
  createApiToken: NewApiToken,
} satisfies AnswersOf<'account'>;
