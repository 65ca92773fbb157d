import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { brotliQuality, type Encoding, encode } from './compression.ts';

const decompressGzip = promisify(gunzip);
const decompressBrotli = promisify(brotliDecompress);

/** A JSON text that can be sent in any encoding. */
export interface JsonBody {
  readonly hash: string;
  /** Characters of the text. */
  readonly length: number;
  /** At once where the bytes are in memory. */
  readonly bytes: (encoding: Encoding) => Buffer | Promise<Buffer>;
}

function hashOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Creates a body that is compressed each time it is sent. */
export function createBody(text: string): JsonBody {
  return { hash: hashOf(text), length: text.length, bytes: (encoding) => encode(text, encoding, brotliQuality.once) };
}

/** The same for a text of megabytes, whose hash is made beside the event loop. */
export async function createLongBody(text: Buffer): Promise<JsonBody> {
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', text as Uint8Array<ArrayBuffer>));
  const hash = digest.toString('base64url').slice(0, 16);
  return { hash, length: text.length, bytes: (encoding) => encode(text, encoding, brotliQuality.once) };
}

/** The size of a body besides its bytes: its headers, its key and the objects around them. */
const overhead = 1_000;
/** Longer texts are stored only in compressed form once a client has requested it. */
const longText = 16_384;

/**
 * A body for many responses: each encoding is made when it is first needed, once for all that need it. The text of a long
 * one is dropped once there is a compressed form; a client that accepts none gets it unpacked, and such clients share it.
 */
export class SharedBody implements JsonBody {
  readonly hash: string;
  readonly length: number;
  #text: Buffer | null;
  readonly #made = new Map<Encoding, Buffer | Promise<Buffer>>();
  #size: number;
  /** Is called when the size has changed. */
  onResize: () => void = () => undefined;
  // The responses keep the text from being collected for as long as they are being sent.
  #unpacked: WeakRef<Buffer> | null = null;
  #unpacking: Promise<Buffer> | null = null;

  /** `hash` is that of the text, where it is known. */
  constructor(text: string | Buffer, hash?: string) {
    this.#text = typeof text === 'string' ? Buffer.from(text) : text;
    this.hash = hash ?? hashOf(this.#text);
    this.length = text.length;
    this.#size = this.#text.length + overhead;
  }

  /** Bytes in memory. */
  get size(): number {
    return this.#size;
  }

  bytes(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.#text ?? this.#unpack();
    const made = this.#made.get(encoding);
    if (made !== undefined) return made;
    const making = this.#make(encoding);
    this.#made.set(encoding, making);
    making.then(
      (bytes) => this.#made.set(encoding, bytes),
      () => this.#made.delete(encoding),
    );
    return making;
  }

  async #make(encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
    const bytes = await encode(await this.bytes('identity'), encoding, brotliQuality.cached);
    this.#size += bytes.length;
    if (this.#text !== null && this.#text.length >= longText) {
      this.#unpacked = new WeakRef(this.#text);
      this.#size -= this.#text.length;
      this.#text = null;
    }
    this.onResize();
    return bytes;
  }

  async #unpack(): Promise<Buffer> {
    const present = this.#unpacked?.deref();
    if (present !== undefined) return present;
    this.#unpacking ??= this.#decompress().finally(() => {
      this.#unpacking = null;
    });
    const bytes = await this.#unpacking;
    this.#unpacked = new WeakRef(bytes);
    return bytes;
  }

  async #decompress(): Promise<Buffer> {
    const gzip = this.#made.get('gzip');
    if (gzip !== undefined) return decompressGzip(await gzip);
    return decompressBrotli((await this.#made.get('br')) ?? Buffer.alloc(0));
  }
}
