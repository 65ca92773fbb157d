// One piece: everything that is known of a car, and the driver that it makes.
import type { LapTime } from '#contract/entities/session';
import { DriverStatus, PitStatus } from '#contract/entities/track-flag';
import { ResultStatus } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import { blankDriver } from '#contract/race/blank-driver';
import { outStatuses } from '#contract/race/classify';
import { bestTime, sectorTimes } from '#contract/race/laps';
import type { PacketBody } from '../game/packet.ts';
import { LapEnds } from './lap-ends.ts';
import { LapRecord } from './lap-record.ts';
import { PitRecord } from './pit-record.ts';
import { reconcileLaps, reconcileSets, reconcileStops, sumOf, type TimedCar } from './reconcile.ts';
import type { CarStatus } from './recorded-packets.ts';
import { Rulings } from './rulings.ts';
import { type GameStint, stintsOf } from './stints.ts';
import { compoundOf, gapOf, timeOf } from './words.ts';

type LapData = PacketBody<'lapData'>['lapData'][number];
type Motion = PacketBody<'motion'>['carMotionData'][number];
type Classified = PacketBody<'finalClassification'>['classificationData'][number];
type LiveDriver = LiveDetail['drivers'][number];

/** A driver's public data: the only data about a car without packets. */
export type Identity = Readonly<Pick<LiveDriver, 'name' | 'carNumber' | 'team'>>;

/** The session that a car is in. */
export interface CarContext {
  readonly isRace: boolean;
  /** True once no more packets can follow. */
  readonly isOver: boolean;
  /** It has a result: the game's, or one from timing. */
  readonly isFinal: boolean;
  /** The recorder was there when the session began. */
  readonly sawStart: boolean;
  /** The places by car that the game did not give; null without a result from timing. */
  readonly places: ReadonlyMap<number, number> | null;
}

/** Packets of a car that are this far from each other, in ms, may have had a stop between them. */
const longestGap = 2_000;

const present: ReadonlySet<number> = new Set([ResultStatus.Active, ResultStatus.Finished, ...outStatuses]);

/** Everything that is known of a car. One that left keeps what it had. */
export class CarRecord {
  readonly laps = new LapRecord();
  readonly rulings = new Rulings();
  readonly #ends = new LapEnds();
  readonly #pits = new PitRecord();
  #data: LapData | null = null;
  #status: CarStatus | null = null;
  #motion: Motion | null = null;
  #result: Classified | null = null;
  #stints: readonly GameStint[] = [];
  #hasPittedOnFirstLap = false;
  /** A part of its first lap was not received. */
  #hasMissedFirstLap = false;
  #followedAt: number | null = null;
  /** The car is not there any more: its driver left, and keeps what was driven. */
  #hasLeft = false;

  /** Whether a car was there at all. */
  get isPresent(): boolean {
    return this.#data !== null || this.#result !== null;
  }

  /** Whether the game has classified it. */
  get isClassified(): boolean {
    return this.#result !== null;
  }

