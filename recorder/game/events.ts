import { struct } from './layout.ts';

/**
 * The details of the game's events by their code. `since`: the format that brought the code. A `vehicleIdx` is a car index;
 * 255 stands for none, also for a penalty's time and lap.
 */
const vehicle = [['vehicleIdx', 'u8']] as const;

export const events = {
  /** The session started. */
  SSTA: struct([]),
  /** The session ended. */
  SEND: struct([]),
  /** Fastest lap; in s. */
  FTLP: struct([...vehicle, ['lapTime', 'f32']]),
  /** Retirement. */
  RTMT: struct([...vehicle, ['reason', 'u8', 2025]]),
  DRSE: struct([]),
  DRSD: struct([['reason', 'u8', 2025]]),
  /** A team mate is in the pits. */
  TMPT: struct(vehicle),
  /** Chequered flag. */
  CHQF: struct([]),
  /** Race winner. */
  RCWN: struct(vehicle),
  /** A penalty, time in s. */
  PENA: struct([
    ['penaltyType', 'u8'],
    ['infringementType', 'u8'],
    ...vehicle,
    ['otherVehicleIdx', 'u8'],
    ['time', 'u8'],
    ['lapNum', 'u8'],
    ['placesGained', 'u8'],
  ]),
  /** A speed trap; speeds in km/h. */
  SPTP: struct([
    ...vehicle,
    ['speed', 'f32'],
    ['isOverallFastestInSession', 'u8'],
    ['isDriverFastestInSession', 'u8'],
    ['fastestVehicleIdxInSession', 'u8'],
    ['fastestSpeedInSession', 'f32'],
  ]),
  /** Start lights. */
  STLG: struct([['numLights', 'u8']]),
  /** Lights out. */
  LGOT: struct([]),
  /** A drive-through was served. */
  DTSV: struct(vehicle),
  /** A stop-go was served; in s. */
  SGSV: struct([...vehicle, ['stopTime', 'f32', 2025]]),
  /** A flashback to an earlier frame; in s. */
  FLBK: struct([
    ['flashbackFrameIdentifier', 'u32'],
    ['flashbackSessionTime', 'f32'],
  ]),
  BUTN: struct([['buttonStatus', 'u32']]),
  /** Red flag. */
  RDFL: struct([]),
  OVTK: struct([
    ['overtakingVehicleIdx', 'u8'],
    ['beingOvertakenVehicleIdx', 'u8'],
  ]),
  /** Safety car. */
  SCAR: struct([
    ['safetyCarType', 'u8'],
    ['eventType', 'u8'],
  ]),
  COLL: struct([
    ['vehicle1Idx', 'u8'],
    ['vehicle2Idx', 'u8'],
    ['severity', 'u8', 2026],
  ]),
} as const;

/** The codes that format 2023 does not have. */
export const laterEvents = { SCAR: 2024, COLL: 2024 } as const;

export type EventCode = keyof typeof events;
