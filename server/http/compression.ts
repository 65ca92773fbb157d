import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The encodings that this server sends, preferred first. */
const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** Brotli quality: lower for a response that is sent once, higher for one that is cached. */
export const brotliQuality = { once: 4, cached: 6 };

/** Compression does not make a shorter text smaller. */
const minLength = 1_024;

/** Encodes a text. */
export function encode(text: string | Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    case 'gzip':
      return compressGzip(text);
    case 'identity':
      return Promise.resolve(typeof text === 'string' ? Buffer.from(text) : text);
  }
}

/** Browsers send few different headers, so each is parsed once. */
const parsedHeaders = new LRUCache<string, Encoding>({ max: 100 });

/** The best encoding that Accept-Encoding allows for a text of this length. */
export function chooseEncoding(acceptEncoding: string | undefined, length: number): Encoding {
  if (acceptEncoding === undefined || length < minLength) return 'identity';
  const cached = parsedHeaders.get(acceptEncoding);
  if (cached !== undefined) return cached;
  const encoding = parseAcceptEncoding(acceptEncoding);
  parsedHeaders.set(acceptEncoding, encoding);
  return encoding;
}

function parseAcceptEncoding(acceptEncoding: string): Encoding {
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...encodings]);
  return encodings.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}
