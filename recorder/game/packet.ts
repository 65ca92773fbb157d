import { type EventCode, events, laterEvents } from './events.ts';
import { type Codec, compile, type Format, formats, type ValueOf } from './layout.ts';
import { eventPacket, packets } from './packets.ts';
import { Header } from './structs.ts';

export type PacketHeader = ValueOf<typeof Header>;
type BodyName = keyof typeof packets;
/** The body of a packet after its header. */
export type PacketBody<Name extends BodyName> = ValueOf<(typeof packets)[Name]['body']>;
type EventDetails<Code extends EventCode> = ValueOf<(typeof events)[Code]>;

/** An event of the game; `unknown` has a code that the tables do not have. */
export type GameEvent =
  | { [Code in EventCode]: { readonly code: Code; readonly details: EventDetails<Code> } }[EventCode]
  | { readonly code: 'unknown'; readonly details: { readonly sent: string } };

export type PacketName = BodyName | 'event';

/** A packet of the game. */
export type Packet =
  | {
      [Name in BodyName]: { readonly name: Name; readonly header: PacketHeader; readonly body: PacketBody<Name> };
    }[BodyName]
  | { readonly name: 'event'; readonly header: PacketHeader; readonly body: GameEvent };

/** Why a datagram was rejected. */
export type RejectionKind = 'foreign' | 'format' | 'packet' | 'size';

/** A datagram that is not read, and what to change about it. */
export interface Rejection {
  readonly kind: RejectionKind;
  readonly message: string;
}

/** A datagram whose format, packet and size fit. */
export interface Identified {
  readonly name: PacketName;
  readonly header: PacketHeader;
}

interface FormatCodecs {
  readonly header: Codec;
  readonly byId: ReadonlyMap<number, { readonly name: PacketName; readonly size: number; readonly body: Codec }>;
  readonly events: ReadonlyMap<string, Codec>;
}

const noBody: Codec = {
  size: eventPacket.codeSize + eventPacket.detailsSize,
  read: () => null,
  write: () => undefined,
};

function compileFormat(format: Format): FormatCodecs {
  const header = compile(Header, format);
  const bodies = Object.entries(packets)
    .filter(([, { since }]) => since <= format)
    .map(([name, { id, body }]) => [id, { name: name as PacketName, body: compile(body, format) }] as const);
  const all = [...bodies, [eventPacket.id, { name: 'event', body: noBody }] as const];
  const isIn = (code: string) => (code in laterEvents ? laterEvents[code as keyof typeof laterEvents] <= format : true);
  return {
    header,
    byId: new Map(all.map(([id, { name, body }]) => [id, { name, body, size: header.size + body.size }])),
    events: new Map(
      Object.entries(events)
        .filter(([code]) => isIn(code))
        .map(([code, details]) => [code, compile(details, format)]),
    ),
  };
}

const codecs: ReadonlyMap<number, FormatCodecs> = new Map(formats.map((format) => [format, compileFormat(format)]));
const headerCodec = compile(Header, 2023);
const [oldest, newest] = [formats[0], formats.at(-1) ?? formats[0]];
/** The formats that the game had before, and some that later games may have. */
const plausible = { first: 2018, last: 2040 } as const;

/** The name and the header of a datagram, or why it is rejected. The format decides alone how it is read. */
export function identify(datagram: Uint8Array): Identified | Rejection {
  const { length } = datagram;
  const format = length < 2 ? 0 : viewOf(datagram).getUint16(0, true);
  const formatCodecs = codecs.get(format);
  if (formatCodecs === undefined) return rejectFormat(format);
  if (length < headerCodec.size) return { kind: 'size', message: `a packet of format ${format} is cut off` };
  const header = headerCodec.read(viewOf(datagram), 0) as PacketHeader;
  const packet = formatCodecs.byId.get(header.packetId);
  if (packet === undefined) {
    const message = `format ${format} has no packet ${header.packetId}: update the recorder, which is older than the game`;
    return { kind: 'packet', message };
  }
  if (packet.size !== length) {
    const message = `packet ${header.packetId} of format ${format} has ${length} bytes instead of ${packet.size}: update the recorder, or choose another "UDP Format" in the game`;
    return { kind: 'size', message };
  }
  return { name: packet.name, header };
}

