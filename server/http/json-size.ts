/** The most lists and objects, and the most commas. A session of 2 MB has 12,000 and 100,000. */
const ofSessions = { containers: 150_000, commas: 1_000_000 };
const codes = { list: 0x5b, object: 0x7b, comma: 0x2c };

/**
 * Whether a JSON text has more values than any request. Parsing 8 MB of empty lists takes a hundred times as much memory
 * as parsing a session, so they are counted before; those in strings count too.
 */
export function hasTooManyValues(bytes: Uint8Array, max = ofSessions): boolean {
  let containers = 0;
  let commas = 0;
  for (const byte of bytes) {
    if (byte === codes.comma) commas += 1;
    else if (byte === codes.list || byte === codes.object) containers += 1;
  }
  return containers > max.containers || commas > max.commas;
}
