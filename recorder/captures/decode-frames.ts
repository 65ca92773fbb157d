/** A datagram, and when it came: ms since the start of the recording. */
export interface Frame {
  readonly time: number;
  readonly datagram: Uint8Array;
}

export const frameHeadSize = 10;

/** The whole records at the start of bytes. */
export function* decodeFrames(bytes: Uint8Array): Generator<Frame> {
  let start = 0;
  for (let frame = frameAt(bytes, start); frame !== null; frame = frameAt(bytes, start)) {
    yield frame;
    start += sizeOfFrame(frame);
  }
}

/** The size of the record of a frame, in bytes. */
export function sizeOfFrame({ datagram }: Frame): number {
  return frameHeadSize + datagram.length;
}

function frameAt(bytes: Uint8Array, start: number): Frame | null {
  if (bytes.length < start + frameHeadSize) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const end = start + frameHeadSize + view.getUint16(start + 8, true);
  if (bytes.length < end) return null;
  return {
    time: Number(view.getBigUint64(start, true)) / 1e6,
    datagram: bytes.subarray(start + frameHeadSize, end),
  };
}
