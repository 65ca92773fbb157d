import { readFileSync } from 'node:fs';
import type { Frame } from './decode-frames.ts';

/** A file is neither a recording nor a network capture that can be read; the message says why. */
export class NotACapture extends Error {}

/** The kinds of links whose frames are read, and where their IP packets begin. */
const linkHeaders: ReadonlyMap<number, number> = new Map([
  [0, 4],
  [1, 14],
  [101, 0],
  [113, 16],
  [228, 0],
  [276, 20],
]);
const ethernet = 1;
const vlanTag = 0x8100;
const udp = 17;

/** Whether a file begins like a network capture, in the format of tcpdump or of Wireshark. */
export function isPcap(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const magic = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return magics.has(magic) || magic === sectionBlock;
}

/** The meaning of each magic number: the order of bytes, and the unit of fractions of a second in ns. */
const magics: ReadonlyMap<number, { readonly isLittle: boolean; readonly unit: number }> = new Map([
  [0xa1b2c3d4, { isLittle: true, unit: 1_000 }],
  [0xd4c3b2a1, { isLittle: false, unit: 1_000 }],
  [0xa1b23c4d, { isLittle: true, unit: 1 }],
  [0x4d3cb2a1, { isLittle: false, unit: 1 }],
]);

const sectionBlock = 0x0a0d0d0a;
const interfaceBlock = 1;
const simpleBlock = 3;
const packetBlock = 6;

/** The UDP datagrams of a network capture; times are ms since the first one. @throws NotACapture. */
export function* readPcap(path: string): Generator<Frame> {
  const bytes = readFileSync(path);
  let first: number | null = null;
  for (const { time, link, data } of bytes.readUInt32LE(0) === sectionBlock ? readBlocks(bytes) : readRecords(bytes)) {
    const datagram = datagramIn(data, link);
    if (datagram === null) continue;
    first ??= time;
    yield { time: Math.max(0, time - first), datagram };
  }
}

interface Captured {
  /** Milliseconds. */
  readonly time: number;
  readonly link: number;
  readonly data: Buffer;
}

function* readRecords(bytes: Buffer): Generator<Captured> {
  const format = magics.get(bytes.readUInt32LE(0));
  if (format === undefined || bytes.length < 24) throw new NotACapture('it is no network capture');
  const numberAt = (at: number) => (format.isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const link = linkOf(numberAt(20) & 0xffff);
  for (let at = 24; at + 16 <= bytes.length; ) {
    const length = numberAt(at + 8);
    const data = bytes.subarray(at + 16, at + 16 + length);
    if (data.length < length) return;
    yield { time: numberAt(at) * 1_000 + (numberAt(at + 4) * format.unit) / 1e6, link, data };
    at += 16 + length;
  }
}

/** The blocks of a pcapng file. */
function* readBlocks(bytes: Buffer): Generator<Captured> {
  let isLittle = true;
  let interfaces: { readonly link: number; readonly perSecond: number }[] = [];
  const numberAt = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  for (let at = 0; at + 12 <= bytes.length; ) {
    if (bytes.readUInt32LE(at) === sectionBlock) {
      isLittle = bytes.readUInt32LE(at + 8) === 0x1a2b3c4d;
      interfaces = [];
    }
    const type = numberAt(at);
    const size = numberAt(at + 4);
    if (size < 12 || at + size > bytes.length) return;
    if (type === interfaceBlock) {
      const link = linkOf(isLittle ? bytes.readUInt16LE(at + 8) : bytes.readUInt16BE(at + 8));
      interfaces.push({ link, perSecond: perSecondOf(bytes.subarray(at + 16, at + size - 4), isLittle) });
    }
    if (type === packetBlock) {
      const source = interfaces[numberAt(at + 8)];
      const ticks = numberAt(at + 12) * 2 ** 32 + numberAt(at + 16);
      const length = Math.min(numberAt(at + 20), size - 32);
      if (source !== undefined)
        yield {
          time: (ticks / source.perSecond) * 1_000,
          link: source.link,
          data: bytes.subarray(at + 28, at + 28 + length),
        };
    }
    if (type === simpleBlock) throw new NotACapture('its packets have no times');
    at += size;
  }
}

/** How many units of an interface's clock make a second: its option 9, or microseconds. */
function perSecondOf(options: Buffer, isLittle: boolean): number {
  const numberAt = (at: number) => (isLittle ? options.readUInt16LE(at) : options.readUInt16BE(at));
  for (let at = 0; at + 4 <= options.length; ) {
    const [code, length] = [numberAt(at), numberAt(at + 2)];
    const value = options[at + 4];
    if (code === 9 && value !== undefined) return (value & 0x80) === 0 ? 10 ** value : 2 ** (value & 0x7f);
    if (code === 0) break;
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return 1e6;
}

function linkOf(link: number): number {
  if (!linkHeaders.has(link)) throw new NotACapture(`it was captured on a link of kind ${link}, which cannot be read`);
  return link;
}

/** The content of a UDP packet over IPv4 or IPv6; null for anything else. */
function datagramIn(data: Buffer, link: number): Uint8Array | null {
  let start = linkHeaders.get(link) ?? 0;
  if (link === ethernet && data.length > 18 && data.readUInt16BE(12) === vlanTag) start += 4;
  const version = (data[start] ?? 0) >> 4;
  if (version === 4) {
    const header = ((data[start] ?? 0) & 15) * 4;
    // A part of a larger packet: the game sends none.
    const isPart = data.length >= start + 8 && (data.readUInt16BE(start + 6) & 0x3fff) !== 0;
    return data[start + 9] === udp && !isPart ? contentOf(data, start + header) : null;
  }
  return version === 6 && data[start + 6] === udp ? contentOf(data, start + 40) : null;
}

function contentOf(data: Buffer, start: number): Uint8Array | null {
  if (data.length < start + 8) return null;
  const length = data.readUInt16BE(start + 4);
  return length < 8 || data.length < start + length ? null : data.subarray(start + 8, start + length);
}
