import type { SessionUpload } from '#contract/api/bodies';
import type { RaceControlEntry } from '#contract/entities/race-control';
import { type LiveDocument, treeOf } from '#contract/live/document';
import type { Tree } from '#contract/live/merge-patch';
import { toDocument } from '#contract/live/to-document';
import { raceControlOf, withRaceControl } from '#contract/race/race-control';
import type { SimulatedRace } from './simulated-race.ts';

/** A simulated session as it is stored, with what the server noted while it was live. */
export function recordSession(session: SimulatedRace): SessionUpload & { readonly raceControl: RaceControlEntry[] } {
  let before: Tree | null = null;
  const note = (time: number) => {
    const document = treeOf(toDocument(session.at(time)));
    const notes = before?.['raceControl'];
    return withRaceControl(before, notes === undefined ? document : { ...document, raceControl: notes }, time);
  };
  for (let time = 0; time < session.duration; time += 2_000) {
    // The server sees a session ten times a second; here that is done where something has changed.
    const hasChanged = note(time)['raceControl'] !== before?.['raceControl'];
    for (let part = hasChanged && time > 0 ? time - 1_900 : time; part <= time; part += 100) before = note(part);
  }
  const { trackFlag, sectorFlags, isSafetyCarEnding, ...detail } = session.at(session.duration);
  return {
    ...detail,
    drivers: detail.drivers.map(({ pitStatus, driverStatus, isLapInvalid, ...driver }) => driver),
    raceControl: raceControlOf((before ?? {}) as Partial<LiveDocument>),
  };
}
