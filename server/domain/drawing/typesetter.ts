import { Feature, type Font, Buffer as Letters, shape } from 'harfbuzzjs';
import { fontsFor, type LoadedFont } from './fonts.ts';

/** The outline of a text as the data of an SVG path, with its left end of the baseline at 0,0. */
export interface TextOutline {
  readonly path: string;
  readonly width: number;
}

interface PlacedGlyph {
  readonly font: Font;
  readonly codepoint: number;
  readonly x: number;
  readonly y: number;
  /** From units of the font to px. */
  readonly scale: number;
}

interface ShapedText {
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
}

interface TextStyle {
  /** In px. */
  readonly size: number;
  readonly weight: number;
  /** A longer text ends with an ellipsis, in px. */
  readonly most: number;
}

const ellipsis = '…';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Parts of one direction, and the spaces between them. Numbers within words from right to left stay with those. */
const directions =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{M}]+(?:[\s\d]+[\p{Script=Hebrew}\p{Script=Arabic}\p{M}]+)*|\s+|[^\s\p{Script=Hebrew}\p{Script=Arabic}](?:[^\p{Script=Hebrew}\p{Script=Arabic}]*[^\s\p{Script=Hebrew}\p{Script=Arabic}])?/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Sets texts as outlines, so that a picture needs no fonts where it is drawn. */
export class Typesetter {
  readonly #fonts: ReadonlyMap<number, LoadedFont>;

  private constructor(fonts: ReadonlyMap<number, LoadedFont>) {
    this.#fonts = fonts;
  }

  /** For texts of these letters. */
  static async open(letters: string): Promise<Typesetter> {
    return new Typesetter(await fontsFor(`${normalize(letters)} ${ellipsis}`));
  }

  /** Whether anything of a text can be drawn. */
  canDraw(text: string): boolean {
    return this.#readable(text) !== '';
  }

  /** A text, or as much of it as fits with an ellipsis. */
  set(text: string, style: TextStyle): TextOutline {
    const readable = this.#readable(text);
    const whole = this.#shape(readable, style);
    if (whole.width <= style.most) return outline(whole);
    const parts = [...graphemes.segment(readable)].map(({ segment }) => segment);
    let [fits, tooLong] = [0, parts.length];
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1;
      if (this.#shape(shortened(parts, middle), style).width <= style.most) fits = middle;
      else tooLong = middle;
    }
    return outline(this.#shape(shortened(parts, fits), style));
  }

  /** Without the letters that no font has, such as emoji. */
  #readable(text: string): string {
    const letters = [...normalize(text)].filter((letter) => this.#fonts.has(letter.codePointAt(0) ?? 0));
    return letters.join('').replaceAll(/\s+/g, ' ').trim();
  }

  #shape(text: string, { size, weight }: Pick<TextStyle, 'size' | 'weight'>): ShapedText {
    const glyphs: PlacedGlyph[] = [];
    let x = 0;
    for (const { font, letters } of this.#runs(text)) {
      const scale = size * font.unit;
      const buffer = new Letters();
      buffer.addText(letters);
      buffer.guessSegmentProperties();
      const weighted = font.inWeight(weight);
      shape(weighted, buffer, [new Feature('tnum', 1)]);
      for (const glyph of buffer.getGlyphInfosAndPositions()) {
        const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } = glyph;
        glyphs.push({ font: weighted, codepoint, x: x + xOffset * scale, y: -yOffset * scale, scale });
        x += xAdvance * scale;
      }
    }
    return { glyphs, width: x };
  }

  /** Parts of one font and one direction, from left to right. */
  #runs(text: string): { font: LoadedFont; letters: string }[] {
    const parts = text.match(directions) ?? [];
    // A text that begins from right to left goes on to the left.
    const ordered = rightToLeft.test(text.match(/\p{L}/u)?.[0] ?? '') ? parts.toReversed() : parts;
    return ordered.flatMap((part) => {
      const runs = this.#ofOneFont(part);
      return rightToLeft.test(part) ? runs.toReversed() : runs;
    });
  }

  #ofOneFont(text: string): { font: LoadedFont; letters: string }[] {
    const runs: { font: LoadedFont; letters: string }[] = [];
    for (const letter of text) {
      const font = this.#fonts.get(letter.codePointAt(0) ?? 0);
      const last = runs.at(-1);
      if (font === undefined) continue;
      if (last?.font === font) last.letters += letter;
      else runs.push({ font, letters: letter });
    }
    return runs;
  }
}

/** Composed, and with two marks on a letter at most: piles of them leave the line. */
function normalize(text: string): string {
  return text.normalize('NFC').replaceAll(/(\p{M}{2})\p{M}+/gu, '$1');
}

function shortened(parts: readonly string[], count: number): string {
  return parts.slice(0, count).join('').trimEnd() + ellipsis;
}

function outline({ glyphs, width }: ShapedText): TextOutline {
  return { path: glyphs.map((glyph) => place(glyph.font.glyphToPath(glyph.codepoint), glyph)).join(''), width };
}

/** Moves and scales the path of a glyph; in a font y goes up. */
function place(path: string, { x, y, scale }: PlacedGlyph): string {
  let isX = true;
  return path.replaceAll(/[A-Za-z]|-?[\d.]+(?:e-?\d+)?/g, (token) => {
    if (/[A-Za-z]/.test(token)) {
      isX = true;
      return token;
    }
    const value = isX ? x + Number(token) * scale : y - Number(token) * scale;
    isX = !isX;
    return String(Math.round(value * 100) / 100);
  });
}