function rejectFormat(format: number): Rejection {
  if (format < plausible.first || format > plausible.last)
    return { kind: 'foreign', message: 'data that is not from the game: another program sends to this port' };
  const message =
    format < oldest
      ? `the game sends format ${format}: set "UDP Format" to ${oldest} or later in its telemetry settings`
      : `the game sends format ${format}, which this recorder does not know: update the recorder, or set "UDP Format" to ${newest} in the game's telemetry settings`;
  return { kind: 'format', message };
}

/** Whether `identify` rejected a datagram. */
export function isRejected(result: Identified | Rejection): result is Rejection {
  return 'kind' in result;
}

/** Reads a datagram that was identified. */
export function readPacket(datagram: Uint8Array, { name, header }: Identified): Packet {
  const formatCodecs = codecsOf(header.packetFormat);
  const view = viewOf(datagram);
  if (name === 'event') return { name, header, body: readEvent(view, formatCodecs) };
  const body = formatCodecs.byId.get(header.packetId)?.body.read(view, formatCodecs.header.size);
  // The tables give each name its body.
  return { name, header, body } as Packet;
}

function readEvent(view: DataView, formatCodecs: FormatCodecs): GameEvent {
  const start = formatCodecs.header.size;
  const codes = [0, 1, 2, 3].map((index) => view.getUint8(start + index));
  const sent = String.fromCharCode(...codes);
  const details = formatCodecs.events.get(sent);
  if (details === undefined) return { code: 'unknown', details: { sent } };
  return { code: sent, details: details.read(view, start + eventPacket.codeSize) } as GameEvent;
}

/** The datagram of a packet, in the format that its header names. */
export function encodePacket({ name, header, body }: Packet): Uint8Array {
  const formatCodecs = codecsOf(header.packetFormat);
  const id = name === 'event' ? eventPacket.id : packets[name].id;
  const packet = formatCodecs.byId.get(id);
  if (packet === undefined) throw new Error(`format ${header.packetFormat} has no packet ${name}`);
  const datagram = new Uint8Array(packet.size);
  const view = viewOf(datagram);
  formatCodecs.header.write(view, 0, { ...header, packetId: id });
  if (name !== 'event') packet.body.write(view, formatCodecs.header.size, body);
  else writeEvent(view, formatCodecs, body);
  return datagram;
}

function writeEvent(view: DataView, formatCodecs: FormatCodecs, event: GameEvent): void {
  const sent = event.code === 'unknown' ? event.details.sent : event.code;
  for (let index = 0; index < eventPacket.codeSize; index += 1)
    view.setUint8(formatCodecs.header.size + index, sent.charCodeAt(index));
  formatCodecs.events.get(sent)?.write(view, formatCodecs.header.size + eventPacket.codeSize, event.details);
}

/** @throws Error for a format without tables: only packets that were identified or made with them have one. */
function codecsOf(format: number): FormatCodecs {
  const formatCodecs = codecs.get(format);
  if (formatCodecs === undefined) throw new Error(`there are no tables for packet format ${format}`);
  return formatCodecs;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

const blankBodies = new Map<Codec, unknown>();

/**
 * A packet body of zeros, for encoders to copy and fill: the same one in each call, as a game sends
 * hundreds of packets in a second. @throws Error when the format has no such packet.
 */
export function blankBody<Name extends BodyName>(name: Name, format: Format): PacketBody<Name> {
  const codec = codecsOf(format).byId.get(packets[name].id)?.body;
  if (codec === undefined) throw new Error(`format ${format} has no packet ${name}`);
  const cached = blankBodies.get(codec);
  const blank = cached ?? codec.read(new DataView(new ArrayBuffer(codec.size)), 0);
  if (cached === undefined) blankBodies.set(codec, blank);
  // The tables give each name its body.
  return blank as PacketBody<Name>;
}

/** The header of a packet of a session, at a time since its start in s. */
export function headerOf(format: Format, sessionUID: bigint, sessionTime: number, frame: number): PacketHeader {
  return {
    packetFormat: format,
    gameYear: Math.min(25, format - 2_000),
    gameMajorVersion: 1,
    gameMinorVersion: 0,
    packetVersion: 1,
    packetId: 0,
    sessionUID,
    sessionTime,
    frameIdentifier: frame,
    overallFrameIdentifier: frame,
    playerCarIndex: 0,
    secondaryPlayerCarIndex: 255,
  };
}
