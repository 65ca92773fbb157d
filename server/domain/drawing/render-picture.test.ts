import sharp from 'sharp';
import { expect, test } from 'vitest';
import { SessionType } from '#contract/enumerations';
import { driver, session } from '../../../tests/fixtures/session.ts';
import { type Picture, type PictureShape, pictureSizes } from './picture.ts';
import { renderPicture, sitePicture, toSvg } from './render-picture.ts';
import { sessionPicture } from './session-picture.ts';
import { Typesetter } from './typesetter.ts';

const shapes: readonly PictureShape[] = ['wide', 'tall'];
const longNames = [
  'W'.repeat(100),
  '山田太郎レーシングチーム東京都千代田区丸の内一丁目九番地',
  'ليوناردو محمد عبد الرحمن السريع من فريق السباق الكبير',
  'Очень длинное имя гонщика из сорока букв и ещё немного',
  'מקס 12 ורסטפן עם שם ארוך מאוד שלא נגמר לעולם',
  '🏎️🏁'.repeat(40),
  `Z${'̷̢̛͙͚͎'.repeat(12)}oe`,
  '한국 선수',
];
const drivers = Array.from({ length: 22 }, (_, index) =>
  driver({
    carIndex: index,
    name: longNames[index % longNames.length] ?? '',
    team: null,
    carNumber: index + 1,
    finishingPosition: index + 1,
    numberOfLaps: 10,
    totalRaceTime: 5_504_742 + index * 1_000,
  }),
);
const oval = Array.from({ length: 60 }, (_, index): [number, number] => [
  900 * Math.cos(index / 9.55),
  300 * Math.sin(index / 9.55),
]);
const wordy: Picture = {
  ...sessionPicture(session({ drivers }), oval),
  place: 'W'.repeat(300),
  title: 'W'.repeat(80),
  subtitle: 'M'.repeat(200),
  status: 'W'.repeat(200),
};

/** The left, top, right and bottom of every text of an SVG. */
function boxesOf(svg: string): number[][] {
  return [...svg.matchAll(/translate\(([-\d.]+) ([-\d.]+)\)" d="([^"]*)"/g)].map(([, x, y, path = '']) => {
    const points = [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)];
    const xs = points.map(([, each]) => Number(x) + Number(each));
    const ys = points.map(([, , each]) => Number(y) + Number(each));
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
}

test.each(shapes)('the longest texts of any script stay in a %s picture, and apart', async (shape) => {
  const { width, height } = pictureSizes[shape];
  const boxes = boxesOf(await toSvg({ ...wordy, most: { wide: 3, tall: 22 } }, shape));
  expect(boxes.length).toBeGreaterThan(shape === 'wide' ? 12 : 60);
  const outside = boxes.filter(([left = 0, top = 0, right = 0, bottom = 0]) => {
    return left < 30 || right > width - 60 || top < 12 || bottom > height - 10;
  });
  expect(outside).toEqual([]);
  const touching = boxes.flatMap((one, index) => boxes.slice(index + 1).filter((other) => overlap(one, other)));
  expect(touching).toEqual([]);
});

function overlap([left = 0, top = 0, right = 0, bottom = 0]: number[], other: number[]): boolean {
  const [otherLeft = 0, otherTop = 0, otherRight = 0, otherBottom = 0] = other;
  const across = Math.min(right, otherRight) - Math.max(left, otherLeft);
  // Marks above and below letters may touch the next line.
  return across > 0 && Math.min(bottom, otherBottom) - Math.max(top, otherTop) > 6;
}

test.each(shapes)('a %s picture is a PNG of its size, of 150 kB at most', async (shape) => {
  for (const picture of [wordy, sessionPicture(session({ drivers: [] }), []), sitePicture]) {
    const png = await renderPicture(picture, shape);
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', ...pictureSizes[shape] });
    expect(png.length).toBeLessThan(150_000);
  }
});

test('letters that no font has are left out, and a name without others is that of the car', async () => {
  const typesetter = await Typesetter.open('Max 🏎️ 12 한국');
  const style = { size: 40, weight: 750, most: 400 };
  expect(typesetter.set('Max 🏎️ 12', style)).toEqual(typesetter.set('Max 12', style));
  expect([typesetter.canDraw('🏎️'), typesetter.canDraw('한국'), typesetter.canDraw('12 🏎️')]).toEqual([
    false,
    false,
    true,
  ]);
  const named = sessionPicture(session({ drivers: [driver({ name: '🏎️', carNumber: 44 })] }), []);
  const plain = sessionPicture(session({ drivers: [driver({ name: 'Car number 44', carNumber: 44 })] }), []);
  const rowsOnly = { status: '' };
  expect(await toSvg({ ...named, ...rowsOnly }, 'tall')).toBe(await toSvg({ ...plain, ...rowsOnly }, 'tall'));
});

test('a text from right to left begins at its right end, with the space before what follows', async () => {
  const typesetter = await Typesetter.open('אב12Max');
  const style = { size: 40, weight: 750, most: 400 };
  const [whole, letters, latin] = ['אב Max', 'אב', 'Max'].map((text) => typesetter.set(text, style));
  // The Latin name comes first from the left.
  expect(whole?.path.slice(0, 60)).toBe(latin?.path.slice(0, 60));
  expect(whole?.width).toBeGreaterThan((letters?.width ?? 0) + (latin?.width ?? 0));
});

test('the time of the fastest lap stands before the name of its driver, the end of which may be cut', () => {
  const fastest = driver({ name: 'Elin Lindqvist', finishingPosition: 1, bestLapTimeMs: 84_617 });
  const statusOf = (given: Parameters<typeof session>[0]) =>
    sessionPicture(session({ drivers: [fastest, driver({ carIndex: 1 })], ...given }), []).status;
  expect(statusOf({ numberOfLaps: 27 })).toBe('27 laps · Fastest lap 1:24.617, Elin Lindqvist');
  expect(statusOf({ sessionType: SessionType.Q3 })).toBe('2 drivers · Fastest lap 1:24.617, Elin Lindqvist');
});

test('the bar of a second car has a notch, and is as wide and as high as that of the first', async () => {
  const { rows, ...rest } = sessionPicture(session({ drivers: drivers.slice(0, 1) }), []);
  const barsOf = async (isSecond: boolean) => {
    const svg = await toSvg({ ...rest, rows: rows.map((row) => ({ ...row, isSecond })) }, 'wide');
    return svg.match(/<rect x="148"[^>]*>/g) ?? [];
  };
  const [whole, notched] = [await barsOf(false), await barsOf(true)];
  expect(whole).toHaveLength(1);
  expect(notched).toEqual([...whole, expect.stringContaining('width="8" height="8"')]);
});
