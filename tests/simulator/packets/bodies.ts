// One piece: each body of a packet from the state of a simulated race.

import type { TyreStint } from '#contract/entities/session';
import { PitStatus, TrackFlag } from '#contract/entities/track-flag';
import { isRace, ResultStatus } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import type { Format } from '../../../recorder/game/layout.ts';
import { blankBody, type Packet, type PacketBody } from '../../../recorder/game/packet.ts';

type LiveDriver = LiveDetail['drivers'][number];

const minute = 60_000;
const open = 255;
/** The number of a race in the formats that number sprint shootouts before it, and in 2023. */
const raceType = { later: 15, in2023: 10 } as const;
const zones = 18;
const yellow = 3;

/** The whole minutes of a time and the rest, in ms. */
function partsOf(milliseconds: number | null | undefined): readonly [rest: number, minutes: number] {
  const time = Math.max(0, milliseconds ?? 0);
  return [time % minute, Math.floor(time / minute)];
}

/** A gap; format 2023 has no minutes and stops at its largest number. */
function gapIn(milliseconds: number | null, format: Format): readonly [rest: number, minutes: number] {
  return format === 2023 ? [Math.min(65_535, Math.max(0, milliseconds ?? 0)), 0] : partsOf(milliseconds);
}

/** A list of the game with some of its cars replaced. */
function byCar<Item>(
  blanks: readonly Item[],
  drivers: readonly LiveDriver[],
  of: (driver: LiveDriver, blank: Item) => Item,
) {
  const items = [...blanks];
  for (const driver of drivers) {
    const blank = blanks[driver.carIndex];
    if (blank !== undefined) items[driver.carIndex] = of(driver, blank);
  }
  return items;
}

export function sessionOf(detail: LiveDetail, format: Format): PacketBody<'session'> {
  const body = blankBody('session', format);
  const weather = detail.weatherHistory.at(-1)?.forecastedWeatherCondition ?? detail.startWeather ?? 0;
  const ofRace = format >= 2024 ? raceType.later : raceType.in2023;
  const type = isRace(detail.sessionType) ? ofRace : detail.sessionType;
  const forecast = detail.weatherForecastSamples;
  return {
    ...body,
    weather,
    trackTemperature: detail.trackTemp ?? 0,
    airTemperature: detail.airTemp ?? 0,
    totalLaps: detail.numberOfLaps ?? 0,
    trackLength: detail.trackLength ?? 0,
    sessionType: type,
    trackId: detail.trackId,
    sessionTimeLeft: detail.sessionTimeLeft ?? 0,
    sessionDuration: detail.sessionDuration ?? 0,
    pitSpeedLimit: 80,
    numMarshalZones: zones,
    marshalZones: body.marshalZones.map((zone, index) => {
      const sector = Math.min(2, Math.floor((index * 3) / zones));
      const flag = detail.sectorFlags?.[sector] ?? TrackFlag.Clear;
      return { ...zone, zoneStart: index / zones, zoneFlag: flag === TrackFlag.Clear ? 0 : yellow };
    }),
    safetyCarStatus: detail.safetyCarStatus ?? 0,
    networkGame: detail.isMultiplayer ? 1 : 0,
    numWeatherForecastSamples: forecast.length,
    weatherForecastSamples: body.weatherForecastSamples.map((blank, index) => {
      const sample = forecast[index];
      if (sample === undefined) return blank;
      return {
        sessionType: type,
        timeOffset: sample.timeOffSet,
        weather: sample.forecastedWeatherCondition,
        trackTemperature: sample.trackTemperatureCelsius ?? 0,
        trackTemperatureChange: sample.trackTemperatureChange ?? 2,
        airTemperature: sample.airTemperatureCelsius ?? 0,
        airTemperatureChange: sample.airTemperatureChange ?? 2,
        rainPercentage: sample.rainPercentage ?? 0,
      };
    }),
    seasonLinkIdentifier: detail.seasonLinkIdentifier ?? 0,
    weekendLinkIdentifier: detail.weekendLinkIdentifier ?? 0,
    sessionLinkIdentifier: detail.sessionLinkIdentifier ?? 0,
    timeOfDay: detail.timeOfDay ?? 0,
    numSafetyCarPeriods: detail.numberOfSafetyCars ?? 0,
    numVirtualSafetyCarPeriods: detail.numberOfVirtualSafetyCars ?? 0,
    numRedFlagPeriods: detail.numberOfRedFlags ?? 0,
  };
}

