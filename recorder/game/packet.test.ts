import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { events, laterEvents } from './events.ts';
import { type Field, type Format, formats, type Layout } from './layout.ts';
import { encodePacket, identify, isRejected, type Packet, readPacket } from './packet.ts';
import { packets } from './packets.ts';
import { Header } from './structs.ts';

/** The sizes of the packets as the publisher's documents give them, in bytes with the header, by id. */
const sizes: Readonly<Record<Format, readonly number[]>> = {
  2023: [1349, 644, 1131, 45, 1306, 1107, 1352, 1239, 1020, 1218, 953, 1460, 231, 217],
  2024: [1349, 753, 1285, 45, 1350, 1133, 1352, 1239, 1020, 1306, 953, 1460, 231, 237, 101],
  2025: [1349, 753, 1285, 45, 1284, 1133, 1352, 1239, 1042, 954, 1041, 1460, 231, 273, 101, 1131],
  2026: [1325, 926, 1399, 45, 1470, 1233, 1448, 1445, 1134, 1062, 1133, 1460, 231, 273, 104, 1231, 269],
};

const float32 = fc.float({ noNaN: true });
const numbers = {
  u8: fc.integer({ min: 0, max: 0xff }),
  i8: fc.integer({ min: -0x80, max: 0x7f }),
  u16: fc.integer({ min: 0, max: 0xffff }),
  i16: fc.integer({ min: -0x8000, max: 0x7fff }),
  u32: fc.integer({ min: 0, max: 0xffffffff }),
  f32: float32,
  f64: fc.double({ noNaN: true }),
  u64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
};

/** Values of a layout in a format. */
function valuesOf(layout: Layout, format: Format): fc.Arbitrary<unknown> {
  if (typeof layout === 'string') return numbers[layout];
  if ('bytes' in layout) return textsOf(layout.bytes);
  if ('versions' in layout) return valuesOf(since(layout.versions, format) as Layout, format);
  if ('item' in layout) {
    const length = typeof layout.length === 'number' ? layout.length : Number(since(layout.length, format));
    // A few different items: a list of a hundred laps would take most of the time.
    const items = fc.array(valuesOf(layout.item, format), { minLength: 1, maxLength: 3 });
    return items.map((some) => Array.from({ length }, (_, index) => some[index % some.length]));
  }
  return fc.record(
    Object.fromEntries(
      layout.fields
        .filter(([, , first = 2023]: Field) => first <= format)
        .map(([name, inner]) => [name, valuesOf(inner, format)]),
    ),
  );
}

function since(versions: Readonly<Record<number, unknown>>, format: Format): unknown {
  return formats.filter((each) => each <= format).reduce((found, each) => versions[each] ?? found, versions[2023]);
}

function textsOf(bytes: number): fc.Arbitrary<string> {
  const isReadable = (text: string) => !text.includes('\0') && !text.endsWith('\ufffd');
  return fc
    .string({ unit: 'grapheme', maxLength: bytes })
    .filter((text) => isReadable(text) && Buffer.byteLength(text) <= bytes);
}

const headersOf = (format: Format) =>
  valuesOf(Header, format).map((header) => ({ ...Object(header), packetFormat: format }));

const bodies = formats.flatMap((format) =>
  Object.entries(packets)
    .filter(([, { since: first }]) => first <= format)
    .map(([name, { id, body }]) => ({ format, name, id, body })),
);

const codes = formats.flatMap((format) =>
  Object.entries(events)
    .filter(([code]) => (laterEvents[code as keyof typeof laterEvents] ?? 2023) <= format)
    .map(([code, details]) => ({ format, code, details })),
);

/** Encodes a packet, and reads the datagram as a socket would give it: a part of a larger buffer. */
function exchange(packet: Packet): Packet {
  const datagram = encodePacket(packet);
  const buffer = Buffer.alloc(datagram.length + 13, 0xee);
  buffer.set(datagram, 7);
  const received = buffer.subarray(7, 7 + datagram.length);
  const identified = identify(received);
  if (isRejected(identified)) throw new Error(identified.message);
  return readPacket(received, identified);
}

