import * as v from 'valibot';
import { CarIndex, Delta, SessionMilliseconds } from '../values/recorded-values.ts';
import { longestNote } from '../values/text-limits.ts';
import { text } from '../values/text-values.ts';
import { Instant, real, Uuid, whole } from '../values/values.ts';

/** The parts of every ruling on a car. */
const onCar = {
  /** The car. */
  carIndex: CarIndex,
  /** Licence points for the driver, added up over the season; they change no result. */
  licencePoints: v.optional(whole(1, 99)),
};

/** The effect of a ruling, by its kind. */
export const rulingKinds = {
  time: {
    /** What the ruling does. */
    kind: v.literal('time'),
    /** Added to the race time; negative takes time away. */
    milliseconds: Delta,
    ...onCar,
  },
  places: {
    /** What the ruling does. */
    kind: v.literal('places'),
    /** Places that the car is moved back; negative forward. */
    places: whole(-63, 63),
    ...onCar,
  },
  points: {
    /** What the ruling does. */
    kind: v.literal('points'),
    /** Points of the championship that are added; negative takes points away, 0 is a reprimand. */
    points: real(-1_000, 1_000),
    ...onCar,
  },
  disqualify: {
    /** What the ruling does. */
    kind: v.literal('disqualify'),
    ...onCar,
  },
  reinstate: {
    /** What the ruling does. */
    kind: v.literal('reinstate'),
    ...onCar,
  },
  excludeSession: {
    /** What the ruling does. */
    kind: v.literal('excludeSession'),
  },
};

/** Whether a ruling has effect, or is prepared. */
export const RulingState = v.picklist(['draft', 'inForce']);

const reason = v.pipe(
  text(longestNote),
  v.check((value) => value.trim() !== '', 'must not be empty'),
);
export const rulingGiven = {
  /** The session. */
  sessionId: Uuid,
  /** Why, in words that everybody can read. */
  reason,
  /** The moment that it is about, since the start of the session, at which the replay shows it; absent for none. */
  at: v.optional(SessionMilliseconds),
};
const listed = {
  ...rulingGiven,
  /** The id of the ruling. */
  id: Uuid,
  /** The name of the author at that time; null without one. */
  authorName: v.nullable(v.string()),
  /** When it was made. */
  madeAt: Instant,
  /** When it was withdrawn; null while it has effect. */
  withdrawnAt: v.nullable(Instant),
  /** draft: prepared and without effect, seen by those alone who may rule; absent: in force, unless it is withdrawn. */
  state: v.optional(RulingState),
};

/** Time added to the race time of a car. */
export const TimeRuling = v.object({ ...listed, ...rulingKinds.time });

/** A car is moved by places. */
export const PlacesRuling = v.object({ ...listed, ...rulingKinds.places });

/** A driver gets or loses points of the championship. */
export const PointsRuling = v.object({ ...listed, ...rulingKinds.points });

/** A car is disqualified. */
export const Disqualification = v.object({ ...listed, ...rulingKinds.disqualify });

/** A disqualification by the game is cancelled. */
export const Reinstatement = v.object({ ...listed, ...rulingKinds.reinstate });

/** A session does not count. */
export const SessionExclusion = v.object({ ...listed, ...rulingKinds.excludeSession });

/** A steward’s decision. Recorded results stay as they are; standings apply the rulings to them. */
export const Ruling = v.variant('kind', [
  TimeRuling,
  PlacesRuling,
  PointsRuling,
  Disqualification,
  Reinstatement,
  SessionExclusion,
]);

export type Ruling = v.InferOutput<typeof Ruling>;