export function participantsOf({ drivers }: LiveDetail, format: Format): PacketBody<'participants'> {
  const body = blankBody('participants', format);
  const participants = byCar(body.participants, drivers, ({ name, carIndex, carNumber }, blank) => ({
    ...blank,
    networkId: carIndex,
    driverId: 255,
    teamId: Math.floor(carIndex / 2) % 10,
    raceNumber: carNumber ?? 0,
    nationality: 10,
    name,
    yourTelemetry: 1,
    showOnlineNames: 1,
    platform: 1,
  }));
  return { numActiveCars: drivers.length, participants };
}

/** The data of all cars in each frame. */
export function carPackets(detail: LiveDetail, format: Format): Pick<Packet, 'name' | 'body'>[] {
  const { drivers } = detail;
  const motion = blankBody('motion', format);
  const laps = blankBody('lapData', format);
  const status = blankBody('carStatus', format);
  return [
    { name: 'motion', body: { carMotionData: byCar(motion.carMotionData, drivers, motionOf) } },
    {
      name: 'lapData',
      body: { ...laps, lapData: byCar(laps.lapData, drivers, (driver, blank) => lapDataOf(driver, blank, format)) },
    },
    { name: 'carStatus', body: { carStatusData: byCar(status.carStatusData, drivers, statusOf) } },
  ];
}

function motionOf({ livePosition, velocity }: LiveDriver, blank: PacketBody<'motion'>['carMotionData'][number]) {
  return {
    ...blank,
    worldPositionX: livePosition?.x ?? 0,
    worldPositionY: livePosition?.y ?? 0,
    worldPositionZ: livePosition?.z ?? 0,
    worldVelocityX: velocity?.x ?? 0,
    worldVelocityY: velocity?.y ?? 0,
    worldVelocityZ: velocity?.z ?? 0,
  };
}

function lapDataOf(driver: LiveDriver, blank: PacketBody<'lapData'>['lapData'][number], format: Format) {
  const [sector1TimeMSPart, sector1TimeMinutesPart] = partsOf(driver.currentSector1Time);
  const [sector2TimeMSPart, sector2TimeMinutesPart] = partsOf(driver.currentSector2Time);
  const [deltaToCarInFrontMSPart, deltaToCarInFrontMinutesPart] = gapIn(driver.deltaToCarAhead, format);
  const [deltaToRaceLeaderMSPart, deltaToRaceLeaderMinutesPart] = gapIn(driver.deltaToLeader, format);
  const last = driver.lapTimes.at(-1);
  const stops = driver.pitStops.filter(({ pitLaneTime }) => pitLaneTime !== null);
  // A lap with a cut is invalid from the cut on, which is when its warning is given.
  const isCut = driver.warnings.some(({ lapNum }) => lapNum === driver.currentLapNumber);
  return {
    ...blank,
    currentLapInvalid: isCut ? 1 : 0,
    lastLapTimeInMS: last?.lapTime ?? 0,
    currentLapTimeInMS: driver.currentLapTime ?? 0,
    sector1TimeMSPart,
    sector1TimeMinutesPart,
    sector2TimeMSPart,
    sector2TimeMinutesPart,
    deltaToCarInFrontMSPart,
    // Written in the formats that have them.
    deltaToCarInFrontMinutesPart,
    deltaToRaceLeaderMSPart,
    deltaToRaceLeaderMinutesPart,
    lapDistance: driver.lapDistance ?? 0,
    carPosition: driver.position ?? 0,
    currentLapNum: driver.currentLapNumber ?? 0,
    pitStatus: driver.pitStatus ?? PitStatus.None,
    numPitStops: stops.length,
    penalties: driver.totalPenaltiesSeconds ?? 0,
    totalWarnings: driver.totalWarnings ?? 0,
    cornerCuttingWarnings: driver.totalCornerCutWarnings ?? 0,
    gridPosition: driver.startingPosition ?? 0,
    driverStatus: driver.driverStatus ?? (driver.resultStatus === ResultStatus.Active ? 4 : 0),
    resultStatus: driver.resultStatus,
    pitLaneTimeInLaneInMS: stops.at(-1)?.pitLaneTime ?? 0,
  };
}

