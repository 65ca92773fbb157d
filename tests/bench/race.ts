import type { SessionUpload } from '#contract/api/bodies';
import { SessionType, Track } from '#contract/enumerations';
import { createField } from '../simulator/field.ts';
import { createRandom } from '../simulator/random.ts';
import { simulateWeekend } from '../simulator/weekend.ts';

/** A full race of 20 cars, the same every time. */
export function aRace(): SessionUpload {
  const [race] = simulateWeekend({
    seed: 'bench',
    track: Track.Silverstone,
    field: createField(createRandom('bench'), 20),
    raceAt: '2026-05-01T18:00:00.000Z',
    sessions: [{ type: SessionType.Race }],
    distance: 1,
  });
  if (race === undefined) throw new Error('no race was simulated');
  return race;
}
