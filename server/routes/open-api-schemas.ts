import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import {
  Celsius,
  Delta,
  LapMetres,
  LapMilliseconds,
  Milliseconds,
  Percent,
  RaceMilliseconds,
  Seconds,
} from '#contract/values/recorded-values';
import { Instant, Uuid } from '#contract/values/values';
import type { ContractComments, FieldWords } from './contract-comments.ts';
import { named, numbersOf } from './named-schemas.ts';

export type Json = Record<string, unknown>;
type Schema = v.GenericSchema<unknown, unknown>;

/** Fields of schemas that have others in them. */
interface Parts {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly key?: string;
  readonly literal?: string;
  readonly options?: readonly Schema[];
}

const partsOf = (schema: Schema): Parts => schema as unknown as Parts;
const isOptional = (schema: Schema): boolean => ['optional', 'nullish'].includes(partsOf(schema).type);

/** Units of values, by the schemas that have them. */
const units = new Map<unknown, string>([
  [Milliseconds, 'ms'],
  [LapMilliseconds, 'ms'],
  [RaceMilliseconds, 'ms'],
  [Delta, 'ms'],
  [Seconds, 's'],
  [Celsius, '°C'],
  [Percent, '%'],
  [LapMetres, 'm'],
]);

const names = new Map<unknown, string>([...named].map(([name, schema]) => [schema, name]));

const referenceTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** JSON Schema has no word for checks of our own: they are left out. */
const common = { target: 'draft-2020-12', errorMode: 'ignore' } as const;

/** The number of visible characters, which JSON Schema has no word for, in words; `maxLength` is never less than it. */
function withCharacters({ characters, ...json }: Json): Json {
  if (typeof characters !== 'number') return json;
  const sentence = `At most ${characters} characters; an emoji is one.`;
  return { ...json, maxLength: characters * 16, description: joined(json['description'], sentence) };
}

function joined(...sentences: readonly unknown[]): string {
  return sentences.filter((sentence) => sentence !== undefined).join(' ');
}

/** The converter writes a format only for checks of its own. */
const formats = new Map<unknown, string>(
  [
    [Uuid, 'uuid'],
    [Instant, 'date-time'],
  ].map(([schema, format]) => [toJsonSchema(schema as v.GenericSchema, common).pattern, format as string]),
);

/** A value or null, in the shorter way where it has one type; its words belong to the whole. */
function simplifyNullable(json: Json): Json {
  const [inner, empty] = (json['anyOf'] as Json[] | undefined) ?? [];
  if (inner === undefined || empty?.['type'] !== 'null') return json;
  const { anyOf: _, ...outer } = json;
  const { description, type, ...rest } = inner;
  const words = description === undefined ? {} : { description };
  if (typeof type !== 'string' || rest['enum'] !== undefined)
    return { ...outer, ...words, anyOf: [{ ...(type === undefined ? {} : { type }), ...rest }, empty] };
  return { ...outer, ...words, type: [type, 'null'], ...rest };
}

/** Completes a converted schema and everything in it. */
function complete(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(complete);
  if (typeof value !== 'object' || value === null) return value;
  const {
    fallback: _,
    $schema: __,
    ...json
  } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, complete(inner)])) as Json;
  return simplifyNullable(withCharacters(withType(withFormat(json))));
}

function withFormat(json: Json): Json {
  const format = formats.get(json['pattern']);
  if (json['pattern'] === undefined || format === undefined) return json;
  const { pattern: _, ...rest } = json;
  return { ...rest, format };
}

function withType(json: Json): Json {
  return 'const' in json ? { type: typeof json['const'], ...json } : json;
}

/** Describes the fields of an object, each with its unit. */
function describeFields(json: Json, schema: Schema, fields: FieldWords): Json {
  const entries = partsOf(schema).entries ?? {};
  const properties = Object.entries(json['properties'] as Record<string, Json>).map(([name, property]) => {
    const unit = unitOf(entries[name] as Schema);
    const description = joined(fields.get(name), unit && `In ${unit}.`, property['description']);
    return [name, { ...property, description, ...(unit && { 'x-unit': unit }) }];
  });
  return { ...json, properties: Object.fromEntries(properties) };
}

