export const frameVersion = 1;

/** The number of a frame, which needs no decoder. @throws Error for another version of frames. */
export function seqOf(frame: Uint8Array): number {
  if (frame[0] !== frameVersion) throw new Error('this version of live frames is not known');
  let seq = 0;
  // Seven bits in each byte, the last byte below 128.
  for (let offset = 1, factor = 1; ; offset += 1, factor *= 128) {
    const byte = frame[offset] ?? 0;
    seq += (byte & 127) * factor;
    if (byte < 128) return seq;
  }
}
