// One piece: the tables of the game's structs, in the order of their documents.
import { changing, list, struct, text } from './layout.ts';

/**
 * The structs of the game's packets, with the field names of the publisher's own documents ("Data Output from F1 23",
 * "F1 24", "F1 25" and its 2026 Season Pack). Wheels are listed rear left, rear right, front left, front right.
 */

/** How many cars every list of cars has room for. */
export const cars = { 2023: 22, 2026: 24 } as const;

export const Header = struct([
  ['packetFormat', 'u16'],
  ['gameYear', 'u8'],
  ['gameMajorVersion', 'u8'],
  ['gameMinorVersion', 'u8'],
  ['packetVersion', 'u8'],
  ['packetId', 'u8'],
  ['sessionUID', 'u64'],
  /** Seconds. */
  ['sessionTime', 'f32'],
  ['frameIdentifier', 'u32'],
  /** Does not go back after a flashback. */
  ['overallFrameIdentifier', 'u32'],
  /** 255 for a spectator. */
  ['playerCarIndex', 'u8'],
  ['secondaryPlayerCarIndex', 'u8'],
]);

const gForce = changing({ 2023: 'f32', 2026: 'i16' });

/** Positions in m, velocities in m/s, directions divided by 32767, forces in g (2026: in thousandths). */
export const CarMotionData = struct([
  ['worldPositionX', 'f32'],
  ['worldPositionY', 'f32'],
  ['worldPositionZ', 'f32'],
  ['worldVelocityX', 'f32'],
  ['worldVelocityY', 'f32'],
  ['worldVelocityZ', 'f32'],
  ['worldForwardDirX', 'i16'],
  ['worldForwardDirY', 'i16'],
  ['worldForwardDirZ', 'i16'],
  ['worldRightDirX', 'i16'],
  ['worldRightDirY', 'i16'],
  ['worldRightDirZ', 'i16'],
  ['gForceLateral', gForce],
  ['gForceLongitudinal', gForce],
  ['gForceVertical', gForce],
  ['yaw', 'f32'],
  ['pitch', 'f32'],
  ['roll', 'f32'],
]);

export const MarshalZone = struct([
  /** Part of the lap, 0 to 1. */
  ['zoneStart', 'f32'],
  ['zoneFlag', 'i8'],
]);

/** timeOffset in minutes, temperatures in °C. */
export const WeatherForecastSample = struct([
  ['sessionType', 'u8'],
  ['timeOffset', 'u8'],
  ['weather', 'u8'],
  ['trackTemperature', 'i8'],
  ['trackTemperatureChange', 'i8'],
  ['airTemperature', 'i8'],
  ['airTemperatureChange', 'i8'],
  ['rainPercentage', 'u8'],
]);

/** Parts of a lap, 0 to 1. */
export const TrackZone = struct([
  ['zoneStart', 'f32'],
  ['zoneEnd', 'f32'],
]);

/** Times and gaps in ms, or as ms beside whole minutes; distances in m, negative before the line; penalties in s. */
export const LapData = struct([
  ['lastLapTimeInMS', 'u32'],
  ['currentLapTimeInMS', 'u32'],
  ['sector1TimeMSPart', 'u16'],
  ['sector1TimeMinutesPart', 'u8'],
  ['sector2TimeMSPart', 'u16'],
  ['sector2TimeMinutesPart', 'u8'],
  ['deltaToCarInFrontMSPart', 'u16'],
  ['deltaToCarInFrontMinutesPart', 'u8', 2024],
  ['deltaToRaceLeaderMSPart', 'u16'],
  ['deltaToRaceLeaderMinutesPart', 'u8', 2024],
  ['lapDistance', 'f32'],
  ['totalDistance', 'f32'],
  ['safetyCarDelta', 'f32'],
  ['carPosition', 'u8'],
  ['currentLapNum', 'u8'],
  ['pitStatus', 'u8'],
  ['numPitStops', 'u8'],
  ['sector', 'u8'],
  ['currentLapInvalid', 'u8'],
  ['penalties', 'u8'],
  ['totalWarnings', 'u8'],
  ['cornerCuttingWarnings', 'u8'],
  ['numUnservedDriveThroughPens', 'u8'],
  ['numUnservedStopGoPens', 'u8'],
  ['gridPosition', 'u8'],
  ['driverStatus', 'u8'],
  ['resultStatus', 'u8'],
  ['pitLaneTimerActive', 'u8'],
  ['pitLaneTimeInLaneInMS', 'u16'],
  ['pitStopTimerInMS', 'u16'],
  ['pitStopShouldServePen', 'u8'],
  ['speedTrapFastestSpeed', 'f32', 2024],
  ['speedTrapFastestLap', 'u8', 2024],
]);

