import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
/** The lightest and the heaviest weight of the styles. */
const weights = { min: 500, max: 800 };
const files = ['latin', 'latin-ext'].map(
  (letters) =>
    `@fontsource-variable/sofia-sans-semi-condensed/files/sofia-sans-semi-condensed-${letters}-wght-normal.woff2`,
);
const folder = join(import.meta.dirname, '../../.cache/fonts');

/**
 * Replaces the variable fonts of the package by copies with the weights that the styles use, a third smaller. The copies are
 * made once and cached.
 */
export function narrowFonts(): Plugin {
  return {
    name: 'narrow-fonts',
    async config() {
      const alias = files.map(async (file) => ({
        find: file,
        replacement: await narrow(require.resolve(file)),
      }));
      return { resolve: { alias: await Promise.all(alias) } };
    },
  };
}

/** The path of the narrowed copy of a font. The name of its folder is a hash of its source. */
async function narrow(path: string): Promise<string> {
  const font = readFileSync(path);
  const hash = createHash('sha256').update(font).update(JSON.stringify(weights)).digest('hex').slice(0, 16);
  const copy = join(folder, hash, basename(path));
  if (existsSync(copy)) return copy;
  const narrowed = await subsetFont(font, allCharacters(), { targetFormat: 'woff2', variationAxes: { wght: weights } });
  mkdirSync(join(folder, hash), { recursive: true });
  writeFileSync(copy, narrowed);
  return copy;
}

/** Every character that the fonts could have. */
function allCharacters(): string {
  const codes = Array.from({ length: 0x1_00_00 }, (_, code) => code).filter((code) => code < 0xd8_00 || code > 0xdf_ff);
  return String.fromCodePoint(...codes);
}
