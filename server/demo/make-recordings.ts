import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionType, Track } from '#contract/enumerations';
import { createField } from './field.ts';
import { createRandom } from './random.ts';
import { type PlannedSession, simulateWeekend, type WeekendPlan } from './weekend.ts';

const { P1, ShortPractice, Q1, Q2, Q3, ShortQualifying, OneShotQualifying, Race, Race2 } = SessionType;

const short: PlannedSession[] = [{ type: ShortQualifying }, { type: Race }];
const full: PlannedSession[] = [{ type: P1 }, { type: Q1 }, { type: Q2 }, { type: Q3 }, { type: Race }];
const sprint: PlannedSession[] = [
  { type: ShortPractice },
  { type: ShortQualifying },
  { type: Race2, isSprint: true },
  { type: Race },
];

/** Any evening: the server moves each recording to its day. */
const raceAt = '2026-01-01T19:30:00.000Z';

const fieldOf = (seed: string) => createField(createRandom(seed), 20);
const late = { field: fieldOf('late-4'), distance: 0.5, raceAt };
const rookies = { field: fieldOf('rookies-2'), distance: 0.28, sessions: short, raceAt };
const free = (track: Track) => ({
  seed: `free/${track}`,
  track,
  field: fieldOf(`free/${track}`),
  distance: 0.35,
  raceAt,
});

const weekends: Readonly<Record<string, WeekendPlan>> = {
  sakhir: { ...late, seed: 'late-4/Desert Night Opener', track: Track.Sakhir, sessions: full },
  jeddah: { ...late, seed: 'late-4/Corniche Sprint', track: Track.Jeddah, sessions: sprint },
  suzuka: { ...late, seed: 'late-4/Figure of Eight', track: Track.Suzuka, sessions: full },
  silverstone: { ...late, seed: 'late-4/Airfield Grand Prix', track: Track.Silverstone, sessions: sprint },
  monza: { ...late, seed: 'late-4/Temple of Speed', track: Track.Monza, sessions: full },
  austria: { ...rookies, seed: 'rookies-2/Alpine Debut', track: Track.Austria },
  catalunya: { ...rookies, seed: 'rookies-2/Second Steps', track: Track.Catalunya },
  imola: { ...free(Track.Imola), sessions: [{ type: OneShotQualifying }, { type: Race }] },
  montreal: { ...free(Track.Montreal), sessions: [{ type: ShortQualifying }] },
};

const folder = join(import.meta.dirname, 'recordings');
mkdirSync(folder, { recursive: true });
for (const [name, plan] of Object.entries(weekends))
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(simulateWeekend(plan))}\n`);