describe('a packet that was encoded', () => {
  test.each(bodies)('is read as it was: $format $name', ({ format, name, id, body }) => {
    const arbitrary = fc.record({ header: headersOf(format), body: valuesOf(body, format) });
    fc.assert(
      fc.property(arbitrary, ({ header, body: value }) => {
        const packet = { name, header: { ...header, packetId: id }, body: value } as Packet;
        expect(exchange(packet)).toEqual(packet);
      }),
      { numRuns: 15 },
    );
  });

  test.each(codes)('is read as it was: event $code of $format', ({ format, code, details }) => {
    const arbitrary = fc.record({ header: headersOf(format), value: valuesOf(details, format) });
    fc.assert(
      fc.property(arbitrary, ({ header, value }) => {
        const body = { code, details: value };
        const packet = { name: 'event', header: { ...header, packetId: 3 }, body } as Packet;
        expect(exchange(packet)).toEqual(packet);
      }),
      { numRuns: 15 },
    );
  });

  test.each(formats)('has the size of the documents: format %i', (format) => {
    const header = { ...Object(fc.sample(headersOf(format), 1)[0]) };
    const made = bodies
      .filter((packet) => packet.format === format)
      .map(({ name, id, body }) => {
        const [value] = fc.sample(valuesOf(body, format), 1);
        return [id, encodePacket({ name, header, body: value } as Packet).length] as const;
      });
    const expected = sizes[format].map((size, id) => [id, size]).filter(([id]) => id !== 3);
    expect(made.toSorted(([one], [other]) => one - other)).toEqual(expected);
  });
});

/** A datagram of a format and an id, all other bytes 0. */
function datagramOf(format: number, id: number, length: number): Uint8Array {
  const datagram = Buffer.alloc(length);
  if (length >= 2) datagram.writeUInt16LE(format, 0);
  if (length >= 7) datagram[6] = id;
  return datagram;
}

describe('a datagram is rejected', () => {
  test.each([
    ['older format', datagramOf(2022, 2, 1131), 'format', 'set "UDP Format" to 2023 or later'],
    ['newer format', datagramOf(2027, 2, 1399), 'format', 'set "UDP Format" to 2026'],
    ['no packet of the game', Buffer.from('M-SEARCH * HTTP/1.1'), 'foreign', 'another program'],
    ['no bytes', new Uint8Array(0), 'foreign', 'another program'],
    ['one byte', new Uint8Array(1), 'foreign', 'another program'],
    ['cut within the header', datagramOf(2025, 2, 28), 'size', 'cut off'],
    ['one byte missing', datagramOf(2025, 2, 1284), 'size', '1284 bytes instead of 1285'],
    ['one byte more', datagramOf(2025, 2, 1286), 'size', '1286 bytes instead of 1285'],
    ['size of another format', datagramOf(2023, 2, 1285), 'size', 'another "UDP Format"'],
    ['event without details', datagramOf(2024, 3, 33), 'size', '33 bytes instead of 45'],
    ['packet that a later format brought', datagramOf(2023, 14, 101), 'packet', 'no packet 14'],
    ['unknown packet', datagramOf(2026, 17, 100), 'packet', 'no packet 17'],
  ] as const)('with the reason: %s', (_, datagram, kind, text) => {
    expect(identify(datagram)).toEqual({ kind, message: expect.stringContaining(text) });
  });

  test('and never anything else than rejected or read: random bytes', () => {
    const random = fc.uint8Array({ maxLength: 2_000 });
    fc.assert(
      fc.property(random, fc.constantFrom(0, ...formats), fc.nat(20), (bytes, format, id) => {
        const datagram = Buffer.from(bytes);
        if (format !== 0 && datagram.length >= 7) datagram.writeUInt16LE(format, 0);
        if (format !== 0 && datagram.length >= 7) datagram[6] = id;
        const result = identify(datagram);
        expect(isRejected(result) ? result.message.length : readPacket(datagram, result).name.length).toBeGreaterThan(
          0,
        );
      }),
    );
  });

  test('only for its size: random bytes of a right size are read', () => {
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.nat(16), fc.integer(), (format, choice, seed) => {
        const id = choice % sizes[format].length;
        const datagram = Buffer.alloc(sizes[format][id] ?? 0, seed & 0xff);
        datagram.writeUInt16LE(format, 0);
        datagram[6] = id;
        const identified = identify(datagram);
        expect(identified).toMatchObject({ header: { packetFormat: format, packetId: id } });
        if (!isRejected(identified)) expect(readPacket(datagram, identified).name).toBe(identified.name);
      }),
    );
  });
});

test('an event with a code that is not known is read as unknown', () => {
  const datagram = datagramOf(2025, 3, 45);
  datagram.set(Buffer.from('ZZZZ'), 29);
  const identified = identify(datagram);
  if (isRejected(identified)) throw new Error(identified.message);
  expect(readPacket(datagram, identified)).toMatchObject({ body: { code: 'unknown', details: { sent: 'ZZZZ' } } });
});

test('a name that the game cut within a character loses the broken rest', () => {
  const lengths = Buffer.from(`${'a'.repeat(31)}é`).subarray(0, 32);
  const datagram = datagramOf(2025, 4, 1284);
  datagram.set(lengths, 29 + 1 + 7);
  const identified = identify(datagram);
  if (isRejected(identified)) throw new Error(identified.message);
  const packet = readPacket(datagram, identified);
  expect(packet.name === 'participants' ? packet.body.participants[0]?.name : null).toBe('a'.repeat(31));
});
