import { expect, test } from 'vitest';
import { LapTrail } from './lap-trail.ts';

const length = 2_000;
const placeAt = (distance: number): [number, number] => [
  Math.cos((distance / length) * 2 * Math.PI) * 300,
  Math.sin((distance / length) * 2 * Math.PI) * 300,
];
const carAt = (lapDistance: number, more: object = {}) => {
  const [x, z] = placeAt(lapDistance);
  return { x, z, lapDistance, isDimmed: false, ...more };
};

test('the lap of a track is known once cars were seen nearly everywhere, in order from the start line', () => {
  const trail = new LapTrail(length);
  const parts = Array.from({ length: 100 }, (_, index) => index * 20 + 10);
  // The last car first: the order in which places become known does not matter.
  for (const distance of parts.slice(10).reverse()) expect(trail.add([carAt(distance)])).toBeNull();
  const points = trail.add(parts.slice(0, 9).map((distance) => carAt(distance)));
  expect(points).toHaveLength(100);
  for (const [index, [x, z]] of (points ?? []).entries()) {
    const [expectedX, expectedZ] = placeAt(index * 20 + 10);
    expect(Math.hypot(x - expectedX, z - expectedZ)).toBeLessThan(2);
  }
});

test('cars in the pits, without a place or before the line draw nothing', () => {
  const trail = new LapTrail(40);
  const nowhere = [carAt(10, { isDimmed: true }), carAt(10, { x: null }), carAt(10, { lapDistance: null }), carAt(-5)];
  expect(trail.add([...nowhere, carAt(30)])).toBeNull();
  expect(trail.add([carAt(10), carAt(2_000)])).toHaveLength(2);
});
