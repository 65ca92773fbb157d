import type { OwnSessions, SessionSummary } from '#contract/entities/session';

/** One of the user's own sessions, as they are listed. */
export type OwnSession = OwnSessions['sessions'][number];

/** Own sessions that can be selected, renamed and deleted. */
export interface SessionRowsProps {
  readonly sessions: readonly OwnSession[];
  readonly selectedIds: { readonly has: (id: string) => boolean };
  readonly canDelete: boolean;
  readonly onSelect: (sessions: readonly SessionSummary[], isSelected: boolean) => void;
  readonly onDelete: (session: SessionSummary) => void;
  /** Asks who can see a session. */
  readonly onVisibility: (session: SessionSummary) => void;
  /** Shows the versions of a session that can be restored. */
  readonly onVersions: (session: SessionSummary) => void;
}

/** The id of the line that counts the sessions. It takes the focus when the control that had it disappears. */
export const countId = 'own-session-count';
