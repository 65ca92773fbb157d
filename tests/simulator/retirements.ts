import { ResultStatus as Status } from '#contract/enumerations';
import type { Neutralisation } from './car.ts';
import { type CarState, lastCrossing, type RaceInput } from './car-state.ts';

/** The share of crashes with a safety car that stop the race instead. */
const redShare = 0.5;

/** Lets cars retire by chance. A crash may cause a safety car, or stop the race. */
export function simulateRetirements(
  input: RaceInput,
  states: CarState[],
  neutralisations: Neutralisation[],
  lap: number,
): void {
  const { random, laps } = input;
  // A car stops at least one lap after it has left the pit lane.
  if (lap === 1 || neutralisations.some(({ kind, toLap }) => kind === 'red' && toLap === lap - 1)) return;
  for (const state of states) {
    const risk = (0.055 + state.car.entrant.boldness * 0.05) / laps;
    if (state.isOut || !random.chance(risk)) continue;
    state.isOut = true;
    const isCrash = random.chance(0.5);
    state.car.status = isCrash ? Status.DidNotFinish : Status.Retired;
    const isGreen = neutralisations.every((entry) => entry.toLap + 3 < lap);
    if (!isGreen || lap > laps - 4 || !random.chance(isCrash ? 0.7 : 0.25)) continue;
    const isFull = isCrash && random.chance(0.65);
    if (isFull && input.isLively === true && isRed(input, states, lap)) {
      neutralisations.push({ kind: 'red', fromLap: lap, toLap: lap });
      continue;
    }
    neutralisations.push({
      kind: isFull ? 'full' : 'virtual',
      fromLap: lap,
      toLap: Math.min(laps - 1, lap + (isFull ? random.integer(2, 4) : random.integer(0, 1))),
    });
  }
}

/** A race is stopped only while its cars are close to each other, so that waits are short. */
function isRed({ random, circuit }: RaceInput, states: readonly CarState[], lap: number): boolean {
  const running = states.filter(({ isOut }) => !isOut).map(lastCrossing);
  return (
    Math.max(...running) - Math.min(...running) < circuit.lapTime * 0.6 && random.fork(`red/${lap}`).chance(redShare)
  );
}
