import type * as v from 'valibot';

/** A schema with a name in the OpenAPI document, and the words for it. */
export interface Component {
  readonly schema: v.GenericSchema<unknown, unknown>;
  readonly description: string;
  /** One line for each field of an object. A unit that the schema of the field has is added to it. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Describes an object: a field without words is a type error. */
export function describeObject<const Entries extends v.ObjectEntries>(
  schema: v.GenericSchema<unknown, unknown> & { readonly entries: Entries },
  description: string,
  fields: { readonly [Name in keyof Entries]: string },
): Component {
  return { schema, description, fields: fields as Readonly<Record<string, string>> };
}

/** Describes a schema without fields of its own: a choice of objects, a text, a list. */
export function describeValue(schema: v.GenericSchema<unknown, unknown>, description: string): Component {
  return { schema, description, fields: {} };
}
