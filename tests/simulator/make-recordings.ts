import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionUpload } from '#contract/api/bodies';
import { SessionType, Track } from '#contract/enumerations';
import { createField } from './field.ts';
import { createLiveQualifying } from './live-qualifying.ts';
import { createRandom } from './random.ts';
import { recordSession } from './record-session.ts';
import { createSimulatedRace } from './simulated-race.ts';
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

const evening = { track: Track.Zandvoort, field: createField(createRandom('late-4'), 22), startsAt: raceAt };

/** The parts of qualifying, with the time on their clocks in minutes and how many cars take part. */
const parts = [
  { type: Q1, minutes: 12, cars: 22 },
  { type: Q2, minutes: 11, cars: 16 },
  { type: Q3, minutes: 11, cars: 10 },
];

/** An evening as the server saw it: qualifying and a race with overtakes, stops, a safety car and a retirement. */
function recordEvening(): SessionUpload[] {
  let order: number[] = [];
  const qualifying = parts.map(({ type, minutes, cars }) => {
    const knockedOut = order.slice(cars);
    const session = createLiveQualifying({ ...evening, seed: `qualifying 5/${type}`, type, knockedOut, minutes });
    const recorded = recordSession(session);
    order = recorded.drivers
      .toSorted((one, other) => Number(one.position) - Number(other.position))
      .map(({ carIndex }) => carIndex);
    return recorded;
  });
  return [...qualifying, recordSession(createSimulatedRace({ ...evening, seed: 'zandvoort 289', minutes: 14 }))];
}

const folder = join(import.meta.dirname, '../../server/demo/recordings');
const write = (name: string, sessions: readonly SessionUpload[]) =>
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(sessions)}\n`);

mkdirSync(folder, { recursive: true });
for (const [name, plan] of Object.entries(weekends)) write(name, simulateWeekend(plan));
write('zandvoort', recordEvening());
