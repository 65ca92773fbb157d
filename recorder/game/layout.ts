/**
 * How packets of the game are described, and how a description becomes a reader and a writer. Packets are packed without
 * padding, little endian. One description holds for all packet formats: a field names the format that brought it, and a
 * type that changed says what it is since which format.
 */

/** The packet formats that the tables describe, as the game's menu names them under "UDP Format". */
export const formats = [2023, 2024, 2025, 2026] as const;
export type Format = (typeof formats)[number];

type Numeric = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'f32' | 'f64';

/** A value that differs between formats: each entry holds from its format on. */
type SinceFormat<Value> = { readonly 2023: Value } & { readonly [Later in Exclude<Format, 2023>]?: Value };

export interface Text {
  /** Length in bytes; shorter texts end with a NUL. */
  readonly bytes: number;
}
interface List {
  readonly item: Layout;
  readonly length: number | SinceFormat<number>;
}
interface Struct {
  readonly fields: readonly Field[];
}
interface Versions {
  readonly versions: SinceFormat<Layout>;
}

/** A number, a text, a list, a struct, or a type that changed with a format. `u64` is read as a bigint. */
export type Layout = Numeric | 'u64' | Text | List | Struct | Versions;
/** A name, a type, and the first format that has it; all have it without one. */
export type Field = readonly [name: string, layout: Layout] | readonly [name: string, layout: Layout, since: Format];

type Always<Fields> = Extract<Fields, readonly [string, unknown]>;
type Sometimes<Fields> = Extract<Fields, readonly [string, unknown, Format]>;
type RecordOf<Fields extends Field> = {
  readonly [Entry in Always<Fields> as Entry[0]]: ValueOf<Entry[1]>;
} & { readonly [Entry in Sometimes<Fields> as Entry[0]]?: ValueOf<Entry[1]> };

/** The value read with a layout. */
export type ValueOf<Kind> = Kind extends 'u64'
  ? bigint
  : Kind extends Numeric
    ? number
    : Kind extends Text
      ? string
      : Kind extends { readonly item: infer Item }
        ? readonly ValueOf<Item>[]
        : Kind extends { readonly fields: readonly (infer Entry extends Field)[] }
          ? RecordOf<Entry>
          : Kind extends { readonly versions: infer Each }
            ? ValueOf<Each[keyof Each]>
            : never;

export function struct<const Fields extends readonly Field[]>(fields: Fields): { readonly fields: Fields } {
  return { fields };
}

export function list<const Item extends Layout>(
  item: Item,
  length: number | SinceFormat<number>,
): { readonly item: Item; readonly length: number | SinceFormat<number> } {
  return { item, length };
}

/** A text in UTF-8. */
export function text(bytes: number): Text {
  return { bytes };
}

/** A type that changed: each entry holds from its format on. */
export function changing<const Each extends SinceFormat<Layout>>(versions: Each): { readonly versions: Each } {
  return { versions };
}

/** Reads and writes the values of a layout in one format. */
export interface Codec {
  /** In bytes. */
  readonly size: number;
  readonly read: (view: DataView, offset: number) => unknown;
  readonly write: (view: DataView, offset: number, value: unknown) => void;
}

const numbers: Readonly<Record<Numeric, Codec>> = {
  u8: numeric(1, (view, offset) => view.getUint8(offset), 'setUint8'),
  i8: numeric(1, (view, offset) => view.getInt8(offset), 'setInt8'),
  u16: numeric(2, (view, offset) => view.getUint16(offset, true), 'setUint16'),
  i16: numeric(2, (view, offset) => view.getInt16(offset, true), 'setInt16'),
  u32: numeric(4, (view, offset) => view.getUint32(offset, true), 'setUint32'),
  f32: numeric(4, (view, offset) => view.getFloat32(offset, true), 'setFloat32'),
  f64: numeric(8, (view, offset) => view.getFloat64(offset, true), 'setFloat64'),
};

type Setter = 'setUint8' | 'setInt8' | 'setUint16' | 'setInt16' | 'setUint32' | 'setFloat32' | 'setFloat64';

function numeric(size: number, read: (view: DataView, offset: number) => number, setter: Setter): Codec {
  return { size, read, write: (view, offset, value) => view[setter](offset, Number(value), true) };
}

const bigint: Codec = {
  size: 8,
  read: (view, offset) => view.getBigUint64(offset, true),
  write: (view, offset, value) => view.setBigUint64(offset, value as bigint, true),
};

/** Makes the codec of a layout in a format. */
export function compile(layout: Layout, format: Format): Codec {
  if (layout === 'u64') return bigint;
  if (typeof layout === 'string') return numbers[layout];
  if ('bytes' in layout) return compileText(layout.bytes);
  if ('versions' in layout) return compile(valueIn(layout.versions, format), format);
  if ('item' in layout) return compileList(layout, format);
  return compileStruct(layout, format);
}

/** The entry that holds in a format: that of the format itself or of the last one before. */
function valueIn<Value>(versions: SinceFormat<Value>, format: Format): Value {
  const since = formats.filter((each) => each <= format && versions[each] !== undefined).at(-1) ?? 2023;
  return versions[since] ?? versions[2023];
}

function compileStruct({ fields }: Struct, format: Format): Codec {
  let size = 0;
  const parts: { name: string; codec: Codec; offset: number }[] = [];
  for (const [name, layout, since] of fields) {
    if (since !== undefined && since > format) continue;
    const codec = compile(layout, format);
    parts.push({ name, codec, offset: size });
    size += codec.size;
  }
  return {
    size,
    read(view, start) {
      const record: Record<string, unknown> = {};
      for (const { name, codec, offset } of parts) record[name] = codec.read(view, start + offset);
      return record;
    },
    write(view, start, value) {
      const record = value as Record<string, unknown>;
      for (const { name, codec, offset } of parts) codec.write(view, start + offset, record[name]);
    },
  };
}

function compileList(list: List, format: Format): Codec {
  const item = compile(list.item, format);
  const length = typeof list.length === 'number' ? list.length : valueIn(list.length, format);
  return {
    size: item.size * length,
    read(view, start) {
      const items = new Array<unknown>(length);
      for (let index = 0; index < length; index += 1) items[index] = item.read(view, start + index * item.size);
      return items;
    },
    write(view, start, value) {
      const items = value as readonly unknown[];
      for (let index = 0; index < length; index += 1) item.write(view, start + index * item.size, items[index]);
    },
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function compileText(size: number): Codec {
  return {
    size,
    read(view, start) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset + start, size);
      const end = bytes.indexOf(0);
      // The game cuts long names by bytes, which can leave half a character at the end.
      return decoder.decode(end === -1 ? bytes : bytes.subarray(0, end)).replace(/\ufffd+$/, '');
    },
    write(view, start, value) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset + start, size);
      const { written } = encoder.encodeInto(String(value), bytes);
      bytes.fill(0, written);
    },
  };
}
