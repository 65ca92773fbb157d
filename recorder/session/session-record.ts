// One piece: everything that packets say of one session, and the session that is made of it.
import * as v from 'valibot';
import { SessionUpload } from '#contract/api/bodies';
import type { Completeness } from '#contract/entities/completeness';
import type { Overtake, ResultSource, WeatherSample } from '#contract/entities/session';
import { isRace, ResultStatus, SafetyCarStatus, SessionStatus, SessionType, Track } from '#contract/enumerations';
import { type LiveDetail, type LiveDocument, toDetail } from '#contract/live/document';
import { readSnapshot } from '#contract/live/read-document';
import { toDocument } from '#contract/live/to-document';
import type { KnownNames } from '#contract/race/driver-identity';
import type { GameEvent, PacketBody } from '../game/packet.ts';
import { cars as carsIn } from '../game/structs.ts';
import { type CarContext, CarRecord } from './car-record.ts';
import { type Arrival, FrameOrder } from './frame-order.ts';
import type { GameEventOf } from './game-events.ts';
import { Identities } from './identities.ts';
import { PacketLoss } from './packet-loss.ts';
import { placesFromTiming } from './reconcile.ts';
import type { RecordedPacket } from './recorded-packets.ts';
import { SessionInfo } from './session-info.ts';
import { TrackState } from './track-state.ts';
import { safetyCarOf, sessionTypeOf, trackOf, weatherOf } from './words.ts';

type Info = PacketBody<'session'>;

/** A recorder that started within this time of a session has seen all of it, in ms. */
const startTolerance = 10_000;
const minute = 60_000;
/** The state of the cars this long before the end of a timed session is its result, in ms. */
const endTolerance = 1_000;
/** No format has more cars. */
const maxCars = carsIn[2026];

/** A session of the game, made from its packets. It can be read at any time. */
export class SessionRecord {
  readonly gameSession: bigint;
  readonly #format: number;
  readonly #gameYear: number;
  /** When the session began, in ms since 1970. */
  readonly #startedAt: number;
  readonly #sawStart: boolean;
  readonly #cars = new Map<number, CarRecord>();
  readonly #identities = new Identities();
  readonly #track = new TrackState();
  readonly #info: SessionInfo;
  #overtakes: Overtake[] = [];
  #weather: WeatherSample[] = [];
  readonly #order = new FrameOrder();
  #loss = new PacketLoss();
  /** When the game said that it ended, or classified it, in ms since 1970. */
  #endedAt: number | null = null;
  /** The time in the session when the game said that it ended, in ms. */
  #endTime: number | null = null;
  /** The time of the last lap data, in ms. */
  #carsTime = 0;
  #isOver = false;
  /** The frame of the result; null before it. */
  #resultFrame: number | null = null;
  /** The result as JSON. */
  #result: string | null = null;
  /** When the last packet came, in ms since 1970. */
  #receivedAt: number;
  /** Milliseconds since the start of the session. */
  #time = 0;

  /** `receivedAt` in ms since 1970. */
  constructor({ header }: RecordedPacket, receivedAt: number) {
    this.gameSession = header.sessionUID;
    this.#format = header.packetFormat;
    this.#info = new SessionInfo(header.packetFormat);
    this.#gameYear = header.gameYear;
    this.#time = timeIn(header.sessionTime) ?? 0;
    this.#receivedAt = receivedAt;
    this.#startedAt = Math.round(receivedAt - this.#time);
    this.#sawStart = this.#time <= startTolerance;
  }

  /** Milliseconds since the start of the session. */
  get time(): number {
    return this.#time;
  }

  /** Whether the game has sent the result. */
  get isClassified(): boolean {
    return this.#resultFrame !== null;
  }

  /** Whether it can be shown: its type and track are known. */
  get isKnown(): boolean {
    return this.#info.current !== null;
  }

