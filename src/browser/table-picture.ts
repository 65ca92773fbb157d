import { colours } from '#contract/colours';
import type { TablePicture } from '../format/season-picture.ts';

/** The size that chats show whole, in px. */
const width = 1080;
const height = 1350;
const margin = 64;
const headHeight = 250;
const footHeight = 96;
/** The most rows that are still readable on a phone. */
const mostRows = 24;
const family = "'Sofia Sans Semi Condensed', system-ui, sans-serif";

/** Draws a table as a PNG of 1080 × 1350 px, on this device. @throws Error when the browser cannot make a picture. */
export async function drawTable(picture: TablePicture): Promise<Blob> {
  await document.fonts.load(`800 40px ${family}`, 'A');
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.fillStyle = colours.bg;
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  drawHead(context, picture);
  drawRows(context, picture);
  drawFoot(context, picture);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error('the canvas cannot be encoded');
  return blob;
}

type Context = CanvasRenderingContext2D;

interface Style {
  readonly size: number;
  readonly weight?: number;
  readonly colour?: string;
  readonly align?: CanvasTextAlign;
  /** Longer texts are cut, in px. */
  readonly most?: number;
}

function write(context: Context, text: string, x: number, y: number, style: Style): number {
  const { size, weight = 650, colour = colours.text, align = 'left', most = width } = style;
  context.font = `${weight} ${size}px ${family}`;
  context.fillStyle = colour;
  context.textAlign = align;
  const fitted = cut(context, text, most);
  context.fillText(fitted, x, y);
  return context.measureText(fitted).width;
}

/** The text, or as much of it as fits with an ellipsis. */
function cut(context: Context, text: string, most: number): string {
  if (context.measureText(text).width <= most) return text;
  const letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > most) letters.pop();
  return `${letters.join('')}…`;
}

function drawHead(context: Context, { title, subtitle }: TablePicture): void {
  context.fillStyle = colours.redfill;
  context.fillRect(0, 0, width, 12);
  write(context, title, margin, 108, { size: 72, weight: 800, most: width - 2 * margin });
  write(context, subtitle, margin, 176, { size: 38, colour: colours.mute, most: width - 2 * margin });
}

function drawRows(context: Context, { rows }: TablePicture): void {
  const shown = rows.slice(0, mostRows);
  const room = height - headHeight - footHeight;
  const step = Math.min(84, room / Math.max(1, shown.length + (rows.length > mostRows ? 1 : 0)));
  const size = Math.round(Math.min(44, step * 0.68));
  for (const [index, row] of shown.entries()) {
    const y = headHeight + index * step + step / 2;
    context.fillStyle = colours.line;
    context.fillRect(margin, y + step / 2 - 1, width - 2 * margin, 1);
    write(context, row.position, margin + 62, y, {
      size,
      weight: 800,
      align: 'right',
      colour: index === 0 ? colours.amber : colours.text,
    });
    context.fillStyle = row.colour;
    context.fillRect(margin + 84, y - step * 0.3, 8, step * 0.6);
    write(context, row.name, margin + 112, y, { size, weight: 750, most: 560 });
    write(context, row.value, width - margin, y, {
      size,
      weight: 800,
      align: 'right',
      colour: index === 0 ? colours.amber : colours.text,
    });
    write(context, row.note, width - margin - 130, y, {
      size: Math.round(size * 0.7),
      colour: colours.mute,
      align: 'right',
      most: 160,
    });
  }
  if (rows.length > mostRows)
    write(context, `and ${rows.length - mostRows} more`, margin + 112, headHeight + mostRows * step + step / 2, {
      size,
      colour: colours.mute,
    });
}

function drawFoot(context: Context, { status }: TablePicture): void {
  const y = height - footHeight / 2;
  write(context, status, margin, y, { size: 32, weight: 750, colour: colours.mute, most: 700 });
  const wordWidth = write(context, 'BOARD', width - margin, y, {
    size: 36,
    weight: 800,
    colour: colours.red,
    align: 'right',
  });
  write(context, 'PIT', width - margin - wordWidth, y, { size: 36, weight: 800, align: 'right' });
}
