/** The values of a line at even steps; null where one is not known: the line has a gap there. */
export type LineValues = readonly (number | null)[];

/** A linear scale as two numbers: to call a scale for each point of 44 lines takes a fifth of the script of a whole draw. */
interface Linear {
  readonly zero: number;
  readonly step: number;
}

/** The two numbers of a linear scale. */
export function linearOf(scale: (value: number) => number): Linear {
  const zero = scale(0);
  return { zero, step: scale(1) - zero };
}

/** The path of a line in px with one digit. Between its ends, a level run has no points. */
export function linePath(values: LineValues, from: number, x: Linear, y: Linear): string {
  let path = '';
  let isDown = false;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? null;
    if (value === null) {
      isDown = false;
      continue;
    }
    if (isDown && values[index - 1] === value && values[index + 1] === value) continue;
    path += `${isDown ? 'L' : 'M'}${round(x.zero + (from + index) * x.step)},${round(y.zero + value * y.step)}`;
    isDown = true;
  }
  return path;
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
