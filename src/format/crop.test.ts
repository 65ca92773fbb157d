import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { type Crop, dragged, maxZoomOf, movedTo, positionOn, squareOf, wholeCrop, zoomedTo } from './crop.ts';

const photo = { width: 4_000, height: 3_000 };

describe('a crop', () => {
  test('begins as the largest square in the middle', () => {
    expect(squareOf(photo, wholeCrop)).toEqual({ left: 500, top: 0, side: 3_000 });
  });

  test('follows the finger: dragging right shows what is further left', () => {
    expect(squareOf(photo, dragged(photo, wholeCrop, 0.1, 0))).toEqual({ left: 200, top: 0, side: 3_000 });
    expect(squareOf(photo, dragged(photo, wholeCrop, 9, 9))).toEqual({ left: 0, top: 0, side: 3_000 });
  });

  test('keeps the point under the pointer when it is enlarged', () => {
    const corner = { x: -0.5, y: -0.5 };
    expect(squareOf(photo, zoomedTo(photo, wholeCrop, 2, corner))).toEqual({ left: 500, top: 0, side: 1_500 });
  });

  test('has a position on an axis only where there is room to move', () => {
    expect([positionOn('x', photo, wholeCrop), positionOn('y', photo, wholeCrop)]).toEqual([0.5, null]);
    const right = movedTo('x', photo, wholeCrop, 1);
    expect(squareOf(photo, right)).toEqual({ left: 1_000, top: 0, side: 3_000 });
    expect(positionOn('x', photo, right)).toBe(1);
  });

  test('is not enlarged to a few pixels', () => {
    expect([maxZoomOf(photo), maxZoomOf({ width: 128, height: 900 }), maxZoomOf({ width: 1, height: 1 })]).toEqual([
      8, 2, 1,
    ]);
  });
});

test('whatever is done to it, a crop lies inside the image', () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  const number = fc.double({ min: -3, max: 12, noNaN: true });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('drag' as const), x: number, y: number }),
    fc.record({ kind: fc.constant('zoom' as const), x: number, y: number, zoom: number }),
    fc.record({ kind: fc.constant('move' as const), x: number, axis: fc.constantFrom('x' as const, 'y' as const) }),
  );
  fc.assert(
    fc.property(side, side, fc.array(step, { maxLength: 8 }), (width, height, steps) => {
      const size = { width, height };
      let crop: Crop = wholeCrop;
      for (const each of steps) {
        if (each.kind === 'drag') crop = dragged(size, crop, each.x, each.y);
        if (each.kind === 'zoom') crop = zoomedTo(size, crop, each.zoom, each);
        if (each.kind === 'move') crop = movedTo(each.axis, size, crop, each.x);
      }
      const square = squareOf(size, crop);
      const tolerance = 1e-6 * Math.max(width, height);
      expect(square.side).toBeGreaterThan(0);
      expect(square.left).toBeGreaterThanOrEqual(-tolerance);
      expect(square.top).toBeGreaterThanOrEqual(-tolerance);
      expect(square.left + square.side).toBeLessThanOrEqual(width + tolerance);
      expect(square.top + square.side).toBeLessThanOrEqual(height + tolerance);
    }),
  );
});