  /** Where and when it is driven; null until that is known. */
  get place(): { readonly trackId: Track; readonly startedAt: string } | null {
    const trackId = trackOf(this.#info.current?.trackId ?? -1);
    return trackId === Track.Unknown ? null : { trackId, startedAt: new Date(this.#startedAt).toISOString() };
  }

  /** What the season knows of its drivers. */
  know(names: KnownNames): void {
    this.#identities.know(names);
  }

  /** Whether the game has said that it is over: only its result may still come. */
  get hasEnded(): boolean {
    return this.#endTime !== null;
  }

  /** Whether there is a lap or a result of it. */
  get hasContent(): boolean {
    return this.isClassified || [...this.#cars.values()].some((car) => car.laps.seen > 0);
  }

  /** Takes a packet of this session. One that is held, or after which the session begins again, is not taken. */
  follow(packet: RecordedPacket, receivedAt: number): Arrival {
    const time = timeIn(packet.header.sessionTime) ?? this.#time;
    if (this.#isOfSession(packet)) this.#loss.follow(packet.name, packet.header.overallFrameIdentifier, time);
    const arrival = this.arrivalOf(packet);
    if (arrival === 'late' || arrival === 'held' || arrival === 'restarted') return arrival;
    if (!this.#isOfSession(packet)) return 'late';
    if (arrival === 'rewound') this.#rewind(time);
    this.#isOver = false;
    this.#receivedAt = receivedAt;
    if (packet.name === 'event') this.#followEvent(packet.body, time, receivedAt);
    else this.#followState(packet, time, receivedAt);
    return arrival;
  }

  /** Classifies a packet without applying it. */
  arrivalOf(packet: RecordedPacket): Arrival {
    return this.#order.follow(packet, timeIn(packet.header.sessionTime) ?? this.#time);
  }

  /** Ends the recording; a later packet reopens it. */
  close(): void {
    this.#isOver = true;
  }

  /** After the result the cars drive in, and leave: only the histories still belong to the session. */
  #isOfSession({ name, header }: RecordedPacket): boolean {
    const frame = this.#resultFrame;
    return frame === null || name === 'sessionHistory' || header.overallFrameIdentifier <= frame;
  }

  #followState(packet: Exclude<RecordedPacket, { readonly name: 'event' }>, time: number, receivedAt: number): void {
    this.#time = time;
    switch (packet.name) {
      case 'session':
        this.#followSession(packet.body);
        break;
      case 'lapData':
        for (const [carIndex, data] of packet.body.lapData.entries()) this.#car(carIndex).follow(data, this.#time);
        this.#carsTime = this.#time;
        this.#track.followCars(packet.body.lapData, this.#time);
        break;
      case 'motion':
        for (const [carIndex, motion] of packet.body.carMotionData.entries()) this.#car(carIndex).setMotion(motion);
        break;
      case 'carStatus':
        for (const [carIndex, status] of packet.body.carStatusData.entries()) this.#car(carIndex).setStatus(status);
        break;
      case 'participants':
        this.#identities.follow(packet.body.participants, this.#format);
        break;
      case 'sessionHistory':
        if (packet.body.carIdx < maxCars) this.#car(packet.body.carIdx).correct(packet.body);
        break;
      case 'finalClassification':
        this.#classify(packet, receivedAt);
        this.#endTime ??= time;
        break;
      default:
        packet satisfies never;
    }
  }

  /** The game sends one result; what comes later is that of another session, or the same again. */
  #classify({ header, body }: Extract<RecordedPacket, { readonly name: 'finalClassification' }>, at: number): void {
    if (this.isClassified) return;
    for (const [carIndex, result] of body.classificationData.entries())
      if (this.#car(carIndex).classify(result)) this.#resultFrame = header.overallFrameIdentifier;
    this.#endedAt ??= at;
    this.#result = JSON.stringify(body);
  }

  /** Whether the game has sent this result of the session. */
  hasResult(body: PacketBody<'finalClassification'>): boolean {
    return this.isClassified && this.#result === JSON.stringify(body);
  }

  /** The session as it is now. */
  read(): LiveDetail {
    const info = this.#info.current;
    const first = this.#sawStart ? this.#info.first : null;
    const sessionType = this.#sessionType;
    const source = this.#resultSource();
    const isFinal = source !== null;
    const context: CarContext = {
      isRace: isRace(sessionType),
      isOver: this.#isOver,
      isFinal,
      sawStart: this.#sawStart,
      places: source === 'timing' ? this.#placesFromTiming() : null,
    };
    return {
      internalSessionId: this.gameSession.toString(),
      trackId: trackOf(info?.trackId ?? -1),
      sessionType,
      numberOfLaps: context.isRace ? info?.totalLaps || null : null,
      sessionStartTime: new Date(this.#startedAt).toISOString(),
      sessionEndTime: isFinal && this.#endedAt !== null ? new Date(this.#endedAt).toISOString() : null,
      gameVersion: `F1 ${this.#gameYear}`,
      isMultiplayer: info?.networkGame === 1,
      seasonLinkIdentifier: info?.seasonLinkIdentifier || null,
      weekendLinkIdentifier: info?.weekendLinkIdentifier || null,
      sessionLinkIdentifier: info?.sessionLinkIdentifier || null,
      startTrackTemp: first?.trackTemperature ?? null,
      startAirTemp: first?.airTemperature ?? null,
      startWeather: first === null ? null : weatherOf(first.weather),
      sessionStatus: isFinal ? SessionStatus.Finished : SessionStatus.InProgress,
      drivers: isFinal && context.isRace ? withFinalGaps(this.#drivers(context)) : this.#drivers(context),
      sessionTimeLeft: info?.sessionTimeLeft ?? null,
      sessionDuration: info?.sessionDuration || null,
      safetyCarStatus: safetyCarOf(info?.safetyCarStatus ?? SafetyCarStatus.None),
      ...(isFinal ? {} : this.#track.read()),
      weatherForecastSamples: info === null ? [] : this.#forecast(info),
      timeOfDay: info === null ? null : info.timeOfDay % 1_440,
      trackTemp: info?.trackTemperature ?? null,
      airTemp: info?.airTemperature ?? null,
      numberOfSafetyCars: info?.numSafetyCarPeriods ?? null,
      numberOfVirtualSafetyCars: info?.numVirtualSafetyCarPeriods ?? null,
      numberOfRedFlags: info?.numRedFlagPeriods ?? null,
      trackLength: info?.trackLength || null,
      overtakes: this.#overtakes,
      weatherHistory: this.#weather,
    };
  }

  /** Where the result comes from; null without one. Only once nothing more comes, it is made from timing. */
  #resultSource(): ResultSource | null {
    if (this.isClassified) return 'classification';
    return this.#isOver && this.#placesFromTiming() !== null ? 'timing' : null;
  }

  get #sessionType(): SessionType {
    const info = this.#info.current;
    return info === null ? SessionType.Unknown : sessionTypeOf(info.sessionType, this.#format);
  }

  #placesFromTiming(): ReadonlyMap<number, number> | null {
    const cars = [...this.#cars].filter(([, car]) => car.isPresent).map(([carIndex, car]) => car.readTiming(carIndex));
    if (isRace(this.#sessionType)) return placesFromTiming(cars);
    const isWhole = this.#endTime !== null && this.#endTime - this.#carsTime <= endTolerance;
    return isWhole
      ? new Map(cars.filter(({ position }) => position > 0).map((car) => [car.carIndex, car.position]))
      : null;
  }

  /**
   * The session as it is stored, once it is over; null without a result and a lap, or when the packets make none. Without
   * the game's result it is unfinished, and ends when the last packet came.
   */
  toUpload(): SessionUpload | null {
    if (!this.isKnown || !this.hasContent) return null;
    const detail = this.read();
    const endedAt = new Date(Math.max(this.#startedAt, this.#endedAt ?? this.#receivedAt)).toISOString();
    const document = toDocument({ ...detail, sessionEndTime: detail.sessionEndTime ?? endedAt });
    // The game may send values that a session cannot hold: each of them is left out alone.
    const read = readSnapshot(document, { id: this.gameSession.toString(), startedAt: detail.sessionStartTime });
    if (read === null) return null;
    const stored = toDetail(read.tree as unknown as LiveDocument);
    const result = v.safeParse(SessionUpload, {
      ...stored,
      completeness: this.completeness(),
      resultSource: this.#resultSource(),
    });
    return result.success ? result.output : null;
  }

  /** How much of the session was received. */
  completeness(): Completeness {
    const isOver = this.isClassified || this.#isOver;
    const cars = [...this.#cars.values()].filter((car) => car.isPresent);
    const sum = (of: (car: CarRecord) => number) => cars.reduce((total, car) => total + of(car), 0);
    const context = { isRace: isRace(this.#sessionType) };
    const loss = this.#loss.read();
    return {
      laps: sum((car) => car.lapsDriven(context)),
      lapsRecorded: sum((car) => car.lapsSeen(context)),
      packets: loss?.packets ?? null,
      packetsLost: loss?.lost ?? null,
      pitStops: isOver ? sum((car) => car.stops) : null,
    };
  }

  /** How many packets were lost, as far as is known. */
  get packetsLost(): number {
    return this.#loss.read()?.lost ?? 0;
  }

  /** Counts lost packets from now on: what a journal has of the time before is a selection. */
  restartLoss(): void {
    this.#loss = new PacketLoss();
  }

  #drivers(context: CarContext): LiveDetail['drivers'] {
    return [...this.#cars]
      .filter(([, car]) => car.isPresent)
      .sort(([one], [other]) => one - other)
      .map(([carIndex, car]) => car.toDriver(carIndex, this.#identities.of(carIndex, this.#format), context));
  }

  #car(carIndex: number): CarRecord {
    let car = this.#cars.get(carIndex);
    if (car === undefined) {
      car = new CarRecord();
      this.#cars.set(carIndex, car);
    }
    return car;
  }

  #followSession(info: Info): void {
    if (!this.#info.follow(info)) return;
    this.#track.followSession(info);
    const timeOffSet = Math.floor(this.#time / minute);
    const weather = weatherOf(info.weather);
    const last = this.#weather.at(-1);
    if (weather === null || (last !== undefined && last.timeOffSet >= timeOffSet)) return;
    this.#weather.push({
      sessionTypeMode: sessionTypeOf(info.sessionType, this.#format),
      timeOffSet,
      forecastedWeatherCondition: weather,
      trackTemperatureCelsius: info.trackTemperature,
      trackTemperatureChange: null,
      airTemperatureCelsius: info.airTemperature,
      airTemperatureChange: null,
      rainPercentage: null,
    });
  }

  #forecast(info: Info): WeatherSample[] {
    return info.weatherForecastSamples.slice(0, info.numWeatherForecastSamples).flatMap((sample) => {
      const weather = weatherOf(sample.weather);
      if (weather === null) return [];
      return [
        {
          sessionTypeMode: sessionTypeOf(sample.sessionType, this.#format),
          timeOffSet: sample.timeOffset,
          forecastedWeatherCondition: weather,
          trackTemperatureCelsius: sample.trackTemperature,
          trackTemperatureChange: changeOf(sample.trackTemperatureChange),
          airTemperatureCelsius: sample.airTemperature,
          airTemperatureChange: changeOf(sample.airTemperatureChange),
          rainPercentage: Math.min(100, sample.rainPercentage),
        },
      ];
    });
  }

  #followEvent(event: GameEvent, time: number, receivedAt: number): void {
    this.#track.followEvent(event, time);
    switch (event.code) {
      case 'PENA':
        if (event.details.vehicleIdx < maxCars)
          this.#car(event.details.vehicleIdx).rulings.addEvent(event.details, time);
        break;
      case 'OVTK':
        this.#addOvertake(event.details, time);
        break;
      case 'FLBK':
        this.#rewind(timeIn(event.details.flashbackSessionTime) ?? 0);
        break;
      case 'SEND':
        this.#endedAt ??= receivedAt;
        this.#endTime ??= time;
        break;
      default:
        break;
    }
  }

  #addOvertake(event: GameEventOf<'OVTK'>, time: number): void {
    const { overtakingVehicleIdx: overtakingDriverIdx, beingOvertakenVehicleIdx: overtakenDriverIdx } = event;
    if (overtakingDriverIdx >= maxCars || overtakenDriverIdx >= maxCars) return;
    this.#overtakes.push({
      overtakingDriverIdx,
      overtakenDriverIdx,
      lapNum: this.#cars.get(overtakingDriverIdx)?.lapNum ?? null,
      overtakingTime: time,
      utcTime: new Date(this.#startedAt + time).toISOString(),
    });
  }

  /** The game went back to an earlier moment: what came after it has not happened. */
  #rewind(time: number): void {
    this.#overtakes = this.#overtakes.filter(({ overtakingTime }) => (overtakingTime ?? 0) <= time);
    this.#weather = this.#weather.filter(({ timeOffSet }) => timeOffSet * minute <= time);
    for (const car of this.#cars.values()) car.rewind(time);
    this.#time = time;
  }
}

/** Gaps at the flag, without penalties, of the finishers on the lap of the winner. */
function withFinalGaps(drivers: LiveDetail['drivers']): LiveDetail['drivers'] {
  const winner = drivers.find(({ finishingPosition }) => finishingPosition === 1);
  return drivers.map((driver) => {
    const isOnLeadLap =
      driver.resultStatus === ResultStatus.Finished && driver.lapTimes.length === winner?.lapTimes.length;
    const [time, lead] = [driver.totalRaceTime, winner?.totalRaceTime ?? null];
    return { ...driver, deltaToLeader: isOnLeadLap && time !== null && lead !== null ? time - lead : null };
  });
}

/** The longest session of the game takes 24 hours, in ms. */
const longestSession = 2 * 86_400_000;

/** Whole milliseconds of the game's seconds, which may be below zero before the start; null for what is no time. */
function timeIn(seconds: number): number | null {
  const time = Math.max(0, Math.round(seconds * 1_000));
  return time <= longestSession ? time : null;
}

function changeOf(number: number): 0 | 1 | 2 | null {
  return number === 0 || number === 1 || number === 2 ? number : null;
}
