import { TyreCompound } from '#contract/enumerations';
import type { Random } from './random.ts';

type Wear = readonly [offset: number, perLap: number, life: number];

/** Time lost to a new medium tyre in ms, time added per lap in ms, and laps before performance drops. */
const wear: Readonly<Record<TyreCompound, Wear>> = {
  [TyreCompound.Soft]: [-520, 58, 15],
  [TyreCompound.Medium]: [0, 36, 24],
  [TyreCompound.Hard]: [430, 22, 36],
  [TyreCompound.Intermediate]: [5_200, 30, 30],
  [TyreCompound.Wet]: [8_800, 25, 40],
  [TyreCompound.Unknown]: [0, 36, 24],
};

/** The time that a set of tyres loses per lap, in ms. */
export function tyreTimeLoss(compound: TyreCompound, age: number, isWet: boolean): number {
  const [offset, perLap, life] = wear[compound];
  const isForRain = compound === TyreCompound.Intermediate || compound === TyreCompound.Wet;
  const wrongTyreLoss = isWet === isForRain ? 0 : isWet ? 11_000 : 4_500;
  return offset + perLap * age + Math.max(0, age - life) ** 2 * 24 + wrongTyreLoss;
}

/** Creates a plan for a dry race: compounds, each with the lap of its pit stop. Short races have none unless it is asked for. */
export function createTyrePlan(
  random: Random,
  laps: number,
  hasStops = laps > 20,
): { compound: TyreCompound; until: number }[] {
  const { Soft, Medium, Hard } = TyreCompound;
  if (!hasStops) {
    return [{ compound: random.chance(0.5) ? Soft : Medium, until: laps }];
  }
  const plans =
    laps < 45
      ? [
          [Medium, Hard],
          [Soft, Hard],
          [Soft, Medium],
          [Medium, Soft],
        ]
      : [
          [Medium, Hard],
          [Soft, Hard],
          [Hard, Medium],
          [Soft, Medium, Hard],
          [Medium, Hard, Soft],
          [Soft, Medium, Soft],
        ];
  const compounds = random.pick(plans);
  const weights = compounds.map((compound) => wear[compound][2]);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let driven = 0;
  return compounds.map((compound, index) => {
    driven += ((weights[index] ?? 0) / total) * laps;
    const isLast = index === compounds.length - 1;
    return { compound, until: isLast ? laps : Math.round(driven + random.normal(laps > 20 ? 1.8 : 0.9)) };
  });
}
