/** Numbers of the PE format, the files of Windows programs. */
const headerOffset = 0x3c;
const optionalHeader = 24;
const isPe64 = 0x20b;
const checksum = 64;
/** The entry of the signature in the table of data directories: where it is, then its size. */
const signature = 112 + 4 * 8;

/** Removes the signature of a program of Windows: it would be wrong after a change, which is worse than none. */
export function removeSignature(program: Buffer): Buffer {
  const header = peHeaderOf(program);
  const entry = header + optionalHeader + signature;
  const start = program.readUInt32LE(entry);
  const size = program.readUInt32LE(entry + 4);
  const isAtEnd = size > 0 && start + size === program.length;
  const unsigned = Buffer.from(isAtEnd ? program.subarray(0, start) : program);
  unsigned.fill(0, entry, entry + 8);
  unsigned.writeUInt32LE(0, header + optionalHeader + checksum);
  return unsigned;
}

/** Where the PE header of a 64-bit program of Windows begins. @throws Error for any other file. */
export function peHeaderOf(program: Buffer): number {
  const header = program.toString('latin1', 0, 2) === 'MZ' ? program.readUInt32LE(headerOffset) : program.length;
  const isProgram =
    header + optionalHeader + signature + 8 <= program.length &&
    program.toString('latin1', header, header + 4) === 'PE\0\0' &&
    program.readUInt16LE(header + optionalHeader) === isPe64;
  if (!isProgram) throw new Error('this is no 64-bit program of Windows');
  return header;
}
