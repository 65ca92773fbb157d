import type { RecordingNames } from '../entities/line-up.ts';
import { ResultStatus } from '../enumerations.ts';
import { foldName } from '../text/fold-text.ts';
import { teamKey } from './teams.ts';
import { isUnnamed } from './unnamed.ts';

/** The game's data about the driver of a car. */
export interface CarIdentity {
  readonly carIndex: number;
  readonly name: string;
  readonly carNumber: number | null;
  readonly team: string | null;
  /** The game gives one to each player; null where it is not known. */
  readonly networkId: number | null;
  /** The last status; null where it is not known. */
  readonly resultStatus: ResultStatus | null;
}

/** The game's name for players who hide theirs. */
const anonymous = 'Player';

/** The name of a player without a public name, by the race number. */
export const unnamedWith = (number: number) => `${anonymous} #${number}`;

const isAnonymous = (name: string) => name === '' || foldName(name) === foldName(anonymous);

const stayed: ReadonlySet<ResultStatus> = new Set([
  ResultStatus.Active,
  ResultStatus.Finished,
  ResultStatus.Disqualified,
]);

/** Whether the driver of a car was there until the end. */
export function hasStayed({ resultStatus }: Pick<CarIdentity, 'resultStatus'>): boolean {
  return resultStatus !== null && stayed.has(resultStatus);
}

/** Whether two cars have the same race number and the same team, both known. */
function haveOneSeat(one: CarIdentity, other: CarIdentity): boolean {
  if (one.carNumber === null || one.team === null || other.team === null) return false;
  return one.carNumber === other.carNumber && teamKey(one.team) === teamKey(other.team);
}

/**
 * Whether two cars of a session are those of one driver, who left and came back: the names are equal, and the race number and
 * team, or the network id. Players without a public name who have two network ids are two, and so are those who both stayed.
 */
export function isSameDriver(one: CarIdentity, other: CarIdentity): boolean {
  if (foldName(one.name) !== foldName(other.name)) return false;
  const haveIds = one.networkId !== null && other.networkId !== null;
  if (haveIds && one.networkId === other.networkId) return true;
  return haveOneSeat(one, other) && !(haveIds && isAnonymous(one.name)) && !(hasStayed(one) && hasStayed(other));
}

/** The names that are known for cars: the drivers of the line-up, and the names that people gave to recorded ones. */
export type KnownNames = Readonly<RecordingNames>;

const nothingKnown: KnownNames = { seats: [], aliases: [] };

/**
 * The name of a driver in a recording. Players without a public name get the name that a person gave to their recorded one, or
 * that of the driver in the line-up with their race number and team. `taken` are the names that other cars have already.
 */
export function nameOfDriver(
  car: CarIdentity,
  cars: readonly CarIdentity[],
  taken: ReadonlyMap<number, string>,
  known = nothingKnown,
): string {
  const recorded = recordedNameOf(car, cars, taken);
  const others = cars.filter(({ carIndex }) => carIndex !== car.carIndex);
  const hasLeft = others.some((other) => taken.has(other.carIndex) && isSameDriver(other, car));
  if (hasLeft || !(isAnonymous(car.name) || isUnnamed(car))) return recorded;
  const used = new Set(others.flatMap(({ carIndex, name }) => [name, taken.get(carIndex) ?? '']).map(foldName));
  const isRecorded = (name: string) => foldName(name) === foldName(recorded);
  const names = [
    known.aliases.find(({ recordedNames }) => recordedNames.some(isRecorded))?.name,
    seatOf(car, others, known)?.name,
  ];
  return names.find((name) => name !== undefined && !used.has(foldName(name))) ?? recorded;
}

/** The one seat of a line-up with the race number of a car: that of its team, where several have the number. */
function seatOf(car: CarIdentity, others: readonly CarIdentity[], { seats }: KnownNames) {
  const { carNumber, team } = car;
  if (carNumber === null) return undefined;
  const isOfTeam = (other: { readonly team: string | null }) =>
    team !== null && other.team !== null && teamKey(other.team) === teamKey(team);
  const withNumber = seats.filter(({ number }) => number === carNumber);
  const withTeam = withNumber.filter(isOfTeam);
  const [seat, ...rest] = withTeam.length > 0 ? withTeam : withNumber;
  const rivals = others.filter(
    (other) => other.carNumber === carNumber && !isSameDriver(other, car) && (withTeam.length === 0 || isOfTeam(other)),
  );
  return rest.length > 0 || rivals.length > 0 ? undefined : seat;
}

/**
 * The name that a recording itself gives a driver. Players without a public name, and those who share one, get their race number, then
 * their team, then their network id: these are the same in all sessions of a season, where the car index is another one.
 * `taken` are the names that other cars have already.
 */
function recordedNameOf(car: CarIdentity, cars: readonly CarIdentity[], taken: ReadonlyMap<number, string>): string {
  const { carIndex, name, carNumber, team, networkId } = car;
  const others = cars.filter((other) => other.carIndex !== carIndex);
  const former = others.find((other) => taken.has(other.carIndex) && isSameDriver(other, car));
  if (former !== undefined) return taken.get(former.carIndex) ?? name;
  const namesakes = others.filter((other) => foldName(other.name) === foldName(name) && !isSameDriver(other, car));
  const withNumber = namesakes.filter((other) => other.carNumber === carNumber);
  const withTeam = withNumber.filter((other) => teamKey(other.team ?? '') === teamKey(team ?? ''));
  const hasOwnNetworkId = networkId !== null && withTeam.every((other) => other.networkId !== networkId);
  const shown = name || anonymous;
  const numbered = carNumber === null ? shown : `${shown} #${carNumber}`;
  const candidates = [
    ...(!isAnonymous(name) && namesakes.length === 0 ? [name] : []),
    ...(carNumber !== null && withNumber.length === 0 ? [numbered] : []),
    ...(team !== null && withTeam.length === 0 ? [`${numbered} (${team})`] : []),
    ...(hasOwnNetworkId ? [`${numbered} (${team === null ? '' : `${team}, `}id ${networkId})`] : []),
  ];
  const used = new Set([...taken].filter(([other]) => other !== carIndex).map(([, other]) => foldName(other)));
  return candidates.find((candidate) => !used.has(foldName(candidate))) ?? `${numbered} (car ${carIndex})`;
}
