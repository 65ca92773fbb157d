import { deleteAuthSessions, findAuthSession, findUser, type UserRow } from '../storage/accounts.ts';
import { AuthError, invalid } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { isBanned, userBanned } from './sessions.ts';

/** A user who is logged in, and the session that the token belongs to. */
export interface Member {
  readonly user: UserRow;
  readonly sessionId: string;
  /** ISO 8601; a refresh does not change it. */
  readonly signedInAt: string;
}

/** Finds the user and session of a verified token. @throws AuthError 403. */
export async function findMember(context: AuthContext, userId: string, sessionId: string): Promise<Member> {
  const { database } = context.storage;
  const user = await findUser(database, userId);
  if (user === null) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (isBanned(context, user)) throw userBanned();
  const session = await findAuthSession(database, sessionId);
  if (session === null || session.userId !== userId)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  return { user, sessionId, signedInAt: session.createdAt };
}

/** Ends this session, all sessions, or all others. @throws AuthError 400 for another scope. */
export async function signOut(context: AuthContext, { user, sessionId }: Member, scope: string): Promise<void> {
  const sessions = sessionsInScope(scope, sessionId);
  if (sessions === null) throw invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`);
  await context.storage.transaction((transaction) => deleteAuthSessions(transaction, user.id, sessions));
  context.audit(`signed out, ${scope}`, user.id);
}

function sessionsInScope(scope: string, sessionId: string): Parameters<typeof deleteAuthSessions>[2] | null {
  switch (scope) {
    case 'global':
      return 'all';
    case 'local':
      return { only: sessionId };
    case 'others':
      return { except: sessionId };
    default:
      return null;
  }
}
