import { deleteLogins, findLogin, findUser, type UserRow } from '../storage/accounts.ts';
import { AuthError, invalid } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { isBanned, userBanned } from './logins.ts';

/** A user who is logged in, and the login that the token belongs to. */
export interface Member {
  readonly user: UserRow;
  readonly loginId: string;
  /** ISO 8601; a refresh does not change it. */
  readonly signedInAt: string;
}

/** Finds the user and login of a verified token. @throws AuthError 403. */
export async function findMember(context: AuthContext, userId: string, loginId: string): Promise<Member> {
  const { database } = context.storage;
  const user = await findUser(database, userId);
  if (user === null) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (isBanned(context, user)) throw userBanned();
  const login = await findLogin(database, loginId);
  if (login === null || login.userId !== userId)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  return { user, loginId, signedInAt: login.createdAt };
}

/** Ends this login, all logins, or all others. @throws AuthError 400 for another scope. */
export async function signOut(context: AuthContext, { user, loginId }: Member, scope: string): Promise<void> {
  const logins = loginsInScope(scope, loginId);
  if (logins === null) throw invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`);
  await context.storage.transaction((transaction) => deleteLogins(transaction, user.id, logins));
  context.audit(`signed out, ${scope}`, user.id);
}

function loginsInScope(scope: string, loginId: string): Parameters<typeof deleteLogins>[2] | null {
  switch (scope) {
    case 'global':
      return 'all';
    case 'local':
      return { only: loginId };
    case 'others':
      return { except: loginId };
    default:
      return null;
  }
}
