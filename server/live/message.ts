import { constants, deflateRawSync } from 'node:zlib';
import type { ViewerMessage } from '#contract/live/viewer-messages';
import type { Registration } from './registration.ts';

/** Shorter messages are not compressed. */
const minCompressed = 1_024;
/** The tail of every compressed message, which is omitted (RFC 7692, section 7.2.1). */
const tailLength = 4;

/** A message to viewers with its header of WebSocket (RFC 6455, section 5.2), made once for all of them. */
export class Message {
  readonly frame: Buffer;
  readonly #opcode: number;
  readonly #size: number;
  #compressed: Buffer | null = null;

  constructor(bytes: Uint8Array, isBinary: boolean) {
    this.#opcode = isBinary ? 0x82 : 0x81;
    this.#size = bytes.length;
    this.frame = frameOf(this.#opcode, bytes);
  }

  get isBinary(): boolean {
    return this.#opcode === 0x82;
  }

  /** The message without its header. */
  get bytes(): Buffer {
    return this.frame.subarray(this.frame.length - this.#size);
  }

  /** The bytes for a connection that accepts compressed messages, each by itself. */
  get compressed(): Buffer {
    if (this.#size < minCompressed) return this.frame;
    if (this.#compressed === null) {
      const deflated = deflateRawSync(this.bytes, { finishFlush: constants.Z_SYNC_FLUSH });
      this.#compressed = frameOf(this.#opcode | 0x40, deflated.subarray(0, -tailLength));
    }
    return this.#compressed;
  }
}

function frameOf(firstByte: number, bytes: Uint8Array): Buffer {
  const size = bytes.length;
  const headerSize = size < 126 ? 2 : size < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerSize + size);
  frame[0] = firstByte;
  frame[1] = size < 126 ? size : size < 65_536 ? 126 : 127;
  if (headerSize === 4) frame.writeUInt16BE(size, 2);
  if (headerSize === 10) frame.writeBigUInt64BE(BigInt(size), 2);
  frame.set(bytes, headerSize);
  return frame;
}

/** A message in JSON. */
export function encode(message: ViewerMessage): Message {
  return new Message(Buffer.from(JSON.stringify(message)), false);
}

/** Changes are sent at most this often, in Hz: the rate of ticks. */
const hz = 10;

/** The first message to a viewer of an epoch; `beginsAt`: when the picture of a viewer with a delay begins, in ms since 1970. */
export function hello(
  { id, delaySeconds }: Registration,
  position: { readonly epoch: number; readonly seq: number },
  now: number,
  beginsAt?: number,
): Message {
  return encode({
    ...{ type: 'hello', id, ...position, hz, serverTime: new Date(now).toISOString(), delaySeconds },
    ...(beginsAt === undefined ? {} : { beginsAt: new Date(beginsAt).toISOString() }),
  });
}
