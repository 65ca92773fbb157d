import * as v from 'valibot';
import { CarIndex, Delta } from '../values/recorded-values.ts';
import { longestNote } from '../values/text-limits.ts';
import { text } from '../values/text-values.ts';
import { Instant, real, Uuid, whole } from '../values/values.ts';

/** Points on the driver's licence in this season; they do not change the result. */
const licence = { licencePoints: v.optional(whole(1, 99)) };

/** The effect of a ruling, by its kind. Milliseconds are added to the race time; places move a car back, negative ones forward. */
export const rulingKinds = {
  time: { kind: v.literal('time'), carIndex: CarIndex, milliseconds: Delta, ...licence },
  places: { kind: v.literal('places'), carIndex: CarIndex, places: whole(-63, 63), ...licence },
  /** Points of the championship; 0 is a reprimand. */
  points: { kind: v.literal('points'), carIndex: CarIndex, points: real(-1_000, 1_000), ...licence },
  disqualify: { kind: v.literal('disqualify'), carIndex: CarIndex, ...licence },
  reinstate: { kind: v.literal('reinstate'), carIndex: CarIndex, ...licence },
  excludeSession: { kind: v.literal('excludeSession') },
};

const reason = v.pipe(
  text(longestNote),
  v.check((value) => value.trim() !== '', 'must not be empty'),
);
export const rulingGiven = { sessionId: Uuid, reason };
const listed = {
  ...rulingGiven,
  id: Uuid,
  /** The name of the author at that time. */
  authorName: v.nullable(v.string()),
  madeAt: Instant,
  /** A withdrawn ruling stays in the ledger and has no effect. */
  withdrawnAt: v.nullable(Instant),
};

/** A steward's decision. Recorded results stay as they are; standings apply the rulings to them. */
export const Ruling = v.variant('kind', [
  v.object({ ...listed, ...rulingKinds.time }),
  v.object({ ...listed, ...rulingKinds.places }),
  v.object({ ...listed, ...rulingKinds.points }),
  v.object({ ...listed, ...rulingKinds.disqualify }),
  v.object({ ...listed, ...rulingKinds.reinstate }),
  v.object({ ...listed, ...rulingKinds.excludeSession }),
]);

export type Ruling = v.InferOutput<typeof Ruling>;
