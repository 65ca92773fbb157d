import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionUpload } from '#contract/api/bodies';

/** Beside this file in the sources, and beside its chunk in the built server. `tests/simulator` made the recordings. */
export const recordingsFolder = join(import.meta.dirname, 'recordings');

/** The sessions of a recorded weekend, as if the last one had started at a time, ISO 8601 UTC. */
export function readWeekend(name: string, lastStart: string): SessionUpload[] {
  const sessions: SessionUpload[] = JSON.parse(readFileSync(join(recordingsFolder, `${name}.json`), 'utf8'));
  const recorded = sessions.at(-1)?.sessionStartTime ?? lastStart;
  return sessions.map((session) => postpone(session, Date.parse(lastStart) - Date.parse(recorded)));
}

/** A session so many ms later. */
function postpone(session: SessionUpload, milliseconds: number): SessionUpload {
  const later = (at: string) => new Date(Date.parse(at) + milliseconds).toISOString();
  const { sessionStartTime, sessionEndTime, overtakes } = session;
  return {
    ...session,
    sessionStartTime: later(sessionStartTime),
    sessionEndTime: sessionEndTime === null ? null : later(sessionEndTime),
    overtakes: overtakes.map((overtake) => ({
      ...overtake,
      utcTime: overtake.utcTime === null ? null : later(overtake.utcTime),
    })),
  };
}
