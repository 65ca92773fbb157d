import type { LiveSummary } from '#contract/entities/live-session';

interface OverlayTime {
  /** In seconds. */
  readonly delay: number;
  /** In ms since 1970, by the server's clock. */
  readonly now: number;
}

/**
 * The session of a user that an overlay shows. One that is over stays until the next one begins, for a viewer with the delay of
 * the overlay: before that the end of the one before is still to come.
 */
export function newestSession(
  sessions: readonly LiveSummary[],
  shown: LiveSummary | null,
  { delay, now }: OverlayTime,
): LiveSummary | null {
  const [newest] = sessions
    .filter(({ id, startedAt, delaySeconds }) => {
      const late = (delay + delaySeconds) * 1_000;
      return shown === null || shown.id === id || late === 0 || Date.parse(startedAt) + late <= now;
    })
    .sort((one, other) => other.startedAt.localeCompare(one.startedAt));
  return newest ?? shown;
}
