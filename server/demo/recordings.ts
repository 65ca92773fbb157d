import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionUpload } from '#contract/api/bodies';
import type { RaceControlEntry } from '#contract/entities/race-control';

/** A session as it is uploaded; those that were live have what the server noted then. */
export type Recording = SessionUpload & { readonly raceControl?: RaceControlEntry[] };

/** Made by `tests/simulator/make-recordings.ts`. Beside this file in the sources, and beside its chunk in the built server. */
export const recordingsFolder = join(import.meta.dirname, 'recordings');

/** The sessions of a recorded weekend, in their order. */
export function readRecordings(weekend: string): Recording[] {
  return JSON.parse(readFileSync(join(recordingsFolder, `${weekend}.json`), 'utf8'));
}

/** The sessions of a recorded weekend, as if the last one had started at a time, ISO 8601 UTC. */
export function readWeekend(name: string, lastStart: string): Recording[] {
  const sessions = readRecordings(name);
  const recorded = sessions.at(-1)?.sessionStartTime ?? lastStart;
  return sessions.map((session) => postpone(session, Date.parse(lastStart) - Date.parse(recorded)));
}

/** A session so many ms later. */
export function postpone(session: Recording, milliseconds: number): Recording {
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
