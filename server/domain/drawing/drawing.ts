import { colours } from '#contract/colours/colours';
import type { Typesetter } from './typesetter.ts';

interface TextOptions {
  readonly size: number;
  readonly weight?: number;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'middle';
  /** A longer text ends with an ellipsis, in px. */
  readonly most: number;
}

/** The height of capital letters of the font, as a part of its size. */
const capitals = 0.66;

/** An SVG that grows from shapes and texts. */
export class Drawing {
  readonly width: number;
  readonly height: number;
  readonly #typesetter: Typesetter;
  readonly #parts: string[] = [];

  constructor({ width, height }: { readonly width: number; readonly height: number }, typesetter: Typesetter) {
    this.width = width;
    this.height = height;
    this.#typesetter = typesetter;
    this.rectangle(0, 0, width, height, colours.bg);
  }

  rectangle(x: number, y: number, width: number, height: number, colour: string): void {
    this.#parts.push(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${height}" fill="${colour}"/>`,
    );
  }

  line(points: readonly (readonly [number, number])[], colour: string, { width = 2, dash = '' } = {}): void {
    // Round ends would fill the gaps between dashes.
    const ends = dash === '' ? ' stroke-linecap="round"' : ` stroke-dasharray="${dash}"`;
    this.#parts.push(
      `<path d="${pathOf(points)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"${ends}/>`,
    );
  }

  area(points: readonly (readonly [number, number])[], colour: string, opacity: number): void {
    this.#parts.push(`<path d="${pathOf(points)}Z" fill="${colour}" opacity="${opacity}"/>`);
  }

  circle(x: number, y: number, radius: number, colour: string): void {
    this.#parts.push(`<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="${colour}"/>`);
  }

  image(address: string, [x, y, width, height]: readonly [number, number, number, number]): void {
    this.#parts.push(`<image x="${x}" y="${y}" width="${width}" height="${height}" href="${address}"/>`);
  }

  /** Draws a text whose capital letters are centred on `y`. Returns its width. */
  text(text: string, x: number, y: number, options: TextOptions): number {
    const { size, weight = 650, colour = colours.text, align = 'left', most } = options;
    const { path, width } = this.#typesetter.set(text, { size, weight, most: Math.max(0, most) });
    if (path === '') return 0;
    const left = x - { left: 0, right: width, middle: width / 2 }[align];
    const [atX, atY] = [left, y + (size * capitals) / 2].map(round);
    this.#parts.push(`<path transform="translate(${atX} ${atY})" d="${path}" fill="${colour}"/>`);
    return width;
  }

  /** The width of a text, in px. */
  widthOf(text: string, { size, weight }: { readonly size: number; readonly weight: number }): number {
    return this.#typesetter.set(text, { size, weight, most: Infinity }).width;
  }

  /** The first of these texts that has something to draw. */
  readable(...texts: readonly string[]): string {
    return texts.find((text) => this.#typesetter.canDraw(text)) ?? '';
  }

  toString(): string {
    const size = `width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${this.#parts.join('')}</svg>`;
  }
}

const round = (value: number) => Math.round(value * 100) / 100;

function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)},${round(y)}`).join('');
}
