import { Track } from '#contract/enumerations';
import type { Picture, PictureShape } from '../../server/domain/drawing/picture.ts';
import { renderPicture } from '../../server/domain/drawing/render-picture.ts';
import { sessionPicture } from '../../server/domain/drawing/session-picture.ts';
import { outlineOf } from '../../server/domain/outlines.ts';
import { session } from '../fixtures/session.ts';
import { aRace } from './race.ts';

const rounds = Array.from({ length: 24 }, (_, index) => index + 1);
const colours = ['#e4002b', '#3671c6', '#64c4ff', '#27f4d2', '#229971', '#ff87bc', '#b6babd', '#ff8000'];

/** The fight for a title in the last round of a long season, in words as long as they may be. */
const fight: Picture = {
  place: 'The Sunday Evening League of the Whole North, Season 14',
  title: 'The fight for the title',
  subtitle: 'After 23 of 24 rounds',
  status: '26 points are left, three drivers can still be champion',
  rows: [],
  empty: '',
  most: { wide: 8, tall: 8 },
  chart: {
    rounds,
    lastRound: 24,
    left: 26,
    lines: colours.map((colour, index) => ({
      name: `Maximilian Alexander the ${index + 1}th of Hohenzollern`,
      otherName: `Car ${index + 1}`,
      colour,
      dash: index % 2 === 1 ? '7 4' : undefined,
      isInFight: index < 3,
      behind: rounds.map((round) => -index * round),
      value: `−${index * 24}`,
    })),
  },
};

/** The CPU time in ms of pictures by what they show, medians; the fonts are open. */
export async function pictureTimes(): Promise<readonly { readonly name: string; readonly milliseconds: number }[]> {
  const { drivers, ...race } = aRace();
  const result = sessionPicture(session({ ...race, drivers }), outlineOf(Track.Silverstone).points);
  const times: { name: string; milliseconds: number }[] = [];
  for (const [name, picture] of [
    ['result', result],
    ['title fight', fight],
  ] as const) {
    for (const shape of ['wide', 'tall'] satisfies PictureShape[]) {
      await renderPicture(picture, shape);
      const all: number[] = [];
      for (let index = 0; index < 15; index += 1) {
        const before = process.cpuUsage();
        await renderPicture(picture, shape);
        const { user, system } = process.cpuUsage(before);
        all.push((user + system) / 1_000);
      }
      times.push({ name: `${name}, ${shape}`, milliseconds: all.sort((one, other) => one - other)[7] ?? 0 });
    }
  }
  return times;
}
