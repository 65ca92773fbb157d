import { colours } from '#contract/colours/colours';
import {
  type CarPlace,
  findLabelSpot,
  type MapProjection,
  type Place,
  type TakenSpot,
} from '#contract/race/track-geometry';

/** A car on the map. */
export interface MapCar extends CarPlace {
  readonly carIndex: number;
  /** Any CSS colour. */
  readonly colour: string;
  /** A few letters. */
  readonly label: string;
  /** Out of the race, or in the pits. */
  readonly isDimmed: boolean;
  readonly isSelected: boolean;
}

/** Draws the track. `tone` is the colour of its edge, for flags; null for none. */
export function drawTrack(
  context: CanvasRenderingContext2D,
  { line, isClosed }: MapProjection,
  tone: string | null,
): void {
  const path = new Path2D();
  for (const { x, y } of line) path.lineTo(x, y);
  if (isClosed) path.closePath();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const [width, colour] of [
    [12, tone ?? colours.kerb],
    [9, colours.line],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke(path);
  }
  const ends = isClosed
    ? [[line[0], line[1]]]
    : [
        [line[0], line[1]],
        [line[1], line[0]],
      ];
  if (isClosed) drawDirection(context, line);
  for (const [here, next] of ends) if (here !== undefined && next !== undefined) drawStartLine(context, here, next);
}

/** An arrow on the track, behind the start line, in the direction of driving. */
function drawDirection(context: CanvasRenderingContext2D, line: readonly Place[]): void {
  const place = Math.max(2, Math.round(line.length / 40));
  const [here, next] = [line[place], line[place + 1]];
  if (here === undefined || next === undefined) return;
  context.save();
  context.translate(here.x, here.y);
  context.rotate(Math.atan2(next.y - here.y, next.x - here.x));
  context.beginPath();
  context.moveTo(6, 0);
  context.lineTo(-4, -4);
  context.lineTo(-4, 4);
  context.closePath();
  context.fillStyle = colours.text;
  context.fill();
  context.restore();
}

/** A short line across the track. */
function drawStartLine(context: CanvasRenderingContext2D, here: Place, next: Place): void {
  const angle = Math.atan2(next.y - here.y, next.x - here.x) + Math.PI / 2;
  const [x, y] = [Math.cos(angle) * 10, Math.sin(angle) * 10];
  context.lineWidth = 3;
  context.strokeStyle = colours.text;
  context.beginPath();
  context.moveTo(here.x - x, here.y - y);
  context.lineTo(here.x + x, here.y + y);
  context.stroke();
}

/** Draws a car. */
export function drawCar(
  context: CanvasRenderingContext2D,
  { colour, isDimmed, isSelected }: MapCar,
  { x, y }: Place,
): void {
  context.globalAlpha = isDimmed ? 0.4 : 1;
  context.beginPath();
  context.arc(x, y, isSelected ? 8 : 6, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = isSelected ? colours.favourite : colours.panel;
  context.stroke();
  context.globalAlpha = 1;
}

/** A car and where it is drawn. */
export interface PlacedCar {
  readonly car: MapCar;
  readonly place: Place;
}

/** Labels cars as long as there is room: the selected one and the leaders before the others. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  placed: readonly PlacedCar[],
  { width, font }: { readonly width: number; readonly font: string },
): void {
  const taken: TakenSpot[] = placed.map(({ place: { x, y } }) => ({ left: x - 6, right: x + 6, y }));
  context.font = `650 12px ${font}`;
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  for (const { car, place } of placed) {
    const { label, isDimmed, isSelected } = car;
    if (isDimmed) continue;
    const size = { width: context.measureText(label).width, height: 12, reach: 11, mapWidth: width };
    const spot = findLabelSpot(place, size, taken) ?? (isSelected ? findLabelSpot(place, size, []) : undefined);
    if (spot === undefined) continue;
    taken.push(spot);
    context.strokeStyle = colours.panel;
    context.strokeText(label, spot.left, spot.y);
    context.fillStyle = isSelected ? colours.favourite : colours.text;
    context.fillText(label, spot.left, spot.y);
  }
}
