/** A place on a track or on the screen. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The box that a map is drawn in, in px. */
export interface Box {
  readonly width: number;
  readonly height: number;
  /** Kept free on every side. */
  readonly padding: number;
}

/** How places are drawn: by distance along the lap, or by position in the world. */
export interface MapProjection {
  /** Screen places of the outline: closed for a track, open for a strip. */
  readonly line: readonly Place[];
  readonly isClosed: boolean;
  /** Where a distance in m after the start line is. */
  readonly atDistance: (distance: number) => Place;
  /** Where a position in m is; null on a strip. */
  readonly atPosition: ((x: number, z: number) => Place) | null;
  readonly length: number;
}

/** A car that is further away than this from where its distance puts it is in another world, in m. */
const farAway = 200;

/** Fits a closed outline into a box, turned by 90° when it is larger then. */
export function projectOutline(
  points: readonly (readonly [number, number])[],
  length: number,
  box: Box,
): MapProjection {
  const isTurned = scaleOf(points, box, true) > scaleOf(points, box, false) * 1.15;
  const turned = points.map(([x, z]): [number, number] => turn(x, z, isTurned));
  const scale = scaleOf(points, box, isTurned);
  const [left, right, top, bottom] = boundsOf(turned);
  const offsetX = (box.width - (right - left) * scale) / 2 - left * scale;
  const offsetY = (box.height - (bottom - top) * scale) / 2 - top * scale;
  const toScreen = (x: number, z: number): Place => {
    const [across, down] = turn(x, z, isTurned);
    return { x: offsetX + across * scale, y: offsetY + down * scale };
  };
  return {
    line: points.map(([x, z]) => toScreen(x, z)),
    isClosed: true,
    length,
    atDistance: (distance) => toScreen(...pointAt(points, distance / length)),
    atPosition: toScreen,
  };
}

/** A straight lap from left to right. */
export function projectStrip(length: number, { width, height, padding }: Box): MapProjection {
  const from = padding;
  const to = Math.max(padding, width - padding);
  return {
    line: [
      { x: from, y: height / 2 },
      { x: to, y: height / 2 },
    ],
    isClosed: false,
    length,
    atDistance: (distance) => ({ x: from + (to - from) * partOf(distance / length), y: height / 2 }),
    atPosition: null,
  };
}

/** The position of a car, as far as it is known, in m. */
export interface CarPlace {
  readonly x: number | null;
  readonly z: number | null;
  readonly lapDistance: number | null;
}

/** The place of a car on the map; null without a position. A position far from the track is ignored. */
export function placeOf({ x, z, lapDistance }: CarPlace, projection: MapProjection): Place | null {
  const byDistance = lapDistance === null ? null : projection.atDistance(lapDistance);
  if (x === null || z === null || projection.atPosition === null) return byDistance;
  const byPosition = projection.atPosition(x, z);
  if (byDistance === null) return byPosition;
  const scale = lengthOf(projection) / projection.length;
  const isFar = Math.hypot(byPosition.x - byDistance.x, byPosition.y - byDistance.y) > farAway * scale;
  return isFar ? byDistance : byPosition;
}

/** The room of a car or a label on a map, around the middle of its height, in px. */
export interface TakenSpot {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** The size of a label, how far from the middle of its car it is drawn, and the map, in px. */
interface LabelSize {
  readonly width: number;
  readonly height: number;
  readonly reach: number;
  readonly mapWidth: number;
}

/** Where there is room for the label of a car: to the right, to the left, above, or below; undefined for none. */
export function findLabelSpot(
  { x, y }: Place,
  { width, height, reach, mapWidth }: LabelSize,
  taken: readonly TakenSpot[],
): TakenSpot | undefined {
  const below = reach + height / 3;
  const spots = [
    { left: x + reach, y },
    { left: x - reach - width, y },
    { left: x - width / 2, y: y - below },
    { left: x - width / 2, y: y + below },
  ].map((spot) => ({ ...spot, right: spot.left + width }));
  return spots.find(
    ({ left, right, y: middle }) =>
      left > 2 &&
      right < mapWidth - 2 &&
      taken.every((box) => left > box.right + 2 || right < box.left - 2 || Math.abs(box.y - middle) > height),
  );
}

/** A lap on the screen, in px. */
function lengthOf({ line }: MapProjection): number {
  return line.reduce((sum, place, index) => {
    const next = line[(index + 1) % line.length] ?? place;
    return sum + Math.hypot(next.x - place.x, next.y - place.y);
  }, 0);
}

function turn(x: number, z: number, isTurned: boolean): [number, number] {
  return isTurned ? [-z, x] : [x, z];
}

function boundsOf(points: readonly (readonly [number, number])[]): [number, number, number, number] {
  const across = points.map(([x]) => x);
  const down = points.map(([, z]) => z);
  return [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)];
}

function scaleOf(points: readonly (readonly [number, number])[], box: Box, isTurned: boolean): number {
  const [left, right, top, bottom] = boundsOf(points.map(([x, z]) => turn(x, z, isTurned)));
  const width = Math.max(1, box.width - 2 * box.padding);
  const height = Math.max(1, box.height - 2 * box.padding);
  return Math.min(width / Math.max(1, right - left), height / Math.max(1, bottom - top));
}

/** A part of a lap, from 0 to 1. */
function partOf(laps: number): number {
  return ((laps % 1) + 1) % 1;
}

function pointAt(points: readonly (readonly [number, number])[], laps: number): [number, number] {
  const place = partOf(laps) * points.length;
  const [one, other] = [points[Math.floor(place) % points.length], points[(Math.floor(place) + 1) % points.length]];
  if (one === undefined || other === undefined) return [0, 0];
  const part = place % 1;
  return [one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part];
}
