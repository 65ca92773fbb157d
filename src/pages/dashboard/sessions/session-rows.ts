import type { SessionSummary } from '#contract/session';

/** Own sessions that can be selected, renamed and deleted. */
export interface SessionRowsProps {
  readonly sessions: readonly SessionSummary[];
  readonly selectedIds: { readonly has: (id: string) => boolean };
  readonly canDelete: boolean;
  readonly onSelect: (sessions: readonly SessionSummary[], isSelected: boolean) => void;
  readonly onDelete: (session: SessionSummary) => void;
}

/** The id of the line that counts the sessions. It takes the focus when the control that had it disappears. */
export const countId = 'own-session-count';
