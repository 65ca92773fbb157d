import * as v from 'valibot';
import fc, { webUrls } from '#tests/fast-check';

type Schema = v.GenericSchema<unknown, unknown>;

/** The fields of a valibot schema that are read below. */
interface Node {
  readonly type: string;
  readonly entries?: Record<string, Schema>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly value?: Schema;
  readonly items?: readonly Schema[];
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly pipe?: readonly Step[];
}

interface Step {
  readonly kind: 'schema' | 'validation' | 'transformation' | 'metadata';
  readonly type: string;
  readonly requirement?: unknown;
}

/** Every valibot schema has these fields at run time; its public types lack some of them. */
function nodeOf(schema: unknown): Node {
  return schema as Node;
}

function boundOf(steps: readonly Step[], type: string): number | undefined {
  const requirement = steps.find((step) => step.type === type)?.requirement;
  return typeof requirement === 'number' ? requirement : undefined;
}

const uuids = fc.uuid({ version: [4, 7] });

const plainTexts = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom('Grüne Hölle 24', 'عربة السباق', '🏁🏎️👨‍👩‍👧‍👦', "Robert'); DROP TABLE", '<b>x</b>', '__proto__'),
);

/** The kinds of text in the contract, each with an example. A kind is generated for every schema that accepts its example. */
const kindsOfText: readonly [example: string, values: fc.Arbitrary<string>][] = [
  ['plain words', plainTexts],
  [
    'https://discord.gg/abc',
    fc.oneof(
      webUrls,
      fc.constantFrom('https://discord.gg/abc', 'https://discord.com/invite/abc', 'http://example.org:8080/a?b=c#d'),
    ),
  ],
  [
    `https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(68)}`,
    fc
      .tuple(fc.bigInt({ min: 10n ** 17n, max: 2n ** 63n }), fc.stringMatching(/^[\w-]{68}$/))
      .map(([id, token]) => `https://discord.com/api/webhooks/${id}/${token}`),
  ],
  ['00000000-0000-4000-8000-000000000000', uuids],
  [
    '2026-01-31T20:00:00.000Z',
    fc.integer({ min: 0, max: 253_370_764_799_999 }).map((time) => new Date(time).toISOString()),
  ],
  [
    '00000000-0000-4000-8000-000000000000.7',
    fc.tuple(uuids, fc.integer({ min: 0, max: 4_294_967_295 })).map(([id, link]) => `${id}.${link}`),
  ],
  [
    '2026-01-31T20:00:00.000Z_00000000-0000-4000-8000-000000000000',
    fc
      .tuple(fc.integer({ min: 0, max: 253_370_764_799_999 }), uuids)
      .map(([time, id]) => `${new Date(time).toISOString()}_${id}`),
  ],
  ['12345678901234567890', fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)],
  ['7', fc.integer({ min: -1, max: 32 }).map(String)],
  ['42.7', fc.tuple(fc.nat(), fc.nat()).map(([epoch, seq]) => `${epoch}.${seq}`)],
  ['events', fc.stringMatching(/^[a-z]{1,40}$/)],
  [
    '22:00',
    fc
      .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
  ],
  ['Europe/Berlin', fc.constantFrom('Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires')],
  ...[16, 65].map((length): (typeof kindsOfText)[number] => [
    Buffer.alloc(length).toString('base64url'),
    fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  ]),
  ['QUJD', fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('base64'))],
];

function textOf(schema: Schema): fc.Arbitrary<string> {
  const kinds = kindsOfText.filter(([example]) => v.is(schema, example)).map(([, values]) => values);
  if (kinds.length === 0) throw new Error('this schema accepts no known kind of text');
  return fc.oneof(...kinds).filter((value) => v.is(schema, value));
}

function numberOf(steps: readonly Step[]): fc.Arbitrary<number> {
  const min = boundOf(steps, 'min_value') ?? -1_000_000;
  const max = boundOf(steps, 'max_value') ?? 1_000_000;
  if (steps.some((step) => step.type === 'integer')) {
    return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
  }
  // JSON has no negative zero.
  return fc.double({ min, max, noNaN: true }).map((value) => (value === 0 ? 0 : value));
}

/**
 * Values that a schema accepts, generated from the schema alone. Where a check goes beyond the shape (existing dates, unique
 * car indices), values that fail it are generated again.
 */
export function inputsOf(schema: Schema): fc.Arbitrary<unknown> {
  const node = nodeOf(schema);
  const steps = (node.pipe ?? []).slice(1);
  switch (node.type) {
    case 'string':
      return textOf(schema);
    case 'number':
      return numberOf(steps);
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      // JSON has no -0.
      return fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
    case 'literal':
      return fc.constant(node.literal);
    case 'picklist':
      return fc.constantFrom(...(node.options ?? []));
    case 'nullable':
      return fc.option(inner(node.wrapped));
    case 'optional':
      return fc.option(inner(node.wrapped), { nil: undefined });
    case 'nullish':
      return fc.oneof({ weight: 4, arbitrary: inner(node.wrapped) }, fc.constantFrom(null, undefined));
    case 'array':
      return fc
        .array(inner(node.item), {
          minLength: boundOf(steps, 'min_length') ?? 0,
          maxLength: Math.min(boundOf(steps, 'max_length') ?? 4, 4),
        })
        .filter((list) => steps.length === 0 || v.is(schema, list));
    case 'record':
      // Valibot leaves out names that every object has.
      return fc.dictionary(
        fc.string().filter((name) => !(name in {})),
        inner(node.value),
      );
    case 'union':
    case 'variant':
      return fc.oneof(...(node.options ?? []).map((option) => inner(option)));
    case 'object':
    case 'strict_object':
      return recordOf(node.entries ?? {}).filter((value) => steps.length === 0 || v.is(schema, value));
    case 'tuple':
      return fc.tuple(...(node.items ?? []).map((item) => inputsOf(item)));
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`no generator for a schema of type ${node.type}`);
  }
}

function inner(schema: unknown): fc.Arbitrary<unknown> {
  return inputsOf(schema as Schema);
}

function recordOf(entries: Record<string, Schema>): fc.Arbitrary<unknown> {
  return fc
    .record(Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, inputsOf(schema)])))
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));
}