function unitOf(schema: Schema): string | undefined {
  const { wrapped } = partsOf(schema);
  return units.get(schema) ?? (wrapped && unitOf(wrapped));
}

/** A choice names the field that tells its options apart, and the option of each of its values. */
function describeChoice(json: Json, schema: Schema): Json {
  const { key = '', options = [] } = partsOf(schema);
  const mapping = options.map((option) => [
    partsOf(partsOf(option).entries?.[key] as Schema).literal,
    schemaOf(option)['$ref'],
  ]);
  return { ...json, discriminator: { propertyName: key, mapping: Object.fromEntries(mapping) } };
}

function describeNumbers({ enum: listed }: Json, numbers: Readonly<Record<string, number>>): Json {
  return { type: 'integer', enum: listed, 'x-enum-varnames': Object.keys(numbers) };
}

/** The named schemas of the document, with the comments of the contract. */
export function namedSchemas(comments: ContractComments): Record<string, Json> {
  const converted = toJsonSchemaDefs(Object.fromEntries(named) as Record<string, v.GenericSchema>, {
    ...common,
    typeMode: 'input',
    overrideRef: ({ referenceId }) => String(referenceTo(referenceId)['$ref']),
  });
  return Object.fromEntries(
    [...named].map(([name, schema]) => {
      const plain = complete(converted[name]) as Json;
      const numbers = numbersOf(name);
      const words = comments.wordsOf(name);
      if (numbers !== undefined) {
        const list = Object.entries(numbers).map(([key, number]) => `${number} ${key}`);
        return [name, { ...describeNumbers(plain, numbers), description: joined(words, `${list.join(', ')}.`) }];
      }
      const described =
        plain['properties'] !== undefined
          ? describeFields(plain, schema, comments.fieldsOf(name))
          : plain['oneOf'] !== undefined
            ? describeChoice(plain, schema)
            : plain;
      return [name, { ...described, description: words }];
    }),
  );
}

/** The schema of a body or an answer: a named one, or a list of them. @throws Error for one without a name. */
export function schemaOf(schema: Schema): Json {
  const name = names.get(schema);
  if (name !== undefined) return referenceTo(name);
  const { type, item } = partsOf(schema);
  if (type === 'array' && item !== undefined) return { type: 'array', items: schemaOf(item) };
  throw new Error(`the contract exports no schema with ${Object.keys(partsOf(schema).entries ?? {}).join(', ')}`);
}

const enumerationNames = new Map(
  [...named].flatMap(([name, schema]) => {
    const { type, options } = partsOf(schema);
    return type === 'picklist' ? [[JSON.stringify(options), name] as const] : [];
  }),
);

/** A value of an enumeration refers to it, beside what else is said of the value. */
function withEnumeration({ enum: values, ...json }: Json): Json {
  const name = enumerationNames.get(JSON.stringify(values));
  if (name !== undefined) {
    const { type: _, ...rest } = json;
    return { ...referenceTo(name), ...rest };
  }
  const { items, anyOf } = json;
  return {
    ...json,
    ...(values !== undefined && { enum: values }),
    ...(items !== undefined && { items: withEnumeration(items as Json) }),
    ...(anyOf !== undefined && { anyOf: (anyOf as Json[]).map(withEnumeration) }),
  };
}

/** The schema of a value in an address or a query: what it means, and not the text that it is sent as. */
export function parameterSchema(schema: Schema): Json {
  const converted = toJsonSchema(schema as v.GenericSchema, { ...common, typeMode: 'output' });
  const json = withEnumeration(complete(converted) as Json);
  if (json['type'] !== 'integer' || json['default'] === undefined) return json;
  return { ...json, default: Number(json['default']) };
}

/** The parameters of a query: their names and schemas, and whether they must be there. */
export function queryEntries(query: Schema): [name: string, schema: Json, isRequired: boolean][] {
  return Object.entries(partsOf(query).entries ?? {}).map(([name, schema]) => [
    name,
    parameterSchema(schema),
    !isOptional(schema),
  ]);
}
