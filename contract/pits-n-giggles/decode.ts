/** Part of every browser and of Node, but not of the language that this package is written in. */
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal: boolean },
) => { readonly decode: (bytes: Uint8Array) => string };

/** The text of a file: UTF-8, or Windows-1252 where a program has saved it so. */
export function decode(bytes: Uint8Array, remark: (text: string) => void): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    remark('it is not UTF-8, and was read as Windows-1252');
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
