import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';

const require = createRequire(import.meta.url);
const { decompress } = require('wawoff2') as { decompress: (woff: Buffer) => Promise<Uint8Array> };

/** The fonts, the one that is tried first in front. Letters that none of them has are left out. */
const indexes = [
  require.resolve('@fontsource-variable/sofia-sans-semi-condensed/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
];
/** Large enough for hundreds of names, in files of one font each. */
const maxFiles = 48;

interface FontFile {
  readonly path: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** A file of a font, in the weights that were asked for. */
export class LoadedFont {
  readonly #face: Face;
  readonly #weights = new Map<number, Font>();

  constructor(bytes: Uint8Array) {
    this.#face = new Face(new Blob(bytes));
  }

  /** In units of the size 1. */
  get unit(): number {
    return 1 / this.#face.upem;
  }

  inWeight(weight: number): Font {
    const cached = this.#weights.get(weight);
    if (cached !== undefined) return cached;
    const font = new Font(this.#face);
    font.setVariations([new Variation('wght', weight)]);
    this.#weights.set(weight, font);
    return font;
  }

  has(letter: number): boolean {
    return (this.inWeight(650).nominalGlyph(letter) ?? 0) !== 0;
  }
}

let files: Promise<readonly FontFile[]> | undefined;
const loaded = new Map<string, Promise<LoadedFont>>();

/** The fonts for the letters of a text, by letter. */
export async function fontsFor(text: string): Promise<ReadonlyMap<number, LoadedFont>> {
  files ??= listFiles();
  const listed = await files;
  const fonts = new Map<number, LoadedFont>();
  for (const character of new Set(text)) {
    const letter = character.codePointAt(0) ?? 0;
    for (const { path, ranges } of listed) {
      if (!ranges.some(([first, last]) => letter >= first && letter <= last)) continue;
      const font = await load(path);
      if (!font.has(letter)) continue;
      fonts.set(letter, font);
      break;
    }
  }
  return fonts;
}

/** A font of many letters is divided into files; `unicode.json` has the letters of each. */
async function listFiles(): Promise<FontFile[]> {
  const fonts = await Promise.all(
    indexes.map(async (index) => {
      const folder = dirname(index);
      const parts = JSON.parse(await readFile(index, 'utf8')) as Record<string, string>;
      const name = folder.slice(folder.lastIndexOf('sans') < 0 ? 0 : folder.replaceAll('\\', '/').lastIndexOf('/') + 1);
      return Object.entries(parts).map(([part, letters]) => ({
        path: join(folder, 'files', `${name}-${part.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
        ranges: letters.split(',').map(parseRange),
      }));
    }),
  );
  return fonts.flat();
}

/** `U+0100-02BA` or `U+2113`. */
function parseRange(text: string): readonly [number, number] {
  const [first = '', last = first] = text.replace(/^U\+/i, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

async function load(path: string): Promise<LoadedFont> {
  const cached = loaded.get(path);
  // The one that was used last is at the end.
  loaded.delete(path);
  const font = cached ?? readFile(path).then(async (bytes) => new LoadedFont(await decompress(bytes)));
  loaded.set(path, font);
  const [oldest] = loaded.keys();
  if (loaded.size > maxFiles && oldest !== undefined) loaded.delete(oldest);
  return font;
}
