import { teamOfNumber } from '#contract/race/teams';
import { readableLine } from '#contract/text/readable-text';
import type { PacketBody } from '../game/packet.ts';
import type { Identity } from './car-record.ts';

type Participant = PacketBody<'participants'>['participants'][number];

/** What the game calls players whose names it does not show. */
const anonymous = 'Player';
const longestName = 90;

/** The network id of cars without a person elsewhere: one byte, and two from format 2026 on. */
const noNetworkId: ReadonlySet<number> = new Set([255, 65_535]);

/**
 * Who drives each car. The game calls every player without a public name `Player`: those get their race number, and their
 * team where two have the same number. Both are the same in all sessions of a season, where its roster or an alias names such
 * a driver. Players who have both in common are told apart by the network id, which the game gives to each of them. A name
 * stays as long as the session, also when another car gets the same one.
 */
export class Identities {
  readonly #cars = new Map<number, Participant>();
  readonly #names = new Map<number, string>();

  /** Slots of cars that are not there have no name; a car that left keeps its driver. */
  follow(participants: readonly Participant[], format: number): void {
    for (const [carIndex, participant] of participants.entries()) {
      if (participant.name === '') continue;
      const before = this.#cars.get(carIndex);
      // The computer drives on in the car of a person who left: the car stays that person's.
      if (before?.aiControlled === 0 && participant.aiControlled === 1) continue;
      this.#cars.set(carIndex, participant);
      if (before !== undefined && sameDriver(before, participant)) continue;
      this.#names.delete(carIndex);
    }
    for (const [carIndex, participant] of this.#cars)
      if (!this.#names.has(carIndex)) this.#names.set(carIndex, this.#nameOf(carIndex, participant, format));
  }

  /** The driver of a car, as far as it is known. */
  of(carIndex: number, format: number): Identity {
    const participant = this.#cars.get(carIndex);
    const name = this.#names.get(carIndex) ?? `Car ${carIndex}`;
    if (participant === undefined) return { name, carNumber: null, team: null };
    return { name, carNumber: participant.raceNumber || null, team: teamOfNumber(participant.teamId, format) };
  }

  #nameOf(carIndex: number, participant: Participant, format: number): string {
    const { raceNumber, teamId, networkId } = participant;
    const name = cleaned(participant.name);
    const taken = new Set([...this.#names].filter(([other]) => other !== carIndex).map(([, other]) => other));
    const namesakes = [...this.#cars]
      .filter(([other, { name: given }]) => other !== carIndex && cleaned(given) === name)
      .map(([, other]) => other);
    const withNumber = namesakes.filter((other) => other.raceNumber === raceNumber);
    const withTeam = withNumber.filter((other) => other.teamId === teamId);
    const hasOwnNetworkId = !noNetworkId.has(networkId) && withTeam.every((other) => other.networkId !== networkId);
    const numbered = raceNumber === 0 ? name || anonymous : `${name || anonymous} #${raceNumber}`;
    const team = teamOfNumber(teamId, format);
    const candidates = [
      ...(name !== '' && name !== anonymous && namesakes.length === 0 ? [name] : []),
      ...(raceNumber !== 0 && withNumber.length === 0 ? [numbered] : []),
      ...(team !== null && withTeam.length === 0 ? [`${numbered} (${team})`] : []),
      ...(hasOwnNetworkId ? [`${numbered} (${team === null ? '' : `${team}, `}id ${networkId})`] : []),
    ];
    return candidates.find((candidate) => !taken.has(candidate)) ?? `${name || anonymous} (car ${carIndex})`;
  }
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
