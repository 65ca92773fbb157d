import { colours } from '#contract/colours/colours';
import { drawChart } from './draw-chart.ts';
import { drawMap, type MapRoom } from './draw-map.ts';
import type { Drawing } from './drawing.ts';
import { markSide, type Picture, type PictureRow, type PictureShape } from './picture.ts';

interface Layout {
  /** The middle of each line of the head. */
  readonly head: readonly [place: number, title: number, subtitle: number];
  readonly titleSize: number;
  readonly bodyTop: number;
  /** The most that a row may have, in px. */
  readonly rowHeight: number;
  /** Where the outline of the track is, and where one with cars on it. */
  readonly outline: MapRoom;
  readonly map: MapRoom;
  /** Whether rows leave that room. */
  readonly isBesideRows: boolean;
}

const margin = 64;
const footHeight = 92;

const layouts: Record<PictureShape, Layout> = {
  wide: {
    head: [72, 138, 200],
    titleSize: 72,
    bodyTop: 238,
    rowHeight: 92,
    outline: [836, 244, 300, 280],
    map: [736, 226, 400, 316],
    isBesideRows: true,
  },
  tall: {
    head: [88, 158, 222],
    titleSize: 72,
    bodyTop: 268,
    rowHeight: 92,
    outline: [876, 64, 140, 160],
    map: [876, 64, 140, 160],
    isBesideRows: false,
  },
};

/** Draws a picture. */
export function drawPicture(drawing: Drawing, picture: Picture, shape: PictureShape): void {
  const layout = layouts[shape];
  drawHead(drawing, picture, layout);
  const bottom = drawing.height - footHeight;
  const { chart, cars, badge } = picture;
  const room = cars === undefined ? layout.outline : layout.map;
  if (hasOutline(picture)) drawMap(drawing, picture, room);
  if (badge !== undefined) drawing.image(badge, layout.outline);
  const isNarrow = layout.isBesideRows && (hasOutline(picture) || badge !== undefined);
  const right = isNarrow ? room[0] - 40 : drawing.width - margin;
  if (chart === undefined) drawRows(drawing, picture, { layout, right, bottom, most: picture.most[shape] });
  else drawChart(drawing, chart, { left: margin, right, top: layout.bodyTop + 8, bottom });
  drawFoot(drawing, picture);
}

function hasOutline({ outline = [] }: Picture): boolean {
  return outline.length > 2;
}

function drawHead(drawing: Drawing, picture: Picture, layout: Layout): void {
  const { place, title, subtitle, flag, mark } = picture;
  const [placeY, titleY, subtitleY] = layout.head;
  const isBeside = !layout.isBesideRows && (hasOutline(picture) || picture.badge !== undefined);
  const most = (isBeside ? layout.outline[0] - 40 : drawing.width - margin) - margin;
  drawing.rectangle(0, 0, drawing.width, 12, flag?.colour ?? colours.redfill);
  const left = mark === undefined ? 0 : markSide + 12;
  if (mark !== undefined) drawing.image(mark, [margin, placeY - markSide / 2, markSide, markSide]);
  // Smaller beside an image, so that league, season and round still fit beside the outline of a tall picture.
  const size = mark === undefined ? 32 : 30;
  drawing.text(place, margin + left, placeY, { size, weight: 750, colour: colours.mute, most: most - left });
  drawing.text(title, margin, titleY, { size: layout.titleSize, weight: 800, most });
  const width = drawing.text(subtitle, margin, subtitleY, { size: 34, colour: colours.mute, most });
  if (flag === undefined) return;
  const flagLeft = margin + width + 24;
  drawing.text(flag.name, flagLeft, subtitleY, { size: 34, weight: 750, colour: flag.colour, most: most - width - 24 });
}

interface RowsRoom {
  readonly layout: Layout;
  readonly right: number;
  readonly bottom: number;
  readonly most: number;
}

function drawRows(
  drawing: Drawing,
  { rows, empty, isUnranked }: Picture,
  { layout, right, bottom, most }: RowsRoom,
): void {
  const { bodyTop: top } = layout;
  let free = most - rows.filter(({ isMarked }) => isMarked === true).length;
  const shown = rows.filter(({ isMarked }) => {
    if (isMarked !== true) free -= 1;
    return isMarked === true || free >= 0;
  });
  const rest = layout.isBesideRows ? 0 : rows.length - shown.length;
  const step = Math.min(layout.rowHeight, (bottom - top) / Math.max(1, shown.length + Math.sign(rest)));
  const size = Math.round(Math.min(46, step * 0.66));
  const left = margin;
  for (const [index, row] of shown.entries()) {
    const y = top + index * step + step / 2;
    const isFirst = index === 0 && isUnranked !== true;
    const colour = isFirst ? colours.amber : colours.text;
    if (row.isMarked === true)
      drawing.rectangle(left - 16, y - step / 2, right - left + 32, step, colours.favouriterow);
    drawing.rectangle(left, y + step / 2 - 1, right - left, 1, colours.line);
    drawing.text(row.position, left + 66, y, { size, weight: 800, align: 'right', colour, most: 66 });
    drawBar(drawing, left + 84, y, step * 0.6, row);
    const name = left + 112;
    const value = drawing.text(row.value, right, y, { size, weight: 800, align: 'right', colour, most: 240 });
    const noteEnd = right - Math.max(value, size * 1.6) - 24;
    const note = drawing.text(row.note, noteEnd, y, {
      size: Math.round(size * 0.72),
      colour: colours.mute,
      align: 'right',
      most: 180,
    });
    const room = (note > 0 ? noteEnd - note : right - value) - 24 - name;
    drawing.text(drawing.readable(row.name, row.otherName), name, y, { size, weight: 750, most: room });
  }
  if (rest > 0) {
    const y = top + shown.length * step + step / 2;
    drawing.text(`and ${rest} more`, left + 112, y, { size, colour: colours.mute, most: 500 });
  }
  if (rows.length === 0) {
    drawing.text(empty, left, top + 60, { size: 46, weight: 750, colour: colours.mute, most: right - left });
  }
}

/** The bar of a team, with a notch for its second car. */
function drawBar(drawing: Drawing, x: number, y: number, height: number, { colour, isSecond }: PictureRow): void {
  drawing.rectangle(x, y - height / 2, 8, height, colour);
  if (isSecond) drawing.rectangle(x, y - 4, 8, 8, colours.bg);
}

function drawFoot(drawing: Drawing, { status }: Picture): void {
  const y = drawing.height - footHeight / 2;
  drawing.text(status, margin, y, { size: 30, weight: 650, colour: colours.mute, most: drawing.width - 460 });
  const right = drawing.width - margin;
  const word = { size: 38, weight: 800, align: 'right', most: 200 } as const;
  const board = drawing.text('BOARD', right, y, { ...word, colour: colours.red });
  drawing.text('PIT', right - board, y, word);
}
