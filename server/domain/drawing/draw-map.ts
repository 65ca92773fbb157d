import { colours } from '#contract/colours/colours';
import { findLabelSpot, type Place, placeOf, projectOutline, type TakenSpot } from '#contract/race/track-geometry';
import type { Drawing } from './drawing.ts';
import type { Picture, PictureCar } from './picture.ts';

/** The room of a map in a picture, in px. */
export type MapRoom = readonly [left: number, top: number, width: number, height: number];

/** On a narrower map lines and cars are smaller. */
const narrow = 200;
const label = { size: 26, weight: 800 } as const;
/** Labels are so far beside their cars, or further away where there is no room, in px. */
const reaches = [10, 40, 70] as const;

/** The outline of a track as its map has it, and the cars on it. */
export function drawMap(drawing: Drawing, { outline = [], cars, flag }: Picture, room: MapRoom): void {
  const [left, top, width, height] = room;
  const projection = projectOutline(outline, 1, { width, height, padding: cars === undefined ? 0 : 24 });
  const [first, second] = projection.line;
  if (first === undefined || second === undefined) return;
  const isNarrow = width <= narrow;
  const at = ({ x, y }: Place): [number, number] => [left + x, top + y];
  const line = [...projection.line, first].map(at);
  if (cars === undefined) {
    drawing.line(line, colours.mute, { width: isNarrow ? 5 : 9 });
    drawing.circle(...at(first), isNarrow ? 6 : 10, colours.red);
    return;
  }
  drawing.line(line, flag?.colour ?? colours.kerb, { width: isNarrow ? 9 : 17 });
  drawing.line(line, colours.line, { width: isNarrow ? 6 : 11 });
  const across = Math.atan2(second.y - first.y, second.x - first.x) + Math.PI / 2;
  const [x, y] = [Math.cos(across) * 14, Math.sin(across) * 14];
  drawing.line([at({ x: first.x - x, y: first.y - y }), at({ x: first.x + x, y: first.y + y })], colours.text, {
    width: 4,
  });
  const placed = cars.flatMap((car) => {
    const place = placeOf({ ...car, lapDistance: null }, projection);
    return place === null ? [] : { car, place };
  });
  drawCars(drawing, placed.reverse(), { room, radius: isNarrow ? 5 : 10 });
}

interface PlacedCar {
  readonly car: PictureCar;
  readonly place: Place;
}

/** The cars, those with a label above the others, and the labels where a map that is not narrow has room for them. */
function drawCars(
  drawing: Drawing,
  placed: readonly PlacedCar[],
  { room: [left, top, mapWidth], radius }: { readonly room: MapRoom; readonly radius: number },
): void {
  const labelled = placed.filter(({ car }) => car.label !== '');
  const circle = ({ car, place: { x, y } }: PlacedCar, size: number) => {
    drawing.circle(left + x, top + y, size + 3, colours.bg);
    drawing.circle(left + x, top + y, size, car.colour);
  };
  for (const each of placed) if (each.car.label === '') circle(each, radius);
  for (const each of labelled) circle(each, radius * 1.5);
  if (mapWidth <= narrow) return;
  const taken: TakenSpot[] = placed.map(({ place: { x, y } }) => ({ left: x - radius, right: x + radius, y }));
  for (const { car, place } of labelled.reverse()) {
    const width = drawing.widthOf(car.label, label);
    const spots = reaches.map((reach) =>
      findLabelSpot(place, { width, height: label.size, reach: radius * 1.5 + reach, mapWidth }, taken),
    );
    const spot = spots.find((each) => each !== undefined);
    if (spot === undefined) continue;
    taken.push(spot);
    drawing.rectangle(left + spot.left - 4, top + spot.y - 14, width + 8, 28, colours.bg);
    drawing.text(car.label, left + spot.left, top + spot.y, { ...label, most: width + 1 });
  }
}
