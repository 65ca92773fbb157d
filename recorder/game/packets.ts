// One piece: the tables of the game's packets, in the order of their documents.
import { list, struct } from './layout.ts';
import {
  CarMotionData,
  CarStatusData,
  cars,
  FinalClassificationData,
  LapData,
  LapHistoryData,
  MarshalZone,
  ParticipantData,
  TrackZone,
  TyreStintHistoryData,
  WeatherForecastSample,
} from './structs.ts';

/**
 * The bodies of the packets that sessions are made of, which follow the header. Event packets have a code and details of
 * their own, see `events.ts`.
 */
export const packets = {
  motion: { id: 0, body: struct([['carMotionData', list(CarMotionData, cars)]]) },
  /** Temperatures in °C, track length in m, times in s, time of day in minutes after midnight. */
  session: {
    id: 1,
    body: struct([
      ['weather', 'u8'],
      ['trackTemperature', 'i8'],
      ['airTemperature', 'i8'],
      ['totalLaps', 'u8'],
      ['trackLength', 'u16'],
      ['sessionType', 'u8'],
      ['trackId', 'i8'],
      ['formula', 'u8'],
      ['sessionTimeLeft', 'u16'],
      ['sessionDuration', 'u16'],
      ['pitSpeedLimit', 'u8'],
      ['gamePaused', 'u8'],
      ['isSpectating', 'u8'],
      ['spectatorCarIndex', 'u8'],
      ['sliProNativeSupport', 'u8'],
      ['numMarshalZones', 'u8'],
      ['marshalZones', list(MarshalZone, 21)],
      ['safetyCarStatus', 'u8'],
      ['networkGame', 'u8'],
      ['numWeatherForecastSamples', 'u8'],
      ['weatherForecastSamples', list(WeatherForecastSample, { 2023: 56, 2024: 64 })],
      ['forecastAccuracy', 'u8'],
      ['aiDifficulty', 'u8'],
      ['seasonLinkIdentifier', 'u32'],
      ['weekendLinkIdentifier', 'u32'],
      ['sessionLinkIdentifier', 'u32'],
      ['pitStopWindowIdealLap', 'u8'],
      ['pitStopWindowLatestLap', 'u8'],
      ['pitStopRejoinPosition', 'u8'],
      ['steeringAssist', 'u8'],
      ['brakingAssist', 'u8'],
      ['gearboxAssist', 'u8'],
      ['pitAssist', 'u8'],
      ['pitReleaseAssist', 'u8'],
      ['ersAssist', 'u8'],
      ['drsAssist', 'u8'],
      ['dynamicRacingLine', 'u8'],
      ['dynamicRacingLineType', 'u8'],
      ['gameMode', 'u8'],
      ['ruleSet', 'u8'],
      ['timeOfDay', 'u32'],
      ['sessionLength', 'u8'],
      ['speedUnitsLeadPlayer', 'u8'],
      ['temperatureUnitsLeadPlayer', 'u8'],
      ['speedUnitsSecondaryPlayer', 'u8'],
      ['temperatureUnitsSecondaryPlayer', 'u8'],
      ['numSafetyCarPeriods', 'u8'],
      ['numVirtualSafetyCarPeriods', 'u8'],
      ['numRedFlagPeriods', 'u8'],
      ['equalCarPerformance', 'u8', 2024],
      ['recoveryMode', 'u8', 2024],
      ['flashbackLimit', 'u8', 2024],
      ['surfaceType', 'u8', 2024],
      ['lowFuelMode', 'u8', 2024],
      ['raceStarts', 'u8', 2024],
      ['tyreTemperature', 'u8', 2024],
      ['pitLaneTyreSim', 'u8', 2024],
      ['carDamage', 'u8', 2024],
      ['carDamageRate', 'u8', 2024],
      ['collisions', 'u8', 2024],
      ['collisionsOffForFirstLapOnly', 'u8', 2024],
      ['mpUnsafePitRelease', 'u8', 2024],
      ['mpOffForGriefing', 'u8', 2024],
      ['cornerCuttingStringency', 'u8', 2024],
      ['parcFermeRules', 'u8', 2024],
      ['pitStopExperience', 'u8', 2024],
      ['safetyCar', 'u8', 2024],
      ['safetyCarExperience', 'u8', 2024],
      ['formationLap', 'u8', 2024],
      ['formationLapExperience', 'u8', 2024],
      ['redFlags', 'u8', 2024],
      ['affectsLicenceLevelSolo', 'u8', 2024],
      ['affectsLicenceLevelMP', 'u8', 2024],
      ['numSessionsInWeekend', 'u8', 2024],
      ['weekendStructure', list('u8', 12), 2024],
      ['sector2LapDistanceStart', 'f32', 2024],
      ['sector3LapDistanceStart', 'f32', 2024],
      ['activeAeroTrackStatus', 'u8', 2026],
      ['numActiveAeroZonesFull', 'u8', 2026],
      ['activeAeroZonesFull', list(TrackZone, 8), 2026],
      ['numActiveAeroZonesPartial', 'u8', 2026],
      ['activeAeroZonesPartial', list(TrackZone, 8), 2026],
      ['numDRSZones', 'u8', 2026],
      ['drsZones', list(TrackZone, 4), 2026],
      ['startReactionTime', 'f32', 2026],
      ['antiLockBrakesAssist', 'u8', 2026],
      ['tractionControlAssist', 'u8', 2026],
      ['dynamicRacingLineHiVis', 'u8', 2026],
      ['dynamicRacingLineColourBlind', 'u8', 2026],
      ['recurringRewindPrompt', 'u8', 2026],
    ]),
  },
  lapData: {
    id: 2,
    body: struct([
      ['lapData', list(LapData, cars)],
      ['timeTrialPBCarIdx', 'u8'],
      ['timeTrialRivalCarIdx', 'u8'],
    ]),
  },
  participants: {
    id: 4,
    body: struct([
      /** Cars that are there now; those that left are not counted. */
      ['numActiveCars', 'u8'],
      ['participants', list(ParticipantData, cars)],
    ]),
  },
  carStatus: { id: 7, body: struct([['carStatusData', list(CarStatusData, cars)]]) },
  finalClassification: {
    id: 8,
    body: struct([
      ['numCars', 'u8'],
      ['classificationData', list(FinalClassificationData, cars)],
    ]),
  },
  /** One car in each packet, in turn. */
  sessionHistory: {
    id: 11,
    body: struct([
      ['carIdx', 'u8'],
      /** Laps in the table, the current one included. */
      ['numLaps', 'u8'],
      ['numTyreStints', 'u8'],
      ['bestLapTimeLapNum', 'u8'],
      ['bestSector1LapNum', 'u8'],
      ['bestSector2LapNum', 'u8'],
      ['bestSector3LapNum', 'u8'],
      ['lapHistoryData', list(LapHistoryData, 100)],
      ['tyreStintsHistoryData', list(TyreStintHistoryData, 8)],
    ]),
  },
} as const;

/** The sizes of all other packets with the header, in bytes, by their ids: each holds from its format on. */
export const unreadPackets = {
  /** Car setups. */
  5: { 2023: 1107, 2024: 1133, 2026: 1233 },
  /** Car telemetry. */
  6: { 2023: 1352, 2026: 1448 },
  /** Lobby info. */
  9: { 2023: 1218, 2024: 1306, 2025: 954, 2026: 1062 },
  /** Car damage. */
  10: { 2023: 953, 2025: 1041, 2026: 1133 },
  /** Tyre sets. */
  12: { 2023: 231 },
  /** Motion of the player's car. */
  13: { 2023: 217, 2024: 237, 2025: 273 },
  /** Time trial. */
  14: { 2024: 101, 2026: 104 },
  /** Lap positions. */
  15: { 2025: 1131, 2026: 1231 },
  /** Car telemetry of the 2026 cars. */
  16: { 2026: 269 },
} as const;

/** Event packets: id, and the size of the code and of the largest details in bytes. */
export const eventPacket = { id: 3, codeSize: 4, detailsSize: 12 } as const;
