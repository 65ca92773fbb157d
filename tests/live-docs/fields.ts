import type * as v from 'valibot';
import { Problem } from '#contract/api/problem';
import { RaceControlEntry, RaceControlFlag, RaceControlKind } from '#contract/entities/race-control';
import { InternalSessionId } from '#contract/entities/session';
import { DriverStatus, PitStatus, TrackFlag } from '#contract/entities/track-flag';
import * as enumerations from '#contract/enumerations';
import {
  DriverStatusNumber,
  documentShape,
  LiveDocument,
  LivePatch,
  PitStatusNumber,
  TrackFlagNumber,
} from '#contract/live/document';
import type { Schema, SchemaParts, Shape } from '#contract/live/shape';
import * as penalties from '#contract/penalties';
import { Instant, Uuid } from '#contract/values/values';

type Numbers = Readonly<Record<string, number>>;

/** Schemas with a name of their own in the document. */
const named = new Map<unknown, string>([
  [Uuid, 'UUID'],
  [Instant, 'instant'],
  [Problem, '[problem](#problems)'],
  [LiveDocument, '[document](#the-document)'],
  [LivePatch, '[merge patch](#the-document)'],
  [InternalSessionId, 'text: a whole number of 64 bits'],
]);

/** The enumerations by the schemas of their numbers. */
const enumerated = new Map<unknown, string>([
  [RaceControlEntry.entries.kind, 'RaceControlKind'],
  [RaceControlEntry.entries.flag.wrapped, 'RaceControlFlag'],
  ...Object.entries({ ...enumerations, ...penalties, DriverStatusNumber, PitStatusNumber, TrackFlagNumber }).flatMap(
    ([name, schema]) => (/^[A-Z]\w+Number$/.test(name) ? [[schema, name.replace(/Number$/, '')] as const] : []),
  ),
]);

/** The numbers of an enumeration by its name. */
export function numbersOf(name: string): Numbers {
  const all: Record<string, unknown> = {
    ...{ ...enumerations, ...penalties, DriverStatus, PitStatus, RaceControlKind, TrackFlag },
    RaceControlFlag,
  };
  return all[name] as Numbers;
}

const shown = (number: unknown) => Number(number).toLocaleString('en').replace('-', '−');

/** The values of a schema, in the words of the document. */
function wordsOf(schema: Schema): string {
  const name = named.get(schema);
  if (name !== undefined) return name;
  const enumeration = enumerated.get(schema);
  if (enumeration !== undefined) return `[${enumeration}](#${enumeration.toLowerCase()})`;
  const { type, wrapped, pipe = [] } = schema as SchemaParts;
  if (type === 'nullable' && wrapped !== undefined) return `${wordsOf(wrapped)} or null`;
  if (wrapped !== undefined) return wordsOf(wrapped);
  if (type === 'boolean') return 'true or false';
  const bound = (action: string) => pipe.find((step) => step.type === action)?.requirement;
  if (type === 'string') {
    const { characters } =
      (pipe.find((step) => step.type === 'metadata') as { metadata?: { characters?: number } } | undefined)?.metadata ??
      {};
    return `text, at most ${shown(characters ?? bound('max_length'))} characters`;
  }
  if (type === 'number') {
    const kind = pipe.some((step) => step.type === 'integer') ? 'whole' : 'number';
    return `${kind}, ${shown(bound('min_value'))} to ${shown(bound('max_value'))}`;
  }
  if (type === 'object' || type === 'strict_object' || type === 'custom') return 'object';
  throw new Error(`the document has no words for ${type}`);
}

/** The values of a field of the live document. */
function wordsOfShape(shape: Shape): string {
  if (shape.kind === 'value') return wordsOf(shape.schema);
  if (shape.kind === 'object') return 'object';
  return shape.item.kind === 'object'
    ? `at most ${shown(shape.length)} entries`
    : `at most ${shown(shape.length)}: ${wordsOfShape(shape.item)}`;
}

/** A field of a message or of the document: its name, its values, and whether it must be there. */
export type Field = readonly [name: string, value: string, presence: 'yes' | 'no'];

const optional: ReadonlySet<string> = new Set(['optional', 'nullish']);

/** The fields of a message, without its type. */
function fieldsOfMessage(entries: Readonly<Record<string, Schema>>): Field[] {
  return Object.entries(entries)
    .filter(([name]) => name !== 'type')
    .map(([name, schema]) => [name, wordsOf(schema), optional.has((schema as SchemaParts).type) ? 'no' : 'yes']);
}

/** The parts of the live document: each has the names of the fields that hold it, and its own fields. */
export function partsOfDocument(): ReadonlyMap<string, Field[]> {
  const parts = new Map<string, Field[]>();
  const visit = (name: string, shape: Shape): void => {
    if (shape.kind === 'list') visit(name, shape.item);
    if (shape.kind !== 'object') return;
    const entries = [...shape.entries];
    parts.set(
      name,
      entries.map(([key, { shape: inner, isRequired }]) => [key, wordsOfShape(inner), isRequired ? 'yes' : 'no']),
    );
    for (const [key, { shape: inner }] of entries) visit(key, inner);
  };
  visit('document', documentShape);
  return parts;
}

/** The messages of a schema by their type. */
export function messagesOf(schema: {
  readonly options: readonly {
    readonly entries: Readonly<Record<string, Schema>> & { readonly type: v.LiteralSchema<string, undefined> };
  }[];
}): ReadonlyMap<string, Field[]> {
  return new Map(schema.options.map(({ entries }) => [entries.type.literal, fieldsOfMessage(entries)]));
}
