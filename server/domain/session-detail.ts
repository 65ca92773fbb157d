import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Driver, Session } from '#contract/entities/session';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The JSON text of a detail as it is stored. */
export function compressDetail(text: string): Promise<Buffer> {
  return compress(text);
}

/** Each chunk takes a turn of the event loop, and large details have hundreds of the default size. */
const chunkSize = 256 * 1024;

/** The JSON text of a stored detail. */
export function decompressDetail(bytes: Uint8Array): Promise<Buffer> {
  return decompress(bytes, { chunkSize });
}

/** The recording data of a stored detail. Takes long for a large one: only where two recordings are compared. */
export async function readRecording(bytes: Uint8Array): Promise<Pick<Session, 'drivers' | 'resultSource'>> {
  // Its fields were checked when it was uploaded.
  return JSON.parse((await decompressDetail(bytes)).toString()) as Pick<Session, 'drivers' | 'resultSource'>;
}

/** Car indexes with the names of their drivers. */
export type DriverNames = readonly (readonly [number, string])[];
/** Returns a stored detail in which these drivers have these names. */
export type RenameInDetail = (bytes: Uint8Array, names: DriverNames) => Promise<Uint8Array>;

/** Renames drivers in a stored detail. A detail of 6 MB blocks its thread for 100 ms. */
export const renameInDetail: RenameInDetail = async (bytes, names) => {
  const newNames = new Map(names);
  // Its fields were checked when it was uploaded.
  const detail = JSON.parse((await decompressDetail(bytes)).toString()) as { readonly drivers: readonly Driver[] };
  const drivers = detail.drivers.map((one) => ({ ...one, name: newNames.get(one.carIndex) ?? one.name }));
  return compressDetail(JSON.stringify({ ...detail, drivers }));
};
