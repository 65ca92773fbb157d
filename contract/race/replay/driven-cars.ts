import { RaceControlKind } from '../../entities/race-control.ts';
import type { Driver, Session } from '../../entities/session.ts';
import { isRace, ResultStatus } from '../../enumerations.ts';
import type { LiveDetail } from '../../live/document.ts';
import { toDocument } from '../../live/to-document.ts';
import { PenaltyType } from '../../penalties.ts';
import { raceClock } from '../race-clock.ts';
import { isOutStatus } from '../race-control.ts';
import { elapsedTimes } from '../race-trace.ts';
import type { DrivenLap, PitVisit } from './car-path.ts';
import {
  hasEnds,
  lapBetween,
  type Span,
  stoppedPart,
  timedLapsOf,
  timedSpans,
  type UsualTimes,
  usualTimes,
} from './lap-times.ts';
import { timedWay } from './timed-way.ts';

/** What a replay needs of a session. */
export type ReplayedSession = LiveDetail & Partial<Pick<Session, 'raceControl' | 'classification'>>;

/** A car of a session with its times, in ms since the start of the session. */
export interface DrivenCar {
  readonly driver: Driver;
  /** The stored laps. */
  readonly laps: readonly DrivenLap[];
  /** All laps on the track, one after the other: of practice and qualifying those between the stored ones too. */
  readonly way: readonly DrivenLap[];
  readonly visits: readonly PitVisit[];
  /** When it stopped on the track, or what was recorded of it ended; null when it finished. */
  readonly until: number | null;
  /** It takes no part any more from then on. */
  readonly isOut: boolean;
  /** When it has finished; infinite where it does not. */
  readonly finishedAt: number;
}

/** The time past the pits on the track, the usual one in the lane, and the part of that before the line; in ms. */
const passing = 6_000;
const usualVisit = 22_000;
const usualPartBefore = 0.55;
/** A car stands for tyres this long, in ms, so far behind the line, in m; in a queue each is so far behind the next. */
const standing = 2_500;
const boxPlace = 30;
const queueStep = 8;
/** The way into the pit lane of a stopped race, and the shortest wait that is one, in ms. */
const wayIn = 6_000;
const shortestWait = 10_000;

const exclusions: ReadonlySet<PenaltyType> = new Set([PenaltyType.Disqualified, PenaltyType.Retired]);

/** The cars of a session. `start` is when the first lap of a race began, `red` when it was stopped. */
export function drivenCars(
  session: ReplayedSession,
  { start, red, usual }: { readonly start: number; readonly red: readonly Span[]; readonly usual: UsualTimes },
): DrivenCar[] {
  const isOfRace = isRace(session.sessionType);
  if (!isOfRace && hasEnds(session)) return session.drivers.map((driver) => timedCar(session, driver, usual));
  const driven = session.drivers.map((driver) => ({
    driver,
    laps: isOfRace ? raceLaps(driver, start, usual) : followingLaps(driver, usual),
  }));
  return driven.map(({ driver, laps }) => {
    const lineIn = ({ from, to }: Span) => laps.findIndex((lap) => lap.to >= from && lap.to <= to);
    const waits = red.flatMap((span): PitVisit[] => {
      const index = lineIn(span);
      const [ended, next] = [laps[index], laps[index + 1]];
      if (ended === undefined) return [];
      const leaves =
        next === undefined ? span.to : (next.first ?? next.to - usual.lap + usual.sectors[0]) - usual.sectors[0];
      if (leaves - ended.to < shortestWait) return [];
      const behind = driven.filter((other) => other.laps.some(({ to }) => to > ended.to && to <= span.to)).length;
      const place = boxPlace + queueStep * behind;
      return [{ from: ended.to - wayIn, to: leaves, lap: index + 1, place, standing: null }];
    });
    const stops = driver.pitStops.flatMap(
      (stop, number) => visitOf(session, driver, laps, { ...stop, number }, usual) ?? [],
    );
    const ended = endOf(session, driver, laps.at(-1)?.to ?? start, usual.lap * stoppedPart);
    const finishedAt = ended.until === null ? (laps.at(-1)?.to ?? 0) : Number.POSITIVE_INFINITY;
    return { driver, laps, way: laps, visits: [...stops, ...waits], ...ended, finishedAt };
  });
}

/** When each car began its laps, by its carIndex, in ms since the start of the session. */
export function lapStartsOf(session: ReplayedSession): ReadonlyMap<number, readonly number[]> {
  const { start } = raceClock(toDocument(session));
  const cars = drivenCars(session, { start, red: [], usual: usualTimes(session) });
  return new Map(cars.map(({ driver, laps }) => [driver.carIndex, laps.map(({ from }) => from)]));
}

