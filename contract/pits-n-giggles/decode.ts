/** Part of every browser and of Node, but not of the language that this package is written in. */
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal: boolean },
) => { readonly decode: (bytes: Uint8Array) => string };

/** The text of a file: UTF-8, UTF-16, or Windows-1252 where a program has saved it so. */
export function decode(bytes: Uint8Array, remark: (text: string) => void): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    remark('it is not UTF-8, and was read as Windows-1252');
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** By the byte order mark, or by the zero that is a half of each letter of a file without one. */
function utf16Of([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first !== undefined && first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)
    ? 'utf-16be'
    : null;
}
