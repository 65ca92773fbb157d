import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const inflate = promisify(gunzip);

/** Encodings that we send, best first. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** A JSON text that is ready to be sent, in any encoding. */
export interface Body {
  readonly hash: string;
  /** Characters of the text. */
  readonly length: number;
  readonly bytes: (encoding: Encoding) => Promise<Buffer>;
}

/** A body that is held as compressed bytes alone; `size` is what they take. */
export interface PackedBody extends Body {
  readonly size: number;
}

/** Brotli's quality: for what is sent once, and for what is kept, which is worth more of its time. */
const passing = 4;
const kept = 6;

/** A compressed text this short would not be shorter. */
const worthwhile = 1_024;

/** Makes a body of a JSON text. */
export function bodyOf(text: string): Body {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return { hash, length: text.length, bytes: (encoding) => encode(text, encoding, passing) };
}

/** Compresses a body once for all times it is sent; the text itself is let go of, and unpacked for who wants it. */
export async function packBody(body: Body): Promise<PackedBody> {
  const text = (await body.bytes('identity')).toString();
  const [br, gzipped] = await Promise.all([encode(text, 'br', kept), encode(text, 'gzip', kept)]);
  const { hash, length } = body;
  return {
    hash,
    length,
    size: br.length + gzipped.length,
    bytes: async (encoding) => {
      switch (encoding) {
        case 'br':
          return br;
        case 'gzip':
          return gzipped;
        case 'identity':
          return inflate(gzipped);
      }
    },
  };
}

function encode(text: string, encoding: Encoding, effort: number): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: effort } });
    case 'gzip':
      return deflate(text);
    case 'identity':
      return Promise.resolve(Buffer.from(text));
  }
}

/** The best encoding that Accept-Encoding allows for a text of this length. */
export function encodingFor(accepted: string | undefined, length: number): Encoding {
  if (accepted === undefined || length < worthwhile) return 'identity';
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const names = new Set(
    accepted
      .split(',')
      .filter((part) => !refused.test(part))
      .map((part) => (part.split(';')[0] ?? '').trim().toLowerCase()),
  );
  if (names.has('br')) return 'br';
  return names.has('gzip') ? 'gzip' : 'identity';
}

/** The ETag of a body: each encoding has its own (design §4). */
export function etagOf(version: number | null, body: Body, encoding: Encoding): string {
  const suffix = encoding === 'identity' ? '' : `-${encoding}`;
  return version === null ? `"${body.hash}${suffix}"` : `"${version}-${body.hash}${suffix}"`;
}

/** Does If-None-Match name this very answer? */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  // A proxy that compresses makes an ETag weak; the bytes it stands for are still ours.
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);
}

/** The row version that If-Match names; null for none or `*`, -1 for one that is not ours. */
export function versionIn(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"(\d{1,9})-/.exec(header.trim())?.[1];
  return version === undefined ? -1 : Number(version);
}
