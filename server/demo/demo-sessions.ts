import { SessionType } from '#contract/enumerations';
import { toDocument } from '#contract/live/to-document';
import { demoTrack } from './attach-race.ts';
import { createField } from './field.ts';
import { createLiveQualifying } from './live-qualifying.ts';
import { createRandom } from './random.ts';
import { readRecordings } from './recordings.ts';
import { replayRecording, type ShownSession } from './replay-recording.ts';
import type { SessionToShow } from './show-sessions.ts';
import type { SimulatedRace } from './simulated-race.ts';

const field = createField(createRandom('late-4'), 22);

/** The race of the recorded evening. */
export function replayRace(session: SessionToShow): ShownSession {
  const race = readRecordings('zandvoort').at(-1);
  if (race === undefined) throw new RangeError('no race was recorded');
  return replayRecording(race, session);
}

/** The parts of the demo's qualifying, with the time on their clocks in minutes and how many cars take part. */
const parts = [
  { type: SessionType.Q1, minutes: 12, cars: 22 },
  { type: SessionType.Q2, minutes: 11, cars: 16 },
  { type: SessionType.Q3, minutes: 11, cars: 10 },
] as const;

/** Gives the parts of a qualifying one after another, and then again. The order of each part decides who is in the next one. */
export function createQualifying(): (session: SessionToShow) => ShownSession {
  let next = 0;
  return ({ id, startsAt, type }) => {
    const interrupted = parts.findIndex((part) => part.type === type);
    const index = interrupted < 0 ? next : interrupted;
    next = (index + 1) % parts.length;
    const { duration, at } = partOf(index, startsAt, id);
    return { duration, at: (time) => toDocument(at(time)) };
  };
}

function partOf(index: number, startsAt: string, sessionSeed: string): SimulatedRace {
  const { type, minutes, cars } = parts[index] ?? parts[0];
  return createLiveQualifying({
    seed: `qualifying/${type}`,
    sessionSeed,
    track: demoTrack,
    type,
    field,
    knockedOut: index === 0 ? [] : orderAfter(index - 1).slice(cars),
    startsAt,
    minutes,
  });
}

/** Car indexes in the order of the result of a part. */
function orderAfter(index: number): number[] {
  const part = partOf(index, new Date(0).toISOString(), '');
  return [...part.at(part.duration).drivers]
    .sort((one, other) => Number(one.position) - Number(other.position))
    .map(({ carIndex }) => carIndex);
}
