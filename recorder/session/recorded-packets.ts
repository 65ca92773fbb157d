import type { Packet, PacketBody } from '../game/packet.ts';

/** The packets that sessions are made of; the others are counted and not read. */
export const recordedPackets = [
  'session',
  'lapData',
  'motion',
  'carStatus',
  'participants',
  'sessionHistory',
  'finalClassification',
  'event',
] as const;

export type RecordedPacket = Extract<Packet, { readonly name: (typeof recordedPackets)[number] }>;

/** The recorded fields of a car's status: each change is written to the disk. */
export const statusFields = ['visualTyreCompound', 'tyresAgeLaps'] as const;

export type CarStatus = Pick<PacketBody<'carStatus'>['carStatusData'][number], (typeof statusFields)[number]>;
