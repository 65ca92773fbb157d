import { colours } from '#contract/colours/colours';
import type { Drawing } from './drawing.ts';
import type { PictureChart } from './picture.ts';

interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const gutter = 84;
const labelWidth = 300;
const labelHeight = 40;
const axisHeight = 44;

/** Points behind the leader by round, with a fan of what is still possible. */
export function drawChart(drawing: Drawing, { rounds, lastRound, left, lines }: PictureChart, room: Room): void {
  const start = room.left + gutter;
  const end = room.right - labelWidth;
  const floor = room.bottom - axisHeight;
  const deepest = Math.max(5, ...lines.flatMap(({ behind }) => behind)) * 1.06;
  const x = (round: number) => start + ((round - 1) / Math.max(1, lastRound - 1)) * (end - start);
  const y = (points: number) => room.top + (Math.max(0, points) / deepest) * (floor - room.top);
  const grey = { size: 26, colour: colours.mute, most: gutter - 14 };
  const step = stepOf(deepest / 4);
  for (let points = 0; points <= deepest; points += step) {
    drawing.line(
      [
        [start, y(points)],
        [end, y(points)],
      ],
      colours.hair,
      { width: 2 },
    );
    drawing.text(points === 0 ? 'P1' : `−${points}`, start - 14, y(points), { ...grey, align: 'right' });
  }
  const every = [1, 2, 5, 10, 20].find((each) => (lastRound / each) * 60 <= end - start) ?? 50;
  for (let round = 1; round <= lastRound; round += every)
    drawing.text(`R${round}`, x(round), floor + 26, { ...grey, align: 'middle' });
  const last = rounds.at(-1) ?? 1;
  if (left !== null && left > 0 && last < lastRound) {
    for (const { behind, colour, isInFight } of lines.slice(1).filter((line) => line.isInFight)) {
      const now = behind.at(-1) ?? 0;
      const most = Math.min(deepest, now + left);
      if (isInFight)
        drawing.area(
          [
            [x(last), y(now)],
            [end, y(now - left)],
            [end, y(most)],
          ],
          colour,
          0.1,
        );
    }
  }
  for (const { behind, colour, dash } of [...lines].reverse()) {
    const points = behind.map((each, index): [number, number] => [x(rounds[index] ?? 1), y(each)]);
    drawing.line(points, colour, { width: 5, dash: scaled(dash, 5 / 2.5) });
    const [lastX, lastY] = points.at(-1) ?? [start, room.top];
    drawing.circle(lastX, lastY, 8, colour);
  }
  const labels = spread(
    lines.map(({ behind }) => y(behind.at(-1) ?? 0)),
    floor,
  );
  for (const [index, { name, otherName, value, colour }] of lines.entries()) {
    const at = labels[index] ?? room.top;
    drawing.rectangle(end + 20, at - 14, 8, 28, colour);
    const width = drawing.text(value, room.right, at, { ...grey, align: 'right', most: 110 });
    const most = labelWidth - 40 - width - 14;
    drawing.text(drawing.readable(name, otherName), end + 40, at, { size: 32, weight: 750, most });
  }
}

/** Dashes for a line that is so many times as wide. */
function scaled(dash: string | undefined, times: number): string {
  return (dash?.split(' ') ?? []).map((each) => Number(each) * times).join(' ');
}

/** A round number of points between two lines of the grid. */
function stepOf(points: number): number {
  return [1, 2, 5, 10, 20, 25, 50, 100, 200].find((each) => each >= points) ?? 500;
}

/** Places labels in their order without overlaps; the last one ends above the floor. */
function spread(wanted: readonly number[], floor: number): number[] {
  const placed: number[] = [];
  for (const each of wanted) placed.push(Math.max(each, (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + labelHeight));
  let lowest = floor;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    const own = Math.min(placed[index] ?? 0, lowest);
    placed[index] = own;
    lowest = own - labelHeight;
  }
  return placed;
}
