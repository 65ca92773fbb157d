import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { type Box, findLabelSpot, placeOf, projectOutline, projectStrip } from './track-geometry.ts';

const square: [number, number][] = [
  [0, 0],
  [100, 0],
  [100, 400],
  [0, 400],
];
const length = 1_000;
const wide: Box = { width: 640, height: 240, padding: 20 };

describe('an outline', () => {
  test('is inside its box, whatever its shape', () => {
    const coordinate = fc.double({ min: -5_000, max: 5_000, noNaN: true });
    const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 40 });
    const side = fc.integer({ min: 100, max: 1_500 });
    fc.assert(
      fc.property(points, side, side, (outline, width, height) => {
        for (const { x, y } of projectOutline(outline, length, { width, height, padding: 20 }).line) {
          expect(x).toBeGreaterThan(19.9);
          expect(y).toBeGreaterThan(19.9);
          expect(x).toBeLessThan(width - 19.9);
          expect(y).toBeLessThan(height - 19.9);
        }
      }),
    );
  });

  test('is turned where it is larger then, and never mirrored', () => {
    const { line } = projectOutline(square, length, wide);
    const across = line.map(({ x }) => x);
    expect(Math.max(...across) - Math.min(...across)).toBeCloseTo(600);
    const upright = projectOutline(square, length, { width: 240, height: 640, padding: 20 }).line;
    const area = (places: typeof line) =>
      places.reduce((sum, place, index) => {
        const next = places[(index + 1) % places.length] ?? place;
        return sum + place.x * next.y - next.x * place.y;
      }, 0);
    expect(Math.sign(area(line))).toBe(Math.sign(area(upright)));
  });

  test('places cars by distance, before the start line too', () => {
    const { line, atDistance } = projectOutline(square, length, wide);
    expect(atDistance(250)).toEqual(line[1]);
    expect(atDistance(-250)).toEqual(line[3]);
    expect(atDistance(1_000)).toEqual(line[0]);
  });

  test('places cars where they are, and by distance where that cannot be on this track', () => {
    const projection = projectOutline(square, length, wide);
    const position = placeOf({ x: 110, z: 5, lapDistance: 250 }, projection);
    expect(position).toEqual(projection.atPosition?.(110, 5));
    expect(placeOf({ x: 4_000, z: 5, lapDistance: 250 }, projection)).toEqual(projection.line[1]);
    expect(placeOf({ x: null, z: null, lapDistance: 250 }, projection)).toEqual(projection.line[1]);
    expect(placeOf({ x: null, z: null, lapDistance: null }, projection)).toBeNull();
  });
});

test('a strip places cars from left to right, by distance alone', () => {
  const projection = projectStrip(length, wide);
  expect(placeOf({ x: 3, z: 4, lapDistance: 500 }, projection)).toEqual({ x: 320, y: 120 });
  expect(placeOf({ x: null, z: null, lapDistance: -100 }, projection)?.x).toBeCloseTo(560);
  expect(placeOf({ x: 3, z: 4, lapDistance: null }, projection)).toBeNull();
});

test('a label is beside its car where no other is, above or below it, or nowhere', () => {
  const size = { width: 30, height: 12, reach: 11, mapWidth: 200 };
  const spotAt = (x: number, ...taken: { left: number; right: number; y: number }[]) => {
    const spot = findLabelSpot({ x, y: 50 }, size, taken);
    return spot === undefined ? null : [spot.left, spot.y];
  };
  const right = { left: 105, right: 120, y: 50 };
  const left = { left: 60, right: 95, y: 50 };
  expect(spotAt(100)).toEqual([111, 50]);
  expect(spotAt(180)).toEqual([139, 50]);
  expect(spotAt(100, right)).toEqual([59, 50]);
  const above = { left: 90, right: 110, y: 38 };
  expect(spotAt(100, right, left)).toEqual([85, 35]);
  expect(spotAt(100, right, left, above)).toEqual([85, 65]);
  expect(spotAt(100, right, left, above, { left: 90, right: 110, y: 60 })).toBeNull();
});
