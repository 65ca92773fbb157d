import type * as v from 'valibot';

export type Schema = v.GenericSchema<unknown, unknown>;

/** How the tree of a schema looks: an object, a list of a bounded length, or a single value. */
export type Shape = ObjectShape | ListShape | ValueShape;
export interface ObjectShape {
  readonly kind: 'object';
  readonly entries: ReadonlyMap<string, Entry>;
}
export interface ListShape {
  readonly kind: 'list';
  readonly item: Shape;
  readonly length: number;
}
export interface ValueShape {
  readonly kind: 'value';
  readonly schema: Schema;
}
export interface Entry {
  readonly shape: Shape;
  readonly isRequired: boolean;
  /** What a session has where its tree has nothing: null, or nothing too. */
  readonly isNullable: boolean;
}

/** The fields of a valibot schema that are read here. */
export interface SchemaParts {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly entries?: Record<string, Schema>;
  readonly item?: Schema;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}

const optionalTypes: ReadonlySet<string> = new Set(['nullable', 'nullish', 'optional']);

/** The shape of the tree that stands for the values of a schema. */
export function shapeOf(schema: Schema): Shape {
  const { type, wrapped, entries, item, pipe = [] } = schema as SchemaParts;
  if (optionalTypes.has(type) && wrapped !== undefined) return shapeOf(wrapped);
  if (type === 'array' && item !== undefined) {
    const bound = pipe.find((action) => action.type === 'max_length')?.requirement;
    return { kind: 'list', item: shapeOf(item), length: Number(bound) };
  }
  if (type !== 'object' || entries === undefined) return { kind: 'value', schema };
  // Drivers are the only list with keys of their own.
  const keyed = Object.entries(entries).filter(([key]) => key !== 'carIndex');
  return { kind: 'object', entries: new Map(keyed.map(([key, entry]) => [key, entryOf(entry)])) };
}

function entryOf(schema: Schema): Entry {
  const shape = shapeOf(schema);
  const { type } = schema as SchemaParts;
  return {
    shape,
    isRequired: shape.kind !== 'list' && !optionalTypes.has(type),
    isNullable: shape.kind !== 'list' && type !== 'optional',
  };
}

/** The number of an entry of a list as a key. */
export const indexPattern = /^(0|[1-9]\d{0,4})$/;
