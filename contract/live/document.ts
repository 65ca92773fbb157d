import * as v from 'valibot';
import { RaceControlEntries } from '../entities/race-control.ts';
import { Driver, Session } from '../entities/session.ts';
import { DriverStatus, PitStatus, TrackFlag } from '../entities/track-flag.ts';
import { oneOf } from '../enumerations.ts';
import { fieldsOf } from '../json/fields-of.ts';
import type { Patch, Tree } from './merge-patch.ts';
import { indexPattern, type ObjectShape, type Schema, type Shape, shapeOf } from './shape.ts';

/**
 * The live document: a session as a tree without lists, so that merge patches change single values. Drivers are keyed by
 * car index, the entries of other lists by their number; null and empty lists are absent.
 */

const {
  id,
  sessionId,
  userId,
  userName,
  weekendId,
  podium,
  isPrivate,
  hasKey,
  events,
  completeness,
  resultSource,
  raceControl,
  classification,
  ...recorded
} = Session.entries;

export const TrackFlagNumber = oneOf(TrackFlag);
export const PitStatusNumber = oneOf(PitStatus);
export const DriverStatusNumber = oneOf(DriverStatus);

const RecordedDetail = v.object(recorded);
type RecordedDetail = v.InferOutput<typeof RecordedDetail>;

/**
 * A driver of a running session. Without `pitStatus` a car counts as in the pits for as long as its last stop has no time.
 * Outside of races `driverStatus` tells a timed lap from others, and `isLapInvalid` that the current one does not count.
 */
const LiveDriverEntry = v.object({
  ...Driver.entries,
  pitStatus: v.nullish(PitStatusNumber),
  driverStatus: v.nullish(DriverStatusNumber),
  isLapInvalid: v.nullish(v.boolean()),
});

/**
 * A running session: a session without what its recorder says of it at the end and the fields that the server sets, and optional
 * fields that are not stored with the session: the flag of the whole track, the flags of its sectors in order, and whether the
 * safety car, real or virtual, is about to end.
 */
const LiveDetail = v.object({
  ...recorded,
  drivers: v.pipe(v.array(LiveDriverEntry), v.maxLength(64)),
  trackFlag: v.nullish(TrackFlagNumber),
  sectorFlags: v.optional(v.pipe(v.array(TrackFlagNumber), v.maxLength(3))),
  isSafetyCarEnding: v.nullish(v.boolean()),
});
export type LiveDetail = v.InferOutput<typeof LiveDetail>;

/** A running session as viewers get it: with what the server has noted. */
const ShownDetail = v.object({ ...LiveDetail.entries, raceControl: v.optional(RaceControlEntries) });
type ShownDetail = v.InferOutput<typeof ShownDetail>;

type Branch<Value> = Value extends readonly (infer Item)[]
  ? { readonly [index: string]: Branch<Item> }
  : Value extends object
    ? { readonly [Key in RequiredKeys<Value>]: Branch<Value[Key]> } & {
        readonly [Key in Exclude<keyof Value, RequiredKeys<Value>>]?: Branch<NonNullable<Value[Key]>>;
      }
    : Value;
type RequiredKeys<Value> = {
  [Key in keyof Value]-?: null extends Value[Key]
    ? never
    : undefined extends Value[Key]
      ? never
      : Value[Key] extends readonly unknown[]
        ? never
        : Key;
}[keyof Value];

/** A driver in the live document. */
export type LiveDriver = Branch<Omit<v.InferOutput<typeof LiveDriverEntry>, 'carIndex'>>;
export type LiveDocument = Branch<Omit<ShownDetail, 'drivers'>> & {
  readonly drivers?: { readonly [carIndex: string]: LiveDriver };
};

/** The shape of what a recorder sends. */
export const sentShape = shapeOf(LiveDetail) as ObjectShape;
/** The shape of what viewers get. */
export const documentShape = shapeOf(ShownDetail) as ObjectShape;
const recordedShape = shapeOf(RecordedDetail);

/** Schema of a whole tree, or of a merge patch of one. */
function schemaOf(shape: Shape, isPatch: boolean): Schema {
  if (shape.kind === 'value') return shape.schema;
  if (shape.kind === 'list') {
    const item = schemaOf(shape.item, isPatch);
    return v.record(indexBelow(shape.length), isPatch ? v.nullable(item) : item);
  }
  const entries = [...shape.entries].map(([key, { shape: inner, isRequired }]) => {
    const schema = schemaOf(inner, isPatch);
    return [key, isPatch ? v.nullish(schema) : isRequired ? schema : v.optional(schema)];
  });
  return v.strictObject(Object.fromEntries(entries));
}

function indexBelow(length: number) {
  return v.pipe(
    v.string(),
    v.regex(indexPattern, 'must be a number'),
    v.check((index) => Number(index) < length, 'is beyond the end of the list'),
  );
}

export const LiveDocument = schemaOf(documentShape, false) as v.GenericSchema<LiveDocument>;
/** A merge patch of a live document. Its result may lack required values. */
export const LivePatch = schemaOf(documentShape, true) as v.GenericSchema<Patch>;

/** A document as the tree that it is. */
export function treeOf(document: LiveDocument): Tree {
  // Its types are those of a tree; an optional field is absent and never undefined.
  return document as unknown as Tree;
}

/** The session of a live document, with drivers by car index. Fields of running sessions alone are left out. */
export function toDetail(document: LiveDocument): RecordedDetail {
  const detail = fieldsOf(fromBranch(recordedShape, document));
  const indexes = Object.keys(document.drivers ?? {}).sort((one, other) => Number(one) - Number(other));
  const drivers = (detail['drivers'] as object[]).map((driver, place) => ({
    carIndex: Number(indexes[place]),
    ...driver,
  }));
  // The schema of the document follows that of a session, field by field.
  return { ...detail, drivers } as RecordedDetail;
}

function fromBranch(shape: Shape, tree: unknown): unknown {
  if (shape.kind === 'value') return tree;
  const branch = fieldsOf(tree);
  if (shape.kind === 'list') {
    const indexes = Object.keys(branch).sort((one, other) => Number(one) - Number(other));
    return indexes.map((index) => fromBranch(shape.item, branch[index]));
  }
  const entries = [...shape.entries].flatMap(([key, { shape: inner, isNullable }]) => {
    const child = branch[key];
    if (child !== undefined || inner.kind === 'list') return [[key, fromBranch(inner, child)]];
    return isNullable ? [[key, null]] : [];
  });
  return Object.fromEntries(entries);
}
