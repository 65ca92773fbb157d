import type { ViewerMessage } from '#contract/viewer-messages';

/** A message to viewers with its header of WebSocket (RFC 6455, section 5.2), made once for all of them. */
export class Message {
  /** What is written to the connection. */
  readonly frame: Buffer;
  readonly isBinary: boolean;
  readonly #headerSize: number;

  constructor(bytes: Uint8Array, isBinary: boolean) {
    const size = bytes.length;
    this.isBinary = isBinary;
    this.#headerSize = size < 126 ? 2 : size < 65_536 ? 4 : 10;
    this.frame = Buffer.allocUnsafe(this.#headerSize + size);
    this.frame[0] = isBinary ? 0x82 : 0x81;
    this.frame[1] = size < 126 ? size : size < 65_536 ? 126 : 127;
    if (this.#headerSize === 4) this.frame.writeUInt16BE(size, 2);
    if (this.#headerSize === 10) this.frame.writeBigUInt64BE(BigInt(size), 2);
    this.frame.set(bytes, this.#headerSize);
  }

  /** The message without its header. */
  get bytes(): Buffer {
    return this.frame.subarray(this.#headerSize);
  }
}

/** A message in JSON. */
export function encode(message: ViewerMessage): Message {
  return new Message(Buffer.from(JSON.stringify(message)), false);
}