function statusOf(driver: LiveDriver, blank: PacketBody<'carStatus'>['carStatusData'][number]) {
  const compound = driver.currentTyreCompound ?? 0;
  return {
    ...blank,
    actualTyreCompound: compound,
    visualTyreCompound: compound,
    tyresAgeLaps: driver.currentTyreAgeLaps ?? 0,
  };
}

/** The sets of a car: the game counts the laps that were completed when a set was removed. */
function setsOf(tyres: readonly TyreStint[]): { compound: number; endLap: number }[] {
  return tyres.map(({ tyreCompound, endLap }, index) => ({
    compound: tyreCompound,
    endLap: index === tyres.length - 1 ? open : endLap - 1,
  }));
}

export function historyOf(driver: LiveDriver, format: Format): PacketBody<'sessionHistory'> {
  const body = blankBody('sessionHistory', format);
  const isRunning = driver.resultStatus === ResultStatus.Active;
  const current = {
    lapTime: null,
    sector1Time: driver.currentSector1Time,
    sector2Time: driver.currentSector2Time,
    sector3Time: null,
    invalidLap: false,
  };
  const laps = isRunning ? [...driver.lapTimes, current] : driver.lapTimes;
  const sets = setsOf(driver.tyres);
  return {
    ...body,
    carIdx: driver.carIndex,
    numLaps: laps.length,
    numTyreStints: sets.length,
    lapHistoryData: body.lapHistoryData.map((blank, index) => {
      const lap = laps[index];
      if (lap === undefined) return blank;
      const [sector1TimeMSPart, sector1TimeMinutesPart] = partsOf(lap.sector1Time);
      const [sector2TimeMSPart, sector2TimeMinutesPart] = partsOf(lap.sector2Time);
      const [sector3TimeMSPart, sector3TimeMinutesPart] = partsOf(lap.sector3Time);
      return {
        lapTimeInMS: lap.lapTime ?? 0,
        sector1TimeMSPart,
        sector1TimeMinutesPart,
        sector2TimeMSPart,
        sector2TimeMinutesPart,
        sector3TimeMSPart,
        sector3TimeMinutesPart,
        lapValidBitFlags: lap.invalidLap ? 0 : 15,
      };
    }),
    tyreStintsHistoryData: body.tyreStintsHistoryData.map((blank, index) => {
      const set = sets[index];
      return set === undefined
        ? blank
        : { endLap: set.endLap, tyreActualCompound: set.compound, tyreVisualCompound: set.compound };
    }),
  };
}

export function classificationOf({ drivers }: LiveDetail, format: Format): PacketBody<'finalClassification'> {
  const body = blankBody('finalClassification', format);
  const pad = (values: readonly number[]) => Array.from({ length: 8 }, (_, index) => values[index] ?? 0);
  const classificationData = byCar(body.classificationData, drivers, (driver, blank) => {
    const sets = setsOf(driver.tyres);
    const compounds = pad(sets.map(({ compound }) => compound));
    return {
      ...blank,
      position: driver.finishingPosition ?? driver.position ?? 0,
      numLaps: driver.lapTimes.length,
      gridPosition: driver.startingPosition ?? 0,
      numPitStops: driver.pitStops.length,
      resultStatus: driver.resultStatus,
      bestLapTimeInMS: driver.bestLapTimeMs ?? 0,
      totalRaceTime: (driver.totalRaceTime ?? 0) / 1_000,
      penaltiesTime: driver.totalPenaltiesSeconds ?? 0,
      numPenalties: driver.penalties.length,
      numTyreStints: sets.length,
      tyreStintsActual: compounds,
      tyreStintsVisual: compounds,
      tyreStintsEndLaps: pad(sets.map(({ endLap }) => endLap)),
    };
  });
  return { numCars: drivers.length, classificationData };
}