const LiveryColour = struct([
  ['red', 'u8'],
  ['green', 'u8'],
  ['blue', 'u8'],
]);

const teamId = changing({ 2023: 'u8', 2026: 'u16' });
/** Ids without a meaning are 255, and 65535 where they have two bytes. */
const id = changing({ 2023: 'u8', 2026: 'u16' });
const name = changing({ 2023: text(48), 2025: text(32) });

export const ParticipantData = struct([
  ['aiControlled', 'u8'],
  ['driverId', id],
  ['networkId', id],
  ['teamId', teamId],
  ['myTeam', 'u8'],
  ['raceNumber', 'u8'],
  ['nationality', 'u8'],
  ['name', name],
  /** 1: public telemetry. */
  ['yourTelemetry', 'u8'],
  ['showOnlineNames', 'u8'],
  ['techLevel', 'u16', 2024],
  ['platform', 'u8'],
  ['numColours', 'u8', 2025],
  ['liveryColours', list(LiveryColour, 4), 2025],
]);

export const CarSetupData = struct([
  ['frontWing', 'u8'],
  ['rearWing', 'u8'],
  ['onThrottle', 'u8'],
  ['offThrottle', 'u8'],
  ['frontCamber', 'f32'],
  ['rearCamber', 'f32'],
  ['frontToe', 'f32'],
  ['rearToe', 'f32'],
  ['frontSuspension', 'u8'],
  ['rearSuspension', 'u8'],
  ['frontAntiRollBar', 'u8'],
  ['rearAntiRollBar', 'u8'],
  ['frontSuspensionHeight', 'u8'],
  ['rearSuspensionHeight', 'u8'],
  ['brakePressure', 'u8'],
  ['brakeBias', 'u8'],
  ['engineBraking', 'u8', 2024],
  ['rearLeftTyrePressure', 'f32'],
  ['rearRightTyrePressure', 'f32'],
  ['frontLeftTyrePressure', 'f32'],
  ['frontRightTyrePressure', 'f32'],
  ['ballast', 'u8'],
  ['fuelLoad', 'f32'],
]);

/** Speed in km/h, temperatures in °C, pressures in psi. */
export const CarTelemetryData = struct([
  ['speed', 'u16'],
  ['throttle', 'f32'],
  ['steer', 'f32'],
  ['brake', 'f32'],
  ['clutch', 'u8'],
  ['gear', 'i8'],
  ['engineRPM', 'u16'],
  ['drs', 'u8'],
  ['revLightsPercent', 'u8'],
  ['revLightsBitValue', 'u16'],
  ['brakesTemperature', list('u16', 4)],
  ['tyresSurfaceTemperature', list('u8', 4)],
  ['tyresInnerTemperature', list('u8', 4)],
  ['engineTemperature', changing({ 2023: 'u16', 2026: 'u8' })],
  ['tyresPressure', list('f32', 4)],
  ['surfaceType', list('u8', 4)],
]);

/** Fuel in kg, power in W, energy in J. */
export const CarStatusData = struct([
  ['tractionControl', 'u8'],
  ['antiLockBrakes', 'u8'],
  ['fuelMix', 'u8'],
  ['frontBrakeBias', 'u8'],
  ['pitLimiterStatus', 'u8'],
  ['fuelInTank', 'f32'],
  ['fuelCapacity', 'f32'],
  ['fuelRemainingLaps', 'f32'],
  ['maxRPM', 'u16'],
  ['idleRPM', 'u16'],
  ['maxGears', 'u8'],
  ['drsAllowed', 'u8'],
  ['drsActivationDistance', 'u16'],
  ['actualTyreCompound', 'u8'],
  ['visualTyreCompound', 'u8'],
  ['tyresAgeLaps', 'u8'],
  ['vehicleFiaFlags', 'i8'],
  ['enginePowerICE', 'f32'],
  ['enginePowerMGUK', 'f32'],
  ['ersStoreEnergy', 'f32'],
  ['ersDeployMode', 'u8'],
  ['ersHarvestedThisLapMGUK', 'f32'],
  ['ersHarvestedThisLapMGUH', 'f32'],
  ['ersHarvestedLimitPerLap', 'f32', 2026],
  ['ersDeployedThisLap', 'f32'],
  ['networkPaused', 'u8'],
]);

