// Packed files, read in parts: what is in them may be much larger, and a phone has no memory for it.
import { NotImportable } from '#contract/pits-n-giggles/read';

/** A text of a session is not larger when it is unpacked, in bytes. */
const textLimit = 100 * 1024 * 1024;
/** Nor is a recording of a day. */
const recordingLimit = 4 * 1024 * 1024 * 1024;

/** A file, or the only one in an archive. It can be read from its start as often as needed. */
export type Content = () => AsyncGenerator<Uint8Array>;

/** The content of a file: that of a gzip or zip, or its own bytes. @throws NotImportable for an archive of several files. */
export function unpack(bytes: Uint8Array): Content {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return () => inflate(bytes, 'gzip');
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)) {
    const { method, data } = onlyFileOf(bytes);
    if (method === 0) return unpack(data);
    if (method === 8) return () => inflate(data, 'deflate-raw');
    throw new NotImportable('it is a zip of a kind that cannot be read: unpack it first');
  }
  return async function* whole() {
    yield bytes;
  };
}

/** The first bytes. */
export async function readStart(content: Content, size: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of content()) {
    parts.push(part);
    length += part.length;
    if (length >= size) break;
  }
  return joined(parts, length).subarray(0, size);
}

/** All bytes. @throws NotImportable when there are too many for a session. */
export async function readAll(content: Content): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of content()) {
    parts.push(part);
    length += part.length;
    if (length > textLimit) throw new NotImportable('it is too large for a session file');
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : joined(parts, length);
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Inflates bytes. A recording that was not closed has no end of its gzip stream; what came before it is complete. */
async function* inflate(bytes: Uint8Array, format: 'gzip' | 'deflate-raw'): AsyncGenerator<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = source.pipeThrough(new DecompressionStream(format)).getReader();
  let length = 0;
  try {
    for (let part = await read(reader); part !== null; part = await read(reader)) {
      length += part.length;
      if (length > recordingLimit) throw new NotImportable('it is too large for a session file');
      yield part;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (length === 0) throw new NotImportable('the packed file is damaged or empty');
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
  try {
    const { done, value } = await reader.read();
    return done ? null : value;
  } catch {
    // The stream is cut off or damaged from here on.
    return null;
  }
}

interface PackedFile {
  readonly method: number;
  readonly data: Uint8Array;
}

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;

/** The only file of a zip, by its central directory; folders and the metadata of macOS are none. @throws NotImportable. */
function onlyFileOf(bytes: Uint8Array): PackedFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = () => new NotImportable('the zip is damaged');
  try {
    let end = bytes.length - 22;
    while (end >= 0 && view.getUint32(end, true) !== directoryEnd) end -= 1;
    if (end < 0) throw damaged();
    const files: (PackedFile & { readonly name: string })[] = [];
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      if (view.getUint32(at, true) !== directoryEntry) throw damaged();
      const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
      const start = view.getUint32(at + 42, true);
      const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
      if (!name.endsWith('/') && !name.startsWith('__MACOSX/'))
        files.push({
          name,
          method: view.getUint16(at + 10, true),
          data: bytes.subarray(data, data + view.getUint32(at + 20, true)),
        });
      at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    }
    if (files.some(({ name }) => name === '[Content_Types].xml'))
      throw new NotImportable(
        'it is a document of an office program: paste the result into “Enter result” of an event',
      );
    const [file] = files;
    if (file === undefined) throw new NotImportable('the zip is empty');
    if (files.length > 1) throw new NotImportable(`the zip holds ${files.length} files: unpack it, and choose them`);
    return file;
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error;
  }
}
