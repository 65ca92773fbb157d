import * as v from 'valibot';
import { StillPublicSessions } from '../../entities/account.ts';
import { OwnSessions, Session, SessionPage, SessionSummary } from '../../entities/session.ts';
import { SessionVersion, UploadedSession } from '../../entities/session-version.ts';
import type { AnswersOf } from '../calls.ts';

/** Answers of calls about sessions. */
export const answers = {
  listSessions: v.array(SessionSummary),
  createSession: UploadedSession,
  getSession: Session,
  updateSession: Session,
  decideSessions: StillPublicSessions,
  renameDriver: Session,
  listSessionVersions: v.array(SessionVersion),
  getSessionVersion: Session,
  restoreSession: Session,
  pageSessions: SessionPage,
  listOwnSessions: OwnSessions,
  pageUserSessions: SessionPage,
  listSessionWeekend: v.array(SessionSummary),
  listWeekend: v.array(SessionSummary),
  filterSessions: v.array(SessionSummary),
} satisfies AnswersOf<'sessions'>;