/** totalRaceTime in s without penalties, penaltiesTime in s. A stint that ended with the session ends on lap 255. */
export const FinalClassificationData = struct([
  ['position', 'u8'],
  ['numLaps', 'u8'],
  ['gridPosition', 'u8'],
  ['points', 'u8'],
  ['numPitStops', 'u8'],
  ['resultStatus', 'u8'],
  ['resultReason', 'u8', 2025],
  ['bestLapTimeInMS', 'u32'],
  ['totalRaceTime', 'f64'],
  ['penaltiesTime', 'u8'],
  ['numPenalties', 'u8'],
  ['numTyreStints', 'u8'],
  ['tyreStintsActual', list('u8', 8)],
  ['tyreStintsVisual', list('u8', 8)],
  ['tyreStintsEndLaps', list('u8', 8)],
]);

export const LobbyInfoData = struct([
  ['aiControlled', 'u8'],
  ['teamId', teamId],
  ['nationality', 'u8'],
  ['platform', 'u8'],
  ['name', name],
  ['carNumber', 'u8'],
  ['yourTelemetry', 'u8', 2024],
  ['showOnlineNames', 'u8', 2024],
  ['techLevel', 'u16', 2024],
  ['readyStatus', 'u8'],
]);

/** In percent. */
export const CarDamageData = struct([
  ['tyresWear', list('f32', 4)],
  ['tyresDamage', list('u8', 4)],
  ['brakesDamage', list('u8', 4)],
  ['tyreBlisters', list('u8', 4), 2025],
  ['frontLeftWingDamage', 'u8'],
  ['frontRightWingDamage', 'u8'],
  ['rearWingDamage', 'u8'],
  ['floorDamage', 'u8'],
  ['diffuserDamage', 'u8'],
  ['sidepodDamage', 'u8'],
  ['drsFault', 'u8'],
  ['ersFault', 'u8'],
  ['gearBoxDamage', 'u8'],
  ['engineDamage', 'u8'],
  ['engineMGUHWear', 'u8'],
  ['engineESWear', 'u8'],
  ['engineCEWear', 'u8'],
  ['engineICEWear', 'u8'],
  ['engineMGUKWear', 'u8'],
  ['engineTCWear', 'u8'],
  ['engineBlown', 'u8'],
  ['engineSeized', 'u8'],
]);

export const LapHistoryData = struct([
  ['lapTimeInMS', 'u32'],
  ['sector1TimeMSPart', 'u16'],
  ['sector1TimeMinutesPart', 'u8'],
  ['sector2TimeMSPart', 'u16'],
  ['sector2TimeMinutesPart', 'u8'],
  ['sector3TimeMSPart', 'u16'],
  ['sector3TimeMinutesPart', 'u8'],
  /** 1: the lap is valid; 2, 4, 8: its sectors are. */
  ['lapValidBitFlags', 'u8'],
]);

/** A stint whose tyres are on the car ends on lap 255. */
export const TyreStintHistoryData = struct([
  ['endLap', 'u8'],
  ['tyreActualCompound', 'u8'],
  ['tyreVisualCompound', 'u8'],
]);

export const TyreSetData = struct([
  ['actualTyreCompound', 'u8'],
  ['visualTyreCompound', 'u8'],
  ['wear', 'u8'],
  ['available', 'u8'],
  ['recommendedSession', 'u8'],
  ['lifeSpan', 'u8'],
  ['usableLife', 'u8'],
  ['lapDeltaTime', 'i16'],
  ['fitted', 'u8'],
]);

export const TimeTrialDataSet = struct([
  ['carIdx', 'u8'],
  ['teamId', teamId],
  ['lapTimeInMS', 'u32'],
  ['sector1TimeInMS', 'u32'],
  ['sector2TimeInMS', 'u32'],
  ['sector3TimeInMS', 'u32'],
  ['tractionControl', 'u8'],
  ['gearboxAssist', 'u8'],
  ['antiLockBrakes', 'u8'],
  ['equalCarPerformance', 'u8'],
  ['customSetup', 'u8'],
  ['valid', 'u8'],
]);

/** Distances in m; 0: not available. */
export const CarTelemetry2Data = struct([
  ['activeAeroMode', 'u8'],
  ['activeAeroAvailable', 'u8'],
  ['activeAeroActivationDistance', 'u16'],
  ['overtakeAvailable', 'u8'],
  ['overtakeActive', 'u8'],
  ['overtakeActivationDistance', 'u16'],
  ['regulations2026', 'u8'],
  ['drivingWrongWay', 'u8'],
]);