/** A car of practice or qualifying whose laps have their times: it has finished once it stands in its garage after the flag. */
function timedCar(session: ReplayedSession, driver: Driver, usual: UsualTimes): DrivenCar {
  const timed = timedWay(driver, usual);
  const inGarage = timed.way.at(-1)?.to ?? 0;
  const end = timed.laps.at(-1)?.to ?? 0;
  const ended = endOf(session, driver, end, inGarage - end);
  const flag = session.sessionDuration ? session.sessionDuration * 1_000 : Number.POSITIVE_INFINITY;
  const finishedAt = ended.until === null ? Math.max(flag, inGarage) : Number.POSITIVE_INFINITY;
  return { driver, ...timed, ...ended, finishedAt };
}

/** The laps of practice or qualifying of which no end is known. */
function followingLaps(driver: Driver, { lap }: UsualTimes): DrivenLap[] {
  const spans = timedSpans(timedLapsOf(driver), lap, false);
  return spans.map(({ from, to }, index) => lapBetween(driver, index, from, to));
}

/** The laps of a race follow each other without a break. Ends that are not known are between the known ones. */
function raceLaps(driver: Driver, start: number, usual: UsualTimes): DrivenLap[] {
  const ends = elapsedTimes(driver);
  for (const [index, end] of ends.entries()) {
    if (end !== null) continue;
    const before = ends[index - 1] ?? 0;
    const next = ends.findIndex((other, place) => place > index && other !== null);
    ends[index] = before + (next < 0 ? usual.lap : ((ends[next] ?? 0) - before) / (next - index + 1));
  }
  return ends.map((end, index) => lapBetween(driver, index, start + (ends[index - 1] ?? 0), start + (end ?? 0)));
}

/** The time in the pit lane of a stop. Where it was not recorded, the sectors around the line tell. */
function visitOf(
  { raceControl = [] }: ReplayedSession,
  driver: Driver,
  laps: readonly DrivenLap[],
  { lapNum, pitLaneTime, number }: Driver['pitStops'][number] & { readonly number: number },
  usual: UsualTimes,
): PitVisit | null {
  const noted = raceControl.findLast(
    ({ kind, driverIdx, stop }) => kind === RaceControlKind.Stop && driverIdx === driver.carIndex && stop === number,
  )?.time;
  const [ended, next] = [laps[lapNum - 1], laps[lapNum]];
  if (ended === undefined) return noted == null ? null : { ...box, from: noted, to: Infinity, lap: lapNum };
  const line = ended.to;
  const lostBefore = ended.second === null ? null : Math.max(0, line - ended.second - usual.sectors[2]);
  const lostAfter = next?.first == null ? null : Math.max(0, next.first - next.from - usual.sectors[0]);
  const lost = (lostBefore ?? 0) + (lostAfter ?? 0);
  const isTold = lostBefore !== null && lostAfter !== null && lost > passing;
  const lane = pitLaneTime ?? (isTold ? lost + passing : usualVisit);
  const before = isTold ? Math.min(0.9, Math.max(0.1, lostBefore / lost)) : usualPartBefore;
  const from = Math.max((ended.second ?? ended.from) + 1, noted ?? line - lane * before);
  return { ...box, from, to: Math.min(from + lane, (next?.first ?? next?.to ?? Infinity) - 1), lap: lapNum };
}

const box = { place: boxPlace, standing } as const;

/** When a car stopped that did not finish, or until when something was recorded of it: where nothing tells, so long after its last lap. */
function endOf(
  { raceControl = [], numberOfLaps }: ReplayedSession,
  { carIndex, resultStatus, penalties, lapTimes, currentLapTime }: Driver,
  end: number,
  rest: number,
): Pick<DrivenCar, 'until' | 'isOut'> {
  if (resultStatus === ResultStatus.Active) return { until: end + (currentLapTime ?? 0), isOut: false };
  if (!isOutStatus(resultStatus)) return { until: null, isOut: false };
  const noted = raceControl.findLast(({ kind, driverIdx }) => kind === RaceControlKind.Out && driverIdx === carIndex);
  const ruled = penalties.findLast(({ penaltyType }) => exclusions.has(penaltyType));
  const isDriven = lapTimes.length >= (numberOfLaps ?? Infinity);
  const guess = end + (isDriven || resultStatus === ResultStatus.Disqualified ? 0 : rest);
  return { until: Math.max(end, noted?.time ?? ruled?.penaltyIssuedTime ?? guess), isOut: true };
}
