import { SessionType, Track } from '#contract/enumerations';
import type { SessionUpload } from '#contract/session';
import { fieldOf } from '../../server/demo/field.ts';
import { randomOf } from '../../server/demo/random.ts';
import { simulateWeekend } from '../../server/demo/weekend.ts';

/** A whole race of 20 cars, always the same. */
export function aRace(): SessionUpload {
  const [race] = simulateWeekend({
    seed: 'bench',
    track: Track.Silverstone,
    field: fieldOf(randomOf('bench'), 20),
    raceAt: '2026-05-01T18:00:00.000Z',
    sessions: [{ type: SessionType.Race }],
    distance: 1,
  });
  if (race === undefined) throw new Error('no race was driven');
  return race;
}
