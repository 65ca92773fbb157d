import type * as v from 'valibot';
import { liveFlagNumbers, RaceControlEntry, RaceControlKind } from '../../entities/race-control.ts';
import { DeliveryKind, DeliveryState } from '../../entities/webhook.ts';
import * as enumerations from '../../enumerations.ts';
import * as penalties from '../../penalties.ts';
import type { Component } from './component.ts';

interface Enumeration extends Component {
  /** The numbers by their names. */
  readonly numbers: Readonly<Record<string, number>>;
}

function enumeration(
  schema: v.GenericSchema<unknown, unknown>,
  numbers: Readonly<Record<string, number>>,
  description: string,
): Enumeration {
  return { schema, numbers, description, fields: {} };
}

/** The enumerations that are numbers. */
export const numberedEnumerations = {
  PenaltyType: enumeration(
    penalties.PenaltyTypeNumber,
    penalties.PenaltyType,
    'A penalty type of the game; Unknown is any that is not in the list.',
  ),
  WarningType: enumeration(penalties.WarningTypeNumber, penalties.WarningType, 'A kind of warning.'),
  ResultStatus: enumeration(
    enumerations.ResultStatusNumber,
    enumerations.ResultStatus,
    'How the session is going or ended for a driver.',
  ),
  SessionType: enumeration(
    enumerations.SessionTypeNumber,
    enumerations.SessionType,
    'The type of a session. Sprints are races too: the one that is shorter than the longest of its event.',
  ),
  SessionStatus: enumeration(
    enumerations.SessionStatusNumber,
    enumerations.SessionStatus,
    'How far a session is; there is no 1.',
  ),
  Track: enumeration(
    enumerations.TrackNumber,
    enumerations.Track,
    'A track, by the game’s number; Unknown is any that is not in the list.',
  ),
  Weather: enumeration(
    enumerations.WeatherNumber,
    enumerations.Weather,
    'The weather; Unknown is any that is not in the list.',
  ),
  SafetyCarStatus: enumeration(enumerations.SafetyCarStatusNumber, enumerations.SafetyCarStatus, 'The safety car.'),
  TyreCompound: enumeration(
    enumerations.TyreCompoundNumber,
    enumerations.TyreCompound,
    'A tyre compound as it is marked on the tyre.',
  ),
  TemperatureChange: enumeration(
    enumerations.TemperatureChangeNumber,
    enumerations.TemperatureChange,
    'How a temperature changes.',
  ),
  RaceControlKind: enumeration(
    RaceControlEntry.entries.kind,
    RaceControlKind,
    'What an entry of race control is: a flag, a stop in the pits, or a car that is out.',
  ),
  RaceControlFlag: enumeration(
    RaceControlEntry.entries.flag.wrapped,
    liveFlagNumbers,
    'The flag over the whole track, or what stands above it.',
  ),
};

/** The enumerations that are words. */
export const wordedEnumerations = {
  Scoring: { schema: enumerations.Scoring, description: 'How a session of an event scores.', fields: {} },
  DeliveryKind: { schema: DeliveryKind, description: 'What a message to the chat of a league is about.', fields: {} },
  DeliveryState: { schema: DeliveryState, description: 'How far a message to the chat of a league is.', fields: {} },
} satisfies Record<string, Component>;
