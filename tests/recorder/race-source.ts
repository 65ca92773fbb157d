import { SessionStatus, Track } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import { teamOfNumber } from '#contract/race/teams';
import type { Format } from '../../recorder/game/layout.ts';
import { createField } from '../simulator/field.ts';
import { createRandom } from '../simulator/random.ts';
import { createSimulatedRace, type SimulatedRace } from '../simulator/simulated-race.ts';

const tracks = Object.values(Track).filter((track) => track !== Track.Unknown);

/** A short simulated race of 22 cars. */
export function raceOf(seed: number, startsAt: number): SimulatedRace {
  return createSimulatedRace({
    seed: `${seed}`,
    track: tracks[seed % tracks.length] ?? Track.Monza,
    field: createField(createRandom(seed), 22),
    startsAt: new Date(startsAt).toISOString(),
    minutes: 4,
  });
}

/** The result of a race, as the game sends it. */
export function truthOf(race: SimulatedRace, format: Format): LiveDetail {
  return { ...asSent(race.at(race.duration), format), sessionStatus: SessionStatus.Finished };
}

/** A state of a race, as far as the game sends it: no fictional teams, no changes of the weather so far. */
export function asSent(detail: LiveDetail, format: Format): LiveDetail {
  return {
    ...detail,
    gameVersion: `F1 ${Math.min(25, format - 2_000)}`,
    drivers: detail.drivers.map((driver) => ({
      ...driver,
      team: teamOfNumber(Math.floor(driver.carIndex / 2) % 10, format),
    })),
    weatherHistory: detail.weatherHistory.map((sample) => ({
      ...sample,
      trackTemperatureChange: null,
      airTemperatureChange: null,
      rainPercentage: null,
    })),
  };
}
