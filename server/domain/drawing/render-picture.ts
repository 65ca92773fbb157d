import sharp from 'sharp';
import { drawPicture } from './draw-picture.ts';
import { Drawing } from './drawing.ts';
import { type Picture, type PictureShape, pictureSizes } from './picture.ts';
import { Typesetter } from './typesetter.ts';

/** All texts that a drawing adds to those of its picture. */
const fixedTexts = 'and more PITBOARD −+.R0123456789';

/** A picture as SVG, with its texts as outlines. */
export async function toSvg(picture: Picture, shape: PictureShape): Promise<string> {
  const typesetter = await Typesetter.open(
    fixedTexts + JSON.stringify({ ...picture, outline: [], badge: '', mark: '' }),
  );
  const drawing = new Drawing(pictureSizes[shape], typesetter);
  drawPicture(drawing, picture, shape);
  return drawing.toString();
}

/** A picture as PNG, of 150 kB at most. */
export async function renderPicture(picture: Picture, shape: PictureShape): Promise<Buffer> {
  const svg = Buffer.from(await toSvg(picture, shape));
  // Letters and lines have edges alone; in the image of a league colours run into each other.
  const dither = picture.badge === undefined ? 0 : 1;
  return sharp(svg, { limitInputPixels: 4_000_000 }).png({ palette: true, colours: 128, effort: 1, dither }).toBuffer();
}

/** The picture of the site, in place of one that does not exist or that the reader may not see. */
export const sitePicture: Picture = {
  place: '',
  title: 'Pitboard',
  subtitle: 'Sessions, live timing, leagues and seasons of racing games',
  status: '',
  rows: [],
  empty: '',
  most: { wide: 0, tall: 0 },
};