  /** How many laps the driver has completed, as far as anything says it. */
  lapsDriven({ isRace }: Pick<CarContext, 'isRace'>): number {
    if (isRace && this.#result !== null) return this.#result.numLaps;
    return Math.max(this.laps.count, (this.#data?.currentLapNum ?? 1) - 1);
  }

  /** How many of them have a time. */
  lapsSeen({ isRace }: Pick<CarContext, 'isRace'>): number {
    return this.#laps(isRace).filter(({ lapTime }) => lapTime !== null).length;
  }

  /** How often the car stopped, as far as anything says it. */
  get stops(): number {
    return (this.#result ?? this.#data)?.numPitStops ?? 0;
  }

  get lapNum(): number | null {
    return this.#data?.currentLapNum || null;
  }

  follow(data: LapData, time: number): void {
    this.#hasLeft = this.#data !== null && !present.has(data.resultStatus);
    if (!present.has(data.resultStatus)) return;
    this.laps.follow(data);
    this.#ends.follow(data, time);
    this.#pits.follow(data, time);
    this.rulings.count(data, time);
    if (data.currentLapNum <= 1 && data.pitStatus !== PitStatus.None) this.#hasPittedOnFirstLap = true;
    const wasOnFirstLap = (this.#data?.currentLapNum ?? 1) <= 1;
    if (wasOnFirstLap && time - (this.#followedAt ?? time) > longestGap) this.#hasMissedFirstLap = true;
    this.#followedAt = time;
    this.#data = data;
  }

  /** An unused slot sends a history without laps, and so does a car that has left. */
  correct({ numLaps, numTyreStints, lapHistoryData, tyreStintsHistoryData }: PacketBody<'sessionHistory'>): void {
    if (numLaps === 0) return;
    this.laps.correct(lapHistoryData.slice(0, numLaps));
    this.#stints = tyreStintsHistoryData
      .slice(0, numTyreStints)
      .map(({ endLap, tyreVisualCompound }) => ({ endLap, visualCompound: tyreVisualCompound }));
  }

  setStatus(status: CarStatus): void {
    // Restricted telemetry and empty slots have no compound.
    if (status.visualTyreCompound !== 0) this.#status = status;
  }

  setMotion(motion: Motion): void {
    this.#motion = motion;
  }

  /** An unused slot has no place. Returns whether this is a car. */
  classify(result: Classified): boolean {
    if (result.position === 0) return false;
    this.#result = result;
    return true;
  }

  /** Where the car was at the end of a race. */
  readTiming(carIndex: number): TimedCar {
    const laps = this.laps.list();
    return {
      carIndex,
      resultStatus: this.#resultStatus(),
      laps: laps.length,
      time: sumOf(laps),
      penaltySeconds: this.#data?.penalties ?? 0,
      position: this.#data?.carPosition ?? 0,
    };
  }

  rewind(time: number): void {
    this.#pits.rewind(time);
    this.rulings.rewind(time);
    this.laps.rewind();
    this.#ends.rewind(time);
  }

  /** The driver as it is now; once the session is final, what only a running one has is null. */
  toDriver(carIndex: number, identity: Identity, context: CarContext): LiveDriver {
    const { isRace, isOver, isFinal, places } = context;
    const result = this.#result;
    const data = this.#data;
    const laps = this.#laps(isRace);
    const resultStatus = this.#resultStatus();
    const isRunning = !isFinal && resultStatus === ResultStatus.Active;
    const tyres = this.#tyres(laps.length + (isRunning ? 1 : 0), context);
    const finishingPosition = result?.position ?? places?.get(carIndex) ?? null;
    // The place of a driver who left goes to another one.
    const position = finishingPosition ?? (this.#hasLeft ? 0 : (data?.carPosition ?? 0));
    const totalPenaltiesSeconds = result?.penaltiesTime ?? data?.penalties ?? null;
    return {
      ...blankDriver(carIndex, identity.name),
      carNumber: identity.carNumber,
      team: identity.team,
      lapTimes: [...laps],
      pitStops: isRace ? this.#stops(tyres, isOver || isFinal) : [],
      tyres,
      position: position || null,
      bestLapTimeMs: timeOf(result?.bestLapTimeInMS ?? 0) ?? bestTime(laps, 'lapTime'),
      totalRaceTime: isRace && isFinal ? this.#raceTime(laps) : null,
      totalPenaltiesSeconds,
      startingPosition: (isRace ? (result?.gridPosition ?? data?.gridPosition) : null) || null,
      finishingPosition,
      numberOfLaps: laps.length,
      penalties: this.rulings.penalties(totalPenaltiesSeconds),
      totalWarnings: data?.totalWarnings ?? null,
      totalCornerCutWarnings: data?.cornerCuttingWarnings ?? null,
      warnings: this.rulings.warnings,
      ...sectorTimes(laps),
      currentLapNumber: isRunning ? this.lapNum : laps.length,
      // A timed session ends for all who still drive.
      resultStatus: isFinal && resultStatus === ResultStatus.Active ? ResultStatus.Finished : resultStatus,
      currentTyreCompound: this.#compound(tyres),
      currentTyreAgeLaps: this.#status?.tyresAgeLaps ?? null,
      ...(data === null || isFinal || this.#hasLeft ? {} : this.#running(data, isRunning, isRace)),
    };
  }

  /** In other sessions than races the game does not count the laps in its classification. */
  #laps(isRace: boolean): readonly LapTime[] {
    if (!isRace) return this.#ends.addTo(this.laps.list());
    const result = this.#result;
    if (result === null) return this.laps.list();
    const raceTime = result.resultStatus === ResultStatus.Finished ? givenTime(result) : null;
    return reconcileLaps(this.laps.list(result.numLaps), raceTime, this.laps.running);
  }

  #stops(tyres: LiveDriver['tyres'], isFinal: boolean): LiveDriver['pitStops'] {
    const changes = tyres.slice(0, -1).map(({ endLap }) => endLap);
    const count = isFinal ? ((this.#result ?? this.#data)?.numPitStops ?? null) : null;
    return reconcileStops(this.#pits.read(), changes, { count, isFinal });
  }

  #resultStatus(): ResultStatus {
    const status = (this.#result ?? this.#data)?.resultStatus ?? ResultStatus.Invalid;
    const isGone = this.#result === null && this.#hasLeft && status === ResultStatus.Active;
    return isGone ? ResultStatus.Retired : (status as ResultStatus);
  }

  #tyres(laps: number, { sawStart, isRace }: CarContext): LiveDriver['tyres'] {
    const { stops } = this;
    // A change on the grid is no stop.
    const isFirstDriven = (changes: number) =>
      !(isRace && sawStart) || this.#hasPittedOnFirstLap || (this.#hasMissedFirstLap && stops >= changes);
    const driven = stintsOf(reconcileSets(this.#stints, setsOf(this.#result)), laps, isFirstDriven);
    // After a stop the set on the car was not driven on all laps.
    if (driven.length > 0 || laps === 0 || this.#status === null || (isRace && stops > 0)) return driven;
    return [{ tyreCompound: compoundOf(this.#status.visualTyreCompound), endLap: laps }];
  }

  #compound(tyres: LiveDriver['tyres']): LiveDriver['currentTyreCompound'] {
    if (this.#status !== null) return compoundOf(this.#status.visualTyreCompound);
    return tyres.at(-1)?.tyreCompound ?? null;
  }

  /** In ms. A driver who did not finish has only completed laps; the game adds the last, incomplete one. */
  #raceTime(laps: readonly LapTime[]): number | null {
    const given = this.#result?.resultStatus === ResultStatus.Finished ? givenTime(this.#result) : null;
    return given ?? sumOf(laps);
  }

  /** Fields of a running session only. Cars in the garage have gaps without a meaning. */
  #running(data: LapData, isRunning: boolean, isRace: boolean): Partial<LiveDriver> {
    const isLeader = data.carPosition === 1;
    const motion = this.#motion;
    return {
      pitStatus: isRunning ? pitStatusOf(data.pitStatus) : null,
      deltaToCarAhead: isLeader ? null : gapOf(data.deltaToCarInFrontMSPart, data.deltaToCarInFrontMinutesPart),
      deltaToLeader: isLeader ? null : gapOf(data.deltaToRaceLeaderMSPart, data.deltaToRaceLeaderMinutesPart),
      ...(isRunning
        ? {
            currentLapTime: data.currentLapTimeInMS,
            currentSector1Time: timeOf(data.sector1TimeMSPart, data.sector1TimeMinutesPart),
            currentSector2Time: timeOf(data.sector2TimeMSPart, data.sector2TimeMinutesPart),
            lapDistance: Number.isFinite(data.lapDistance) ? roundTo(data.lapDistance, 10) : null,
          }
        : {}),
      ...(isRunning && !isRace
        ? { driverStatus: driverStatusOf(data.driverStatus), isLapInvalid: data.currentLapInvalid === 1 }
        : {}),
      ...(motion === null || !isRunning ? {} : placeOf(motion)),
    };
  }
}

/** The race time that the game gives, in ms; null without one. */
function givenTime({ totalRaceTime }: Classified): number | null {
  return Math.round(totalRaceTime * 1_000) || null;
}

/** The sets in the classification of a car, of which it has as many. */
function setsOf(result: Classified | null): GameStint[] {
  return (result?.tyreStintsVisual ?? [])
    .slice(0, result?.numTyreStints)
    .map((visualCompound, index) => ({ visualCompound, endLap: result?.tyreStintsEndLaps[index] ?? 0 }));
}

function driverStatusOf(number: number): DriverStatus | null {
  return Object.values(DriverStatus).find((status) => status === number) ?? null;
}

function pitStatusOf(number: number): PitStatus {
  return number === PitStatus.InLane || number === PitStatus.InBox ? number : PitStatus.None;
}

function placeOf(motion: Motion): Pick<LiveDriver, 'livePosition' | 'velocity'> {
  return {
    livePosition: vectorOf(motion.worldPositionX, motion.worldPositionY, motion.worldPositionZ),
    velocity: vectorOf(motion.worldVelocityX, motion.worldVelocityY, motion.worldVelocityZ),
  };
}

/** Null before the car is placed on the track, and for numbers that are none. */
function vectorOf(x: number, y: number, z: number): LiveDriver['livePosition'] {
  const isPlace = [x, y, z].every((value) => Number.isFinite(value) && Math.abs(value) <= 100_000);
  return isPlace ? { x: roundTo(x, 100), y: roundTo(y, 100), z: roundTo(z, 100) } : null;
}

/** Rounds to a part of one: more digits would only be bytes to send. */
function roundTo(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
