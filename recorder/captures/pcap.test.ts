import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isPcap, NotACapture, readPcap } from './pcap.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitboard-pcap-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const content = [Buffer.from('first'), Buffer.from('second datagram')];

/** A UDP datagram in an IPv4 or IPv6 packet. */
function packetOf(data: Buffer, version: 4 | 6, protocol = 17): Buffer {
  const udp = Buffer.alloc(8);
  udp.writeUInt16BE(20_777, 2);
  udp.writeUInt16BE(8 + data.length, 4);
  const header = Buffer.alloc(version === 4 ? 20 : 40);
  header[0] = version === 4 ? 0x45 : 0x60;
  header[version === 4 ? 9 : 6] = protocol;
  return Buffer.concat([header, udp, data]);
}

const links = {
  1: (packet: Buffer) => Buffer.concat([Buffer.alloc(12), Buffer.from([8, 0]), packet]),
  0: (packet: Buffer) => Buffer.concat([Buffer.from([2, 0, 0, 0]), packet]),
  101: (packet: Buffer) => packet,
  113: (packet: Buffer) => Buffer.concat([Buffer.alloc(16), packet]),
} as const;
type Link = keyof typeof links;

/** The format of tcpdump, with times of 1 s and 1.5 s. */
function classic(packets: readonly Buffer[], { isLittle = true, link = 1 as Link } = {}): Buffer {
  const numbers = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries())
      if (isLittle) bytes.writeUInt32LE(value, index * 4);
      else bytes.writeUInt32BE(value, index * 4);
    return bytes;
  };
  const records = packets.flatMap((packet, index) => {
    const data = links[link](packet);
    return [numbers(1, index * 500_000, data.length, data.length), data];
  });
  return Buffer.concat([numbers(0xa1b2c3d4, 0x00040002, 0, 0, 65_535, link), ...records]);
}

/** The format of Wireshark, with a clock of nanoseconds. */
function blocks(packets: readonly Buffer[]): Buffer {
  const block = (type: number, body: Buffer) => {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(type, 0);
    head.writeUInt32LE(padded.length + 12, 4);
    return Buffer.concat([head, padded, head.subarray(4)]);
  };
  const section = Buffer.alloc(16, 255);
  section.writeUInt32LE(0x1a2b3c4d, 0);
  const clock = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0]);
  const captured = packets.map((packet, index) => {
    const data = links[1](packet);
    const head = Buffer.alloc(20);
    const time = 1_777_000_000_000_000_000n + BigInt(index) * 500_000_000n;
    head.writeUInt32LE(Number(time >> 32n), 4);
    head.writeUInt32LE(Number(time & 0xffff_ffffn), 8);
    head.writeUInt32LE(data.length, 12);
    head.writeUInt32LE(data.length, 16);
    return block(6, Buffer.concat([head, data]));
  });
  return Buffer.concat([block(0x0a0d0d0a, section), block(1, clock), ...captured]);
}

let next = 0;
function read(bytes: Buffer) {
  const path = join(folder, String(next++));
  writeFileSync(path, bytes);
  expect(isPcap(bytes)).toBe(true);
  return [...readPcap(path)].map(({ time, datagram }) => [Math.round(time), Buffer.from(datagram).toString()]);
}

const both = [
  [0, 'first'],
  [500, 'second datagram'],
];

test.each([
  ['IPv4 over Ethernet', classic(content.map((data) => packetOf(data, 4)))],
  ['IPv6 over Ethernet', classic(content.map((data) => packetOf(data, 6)))],
  [
    'the other order of bytes',
    classic(
      content.map((data) => packetOf(data, 4)),
      { isLittle: false },
    ),
  ],
  [
    'a loopback link',
    classic(
      content.map((data) => packetOf(data, 4)),
      { link: 0 },
    ),
  ],
  [
    'a raw link',
    classic(
      content.map((data) => packetOf(data, 4)),
      { link: 101 },
    ),
  ],
  [
    'a cooked link',
    classic(
      content.map((data) => packetOf(data, 4)),
      { link: 113 },
    ),
  ],
  ['a file of Wireshark', blocks(content.map((data) => packetOf(data, 4)))],
])('the datagrams of %s are read with their times', (_, bytes) => {
  expect(read(bytes)).toEqual(both);
});

test('what is not UDP is left out', () => {
  const tcp = packetOf(Buffer.from('other'), 4, 6);
  expect(read(classic([packetOf(Buffer.from('first'), 4), tcp]))).toEqual([[0, 'first']]);
});

test('a packet that is cut off is left out', () => {
  const bytes = classic(content.map((data) => packetOf(data, 4)));
  expect(read(bytes.subarray(0, -3))).toEqual([[0, 'first']]);
});

test('a link that cannot be read is refused', () => {
  const bytes = classic([]);
  bytes.writeUInt32LE(147, 20);
  expect(() => read(bytes)).toThrow(NotACapture);
});

test('bytes that are not a capture never do more than be refused', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const bytes = blocks(content.map((data) => packetOf(data, 4)));
    for (let change = 0; change < 4; change += 1)
      bytes[28 + ((seed * 37 + change * 101) % (bytes.length - 28))] = (seed * 7 + change * 13) & 255;
    const path = join(folder, 'changed');
    writeFileSync(path, bytes);
    const tryTo = () => [...readPcap(path)].length;
    let count = 0;
    try {
      count = tryTo();
    } catch (error) {
      expect(error).toBeInstanceOf(NotACapture);
    }
    expect(count).toBeLessThanOrEqual(2);
  }
});
