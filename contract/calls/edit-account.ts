import * as v from 'valibot';
import { ApiTokenCreate, ThumbnailUpdate } from '../api/bodies.ts';
import { imageBodyLimit } from '../constants.ts';
import { Avatar } from '../entities/account.ts';
import { NewApiToken } from '../entities/api-token.ts';
import { Deletion } from '../entities/deletion.ts';
import { listApiTokens, listDeletions, listRecorders } from './account.ts';
import { call } from './call.ts';
import { all, ofAccount, ofProfile } from './changes.ts';
import { getWebhook } from './leagues.ts';
import { getLive, listLive, listUserLive } from './live.ts';
import { listSessionVersions } from './sessions.ts';

/** Set the caller’s picture. */
export const setAvatar = call({
  method: 'PUT',
  path: '/api/Account/avatar',
  access: 'member',
  body: ThumbnailUpdate,
  bodyLimit: imageBodyLimit,
  answer: Avatar,
  problems: [413, 422],
  changes: ofProfile,
});

/** Delete the caller’s picture. */
export const deleteAvatar = call({
  method: 'DELETE',
  path: '/api/Account/avatar',
  access: 'member',
  changes: ofProfile,
});

/** Delete the caller’s account, profile, picture, leagues, seasons and sessions; a league with an admin passes to them, with its seasons and their sessions. */
export const deleteAccount = call({
  method: 'DELETE',
  path: '/api/Account',
  access: 'member',
  problems: [403],
  changes: ofAccount,
});

/** Restore a session, event, season or league that the caller has deleted in the last 14 days. */
export const undoDeletion = call({
  method: 'POST',
  path: '/api/Account/deletions/{deletionId}/undo',
  access: 'member',
  answer: v.array(Deletion),
  problems: [404, 409],
  // It may be anything of the user.
  changes: () => [...ofAccount({}), ...all(listDeletions, listSessionVersions, getWebhook)],
});

/** Make a token for a program; its text is shown this once. */
export const createApiToken = call({
  method: 'POST',
  path: '/api/Account/tokens',
  access: 'member',
  body: ApiTokenCreate,
  answer: NewApiToken,
  isSecret: true,
  problems: [403, 422],
  changes: () => all(listApiTokens),
});

/** Remove all recorders of the caller and delete all tokens for programs: none is valid any more. */
export const deletePrograms = call({
  method: 'DELETE',
  path: '/api/Account/programs',
  access: 'member',
  changes: () => all(listApiTokens, listRecorders, listLive, getLive, listUserLive),
});

/** Delete a token: it is no longer valid. */
export const deleteApiToken = call({
  method: 'DELETE',
  path: '/api/Account/tokens/{tokenId}',
  access: 'owner',
  problems: [403, 404],
  changes: () => all(listApiTokens),
});
