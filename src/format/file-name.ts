/** A file name that every system accepts, from texts such as the name of a season. */
export function fileName(name: string, part: string, extension: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  const words = [plain, part].filter((each) => each !== '').join('-');
  return `${words.toLowerCase()}.${extension}`;
}
