import { type CarIdentity, type KnownNames, nameOfDriver } from '#contract/race/driver-identity';
import { teamOfNumber } from '#contract/race/teams';
import { readableLine } from '#contract/text/readable-text';
import type { PacketBody } from '../game/packet.ts';
import type { Identity } from './car-record.ts';

type Participant = PacketBody<'participants'>['participants'][number];

const longestName = 90;

/** The network id of cars without a person elsewhere: one byte, and two from format 2026 on. */
const noNetworkId: ReadonlySet<number> = new Set([255, 65_535]);

/**
 * Assigns a driver to each car. A name stays as long as the session, also when another car gets the same one; a driver
 * who leaves and comes back in another car keeps it.
 */
export class Identities {
  readonly #cars = new Map<number, Participant>();
  readonly #names = new Map<number, string>();
  #known: KnownNames | undefined;
  #format = 0;

  /** What the season knows of the drivers: every car is named anew. */
  know(known: KnownNames): void {
    this.#known = known;
    this.#names.clear();
    this.#nameCars();
  }

  /** Slots of cars that are not there have no name; a car that left keeps its driver. */
  follow(participants: readonly Participant[], format: number): void {
    this.#format = format;
    for (const [carIndex, participant] of participants.entries()) {
      if (participant.name === '') continue;
      const before = this.#cars.get(carIndex);
      // The computer drives on in the car of a person who left: the car stays that person's.
      if (before?.aiControlled === 0 && participant.aiControlled === 1) continue;
      this.#cars.set(carIndex, participant);
      if (before !== undefined && sameDriver(before, participant)) continue;
      this.#names.delete(carIndex);
    }
    this.#nameCars();
  }

  #nameCars(): void {
    const cars = [...this.#cars].map(([carIndex, participant]) => identityOf(carIndex, participant, this.#format));
    for (const car of cars)
      if (!this.#names.has(car.carIndex))
        this.#names.set(car.carIndex, nameOfDriver(car, cars, this.#names, this.#known));
  }

  /** The driver of a car, as far as it is known. */
  of(carIndex: number, format: number): Identity {
    const participant = this.#cars.get(carIndex);
    const name = this.#names.get(carIndex) ?? `Car ${carIndex}`;
    if (participant === undefined) return { name, carNumber: null, team: null };
    return { name, carNumber: participant.raceNumber || null, team: teamOfNumber(participant.teamId, format) };
  }
}

function identityOf(carIndex: number, participant: Participant, format: number): CarIdentity {
  const { name, raceNumber, teamId, networkId } = participant;
  return {
    carIndex,
    name: cleaned(name),
    carNumber: raceNumber || null,
    team: teamOfNumber(teamId, format),
    networkId: noNetworkId.has(networkId) ? null : networkId,
    resultStatus: null,
  };
}

/**
 * The game sends names again every five seconds; another player may get the slot of one who left. Players have network ids
 * of their own, which stay when a player changes the number.
 */
function sameDriver(one: Participant, other: Participant): boolean {
  const haveIds = [one, other].every(({ networkId }) => !noNetworkId.has(networkId));
  return one.name === other.name && (haveIds ? one.networkId === other.networkId : one.raceNumber === other.raceNumber);
}

/** One readable line. */
function cleaned(name: string): string {
  const line = readableLine(name);
  return [...line].slice(0, longestName).join('').trim();
}
