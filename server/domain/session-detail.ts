import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A detail as it is stored. */
export function compressDetail(detail: object): Promise<Buffer> {
  return compress(JSON.stringify(detail));
}

/** The JSON text of a stored detail. */
export async function decompressDetail(bytes: Uint8Array): Promise<string> {
  return (await decompress(bytes)).toString();
}

/** A stored detail. Its fields were checked when it was uploaded. */
export async function parseDetail<Detail>(bytes: Uint8Array): Promise<Detail> {
  return JSON.parse(await decompressDetail(bytes)) as Detail;
}
