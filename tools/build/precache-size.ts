import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { tolerance } from './first-load.ts';

/** In bytes, as transferred: a first visit stores the app beside a page that somebody reads. */
export const precacheLimit = 500_000;

/** The bytes of files of a build as the server sends them to a browser that accepts Brotli. */
export function transferredSize(folder: string, files: readonly string[]): number {
  return files.reduce((sum, file) => {
    const content = readFileSync(join(folder, file));
    // Images and fonts are compressed already.
    const isPacked = /\.(png|woff2)$/.test(file);
    return sum + (isPacked ? content : compressed(content)).length;
  }, 0);
}

/** @throws where the files that the service worker stores with the app are larger than that. */
export function checkPrecacheSize(folder: string, files: readonly string[], limit = precacheLimit): void {
  const size = transferredSize(folder, files);
  if (size <= limit * tolerance) return;
  const largest = [...files]
    .map((file) => [file, transferredSize(folder, [file])] as const)
    .sort(([, one], [, other]) => other - one)
    .slice(0, 10)
    .map(([file, bytes]) => `${file} ${bytes}`);
  throw new Error(
    `The ${files.length} files that are stored with the app are ${size} bytes, ${limit} are allowed. The largest: ${largest.join(', ')}`,
  );
}

function compressed(content: Buffer): Buffer {
  const packed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  return packed.length < content.length ? packed : content;
}
