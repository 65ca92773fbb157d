import { isRace, PenaltyType, ResultStatus } from '#contract/enumerations';
import type { Driver, Session } from '#contract/session';
import { driverCodes } from '../format/codes.ts';
import { statusWord } from '../format/names.ts';
import { formatGap, formatLap, formatLapsBehind, formatTime, noTime } from '../format/time.ts';

/** One line of a classification, with its texts made. */
export interface ResultRow {
  readonly driver: Driver;
  readonly code: string;
  readonly place: number | null;
  /** Places won since the grid, lost ones negative; null where there was no grid. */
  readonly gained: number | null;
  readonly isOut: boolean;
  /** DNF, DSQ, NC or RET, else null. */
  readonly status: string | null;
  /** Race: total time of the winner, gap of the others. Timed: the best lap. */
  readonly main: string;
  /** To the leader. */
  readonly gap: string;
  /** To the car ahead. */
  readonly interval: string;
  readonly bestLap: string;
  readonly isFastest: boolean;
  /** `+5s`, `DT`, `SG`, `TL 2`. */
  readonly penalties: string;
}

const never = Number.POSITIVE_INFINITY;

/** Drivers in the order of the result: who was classified first, then who set a lap, then the rest. */
export function inResultOrder(session: Pick<Session, 'sessionType' | 'drivers'>): Driver[] {
  const place = (driver: Driver) => driver.finishingPosition ?? driver.position ?? never;
  const best = (driver: Driver) => driver.bestLapTimeMs ?? never;
  return [...session.drivers].sort((one, other) => {
    const places = [place(one), place(other)] as const;
    if (places[0] !== places[1]) return places[0] - places[1];
    return best(one) === best(other) ? one.carIndex - other.carIndex : best(one) - best(other);
  });
}

/** The lowest best lap of all, in ms. */
function fastestLap(drivers: readonly Driver[]): number | null {
  const times = drivers.flatMap((driver) => driver.bestLapTimeMs ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Time with the penalties that are added after the flag, in ms. */
function timeWithPenalties(driver: Pick<Driver, 'totalRaceTime' | 'totalPenaltiesSeconds'>): number | null {
  return driver.totalRaceTime === null ? null : driver.totalRaceTime + (driver.totalPenaltiesSeconds ?? 0) * 1_000;
}

/** Codes of the drivers of a session, by car index. */
export function codesOf(drivers: readonly Driver[]): Map<number, string> {
  const codes = driverCodes(drivers.map((driver) => driver.name));
  return new Map(drivers.map((driver, index) => [driver.carIndex, codes[index] ?? '???']));
}

/** The classification of a session, ready to be drawn. */
export function resultRows(session: Session): ResultRow[] {
  const drivers = inResultOrder(session);
  const codes = codesOf(session.drivers);
  const fastest = fastestLap(drivers);
  const isOfRace = isRace(session.sessionType);
  const leader = drivers[0];
  return drivers.map((driver, index) => {
    const ahead = drivers[index - 1];
    const status =
      isOfRace || driver.resultStatus === ResultStatus.Disqualified ? statusWord(driver.resultStatus) : null;
    const isOut = status !== null;
    const texts = isOfRace ? raceTexts(driver, leader, ahead, status) : timedTexts(driver, leader, ahead);
    return {
      driver,
      code: codes.get(driver.carIndex) ?? '???',
      place: driver.finishingPosition ?? driver.position,
      gained: gainOf(driver, isOfRace),
      isOut,
      status,
      ...texts,
      bestLap: formatLap(driver.bestLapTimeMs),
      isFastest: fastest !== null && driver.bestLapTimeMs === fastest,
      penalties: penaltyText(driver),
    };
  });
}

function gainOf(driver: Driver, isOfRace: boolean): number | null {
  const { startingPosition, finishingPosition } = driver;
  return isOfRace && startingPosition !== null && finishingPosition !== null
    ? startingPosition - finishingPosition
    : null;
}

function raceTexts(driver: Driver, leader: Driver | undefined, ahead: Driver | undefined, status: string | null) {
  if (status !== null) return { main: status, gap: noTime, interval: noTime };
  if (driver === leader) return { main: formatTime(timeWithPenalties(driver)), gap: 'Leader', interval: noTime };
  const gap = behind(driver, leader);
  return { main: gap, gap, interval: behind(driver, ahead) };
}

function behind(driver: Driver, other: Driver | undefined): string {
  const laps = (other?.numberOfLaps ?? 0) - (driver.numberOfLaps ?? 0);
  if (laps > 0) return formatLapsBehind(laps);
  const times = [timeWithPenalties(driver), other === undefined ? null : timeWithPenalties(other)] as const;
  return times[0] === null || times[1] === null ? noTime : formatGap(times[0] - times[1]);
}

function timedTexts(driver: Driver, leader: Driver | undefined, ahead: Driver | undefined) {
  const best = driver.bestLapTimeMs;
  const to = (other: Driver | undefined) =>
    best === null || other?.bestLapTimeMs == null || other === driver ? noTime : formatGap(best - other.bestLapTimeMs);
  return { main: best === null ? 'No time' : formatLap(best), gap: to(leader), interval: to(ahead) };
}

/** What a driver was given, as short as timing screens say it. */
export function penaltyText(
  driver: Pick<Driver, 'penalties' | 'totalPenaltiesSeconds' | 'totalCornerCutWarnings'>,
): string {
  const count = (type: number) => driver.penalties.filter((penalty) => penalty.penaltyType === type).length;
  const times = (amount: number, word: string) => (amount === 0 ? [] : [amount === 1 ? word : `${amount}${word}`]);
  return [
    ...(driver.totalPenaltiesSeconds ? [`+${driver.totalPenaltiesSeconds}s`] : []),
    ...times(count(PenaltyType.DriveThrough), 'DT'),
    ...times(count(PenaltyType.StopGo), 'SG'),
  ].join(' ');
}
