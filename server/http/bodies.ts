import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { brotliQuality, type Encoding, encode } from './compression.ts';

const decompressGzip = promisify(gunzip);

/** A JSON text that can be sent in any encoding. */
export interface JsonBody {
  readonly hash: string;
  /** Characters of the text. */
  readonly length: number;
  readonly bytes: (encoding: Encoding) => Promise<Buffer>;
}

/** A body that is held only as compressed bytes. */
export interface CompressedBody extends JsonBody {
  /** Bytes in memory. */
  readonly size: number;
}

/** Creates a body that is compressed each time it is sent. */
export function createBody(text: string): JsonBody {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return { hash, length: text.length, bytes: (encoding) => encode(text, encoding, brotliQuality.once) };
}

/** Compresses a body once for all responses. Decompresses it for a client that accepts no encoding. */
export async function compressBody({ hash, length, bytes }: JsonBody): Promise<CompressedBody> {
  const text = (await bytes('identity')).toString();
  const [br, gzip] = await Promise.all([
    encode(text, 'br', brotliQuality.cached),
    encode(text, 'gzip', brotliQuality.cached),
  ]);
  const decompress = shareDecompressed(gzip);
  return {
    hash,
    length,
    size: br.length + gzip.length,
    bytes: async (encoding) => {
      switch (encoding) {
        case 'br':
          return br;
        case 'gzip':
          return gzip;
        case 'identity':
          return decompress();
      }
    },
  };
}

/** Decompresses a text for as many responses as need it at the same time, which share one buffer. */
function shareDecompressed(gzip: Buffer): () => Promise<Buffer> {
  // The responses keep the buffer from being collected for as long as they are being sent.
  let shared: WeakRef<Buffer> | null = null;
  let pending: Promise<Buffer> | null = null;
  return async () => {
    const present = shared?.deref();
    if (present !== undefined) return present;
    pending ??= decompressGzip(gzip).finally(() => {
      pending = null;
    });
    const bytes = await pending;
    shared = new WeakRef(bytes);
    return bytes;
  };
}
