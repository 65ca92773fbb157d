/** Width and height of an image, in px. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** A square part of an image: its centre as fractions of width and height, and how much it is enlarged; 1 is the largest. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** A square of an image, in px of the image. */
export interface CropSquare {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export type Axis = 'x' | 'y';

/** The largest square in the middle. */
export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** An enlarged part has at least this many px a side. */
const smallestSide = 64;
const mostZoom = 8;

/** How far an image can be enlarged; at least 1. */
export function maxZoomOf({ width, height }: ImageSize): number {
  return Math.max(1, Math.min(mostZoom, Math.min(width, height) / smallestSide));
}

/** The square of the image that a crop selects; it lies inside the image. */
export function squareOf(size: ImageSize, crop: Crop): CropSquare {
  const { x, y, zoom } = fitted(size, crop);
  const side = sideOf(size, zoom);
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}

/** The crop after the image was dragged, by fractions of the side of the square. */
export function dragged(size: ImageSize, crop: Crop, right: number, down: number): Crop {
  const { x, y, zoom } = fitted(size, crop);
  const side = sideOf(size, zoom);
  return fitted(size, { x: x - (right * side) / size.width, y: y - (down * side) / size.height, zoom });
}

/** The crop at another zoom. The point `at`, in fractions of the side from the centre, keeps its place. */
export function zoomedTo(size: ImageSize, crop: Crop, zoom: number, at = { x: 0, y: 0 }): Crop {
  const before = fitted(size, crop);
  const next = Math.min(Math.max(zoom, 1), maxZoomOf(size));
  const shrunk = sideOf(size, before.zoom) - sideOf(size, next);
  return fitted(size, {
    x: before.x + (at.x * shrunk) / size.width,
    y: before.y + (at.y * shrunk) / size.height,
    zoom: next,
  });
}

/** Where the square lies between the two edges of an axis, 0 to 1; null when it fills the image there. */
export function positionOn(axis: Axis, size: ImageSize, crop: Crop): number | null {
  const { left, top, side } = squareOf(size, crop);
  const room = (axis === 'x' ? size.width : size.height) - side;
  return room < 1 ? null : (axis === 'x' ? left : top) / room;
}

/** The crop with the square at a position between the two edges of an axis, 0 to 1. */
export function movedTo(axis: Axis, size: ImageSize, crop: Crop, position: number): Crop {
  const length = axis === 'x' ? size.width : size.height;
  const side = sideOf(size, fitted(size, crop).zoom);
  return fitted(size, { ...crop, [axis]: (position * (length - side) + side / 2) / length });
}

function sideOf({ width, height }: ImageSize, zoom: number): number {
  return Math.min(width, height) / zoom;
}

function fitted(size: ImageSize, { x, y, zoom }: Crop): Crop {
  const limited = Math.min(Math.max(zoom, 1), maxZoomOf(size));
  const side = sideOf(size, limited);
  return { x: within(x, side / size.width / 2), y: within(y, side / size.height / 2), zoom: limited };
}

/** Keeps a centre so far from both edges that half of the square fits. */
function within(centre: number, half: number): number {
  return Math.min(Math.max(centre, half), 1 - half);
}
