import type { LiveSummary } from '#contract/entities/live-session';

/** The live sessions of a list that have not ended. */
export function runningOf(sessions: readonly LiveSummary[] | null): readonly LiveSummary[] {
  return (sessions ?? []).filter(({ state }) => state !== 'ended');
}

interface Recorded {
  readonly sessions: number;
  readonly recorders: number;
  readonly live: number;
}

/** Whether a new user has a way for races to arrive: one is stored or live, or a recorder is connected. */
export function canRecord({ sessions, recorders, live }: Recorded): boolean {
  return sessions + recorders + live > 0;
}

/** The next step once all sessions have their events. */
export function sortedText(isLive: boolean): string {
  return isLive
    ? 'Every session has its event. Your live race is stored when it ends.'
    : 'Every session has its event. Upload files above, or wait for the recorder.';
}
