/** The first 64 bits of the SHA-256 hash of a text in UTF-8. Web Crypto is asynchronous, and Node's is not in browsers. */
export function hash64(text: string): bigint {
  const state = Uint32Array.from(initialState);
  const bytes = padded(utf8Of(text));
  for (let offset = 0; offset < bytes.length; offset += 64) addBlock(state, bytes.subarray(offset, offset + 64));
  const [high = 0, low = 0] = state;
  return (BigInt(high) << 32n) | BigInt(low);
}

function utf8Of(text: string): number[] {
  return [...encodeURIComponent(text).matchAll(/%([\dA-F]{2})|./g)].map(([character, code]) =>
    code === undefined ? character.charCodeAt(0) : Number.parseInt(code, 16),
  );
}

/** Ends with a set bit, zeros, and the length in bits, so that blocks of 64 bytes are full. */
function padded(bytes: readonly number[]): Uint8Array {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const result = new Uint8Array(length);
  result.set(bytes);
  result[bytes.length] = 0x80;
  new DataView(result.buffer).setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  return result;
}

function addBlock(state: Uint32Array, block: Uint8Array): void {
  const words = scheduleOf(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [index, constant] of roundConstants.entries()) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + rotations(e, 6, 11, 25) + choice + constant + (words[index] ?? 0)) | 0;
    const second = (rotations(a, 2, 13, 22) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}

function scheduleOf(block: Uint8Array): Uint32Array {
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  const words = new Uint32Array(64);
  for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(index * 4);
  const at = (index: number) => words[index] ?? 0;
  for (let index = 16; index < 64; index += 1) {
    const early = rotate(at(index - 15), 7) ^ rotate(at(index - 15), 18) ^ (at(index - 15) >>> 3);
    const late = rotate(at(index - 2), 17) ^ rotate(at(index - 2), 19) ^ (at(index - 2) >>> 10);
    words[index] = at(index - 16) + early + at(index - 7) + late;
  }
  return words;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function rotations(word: number, first: number, second: number, third: number): number {
  return rotate(word, first) ^ rotate(word, second) ^ rotate(word, third);
}

/** The first prime numbers; the constants of SHA-256 are the first 32 bits of the fractions of their roots. */
const primes = primesUpTo(311);
const roundConstants = primes.map((prime) => fractionOf(Math.cbrt(prime)));
const initialState = primes.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));

function primesUpTo(most: number): number[] {
  const found: number[] = [];
  for (let number = 2; number <= most; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

function fractionOf(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}
