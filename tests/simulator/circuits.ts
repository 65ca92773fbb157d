import { Track } from '#contract/enumerations';

/** The data of a track: a dry race lap in ms, the length in m, the laps of a full race. */
export interface Circuit {
  readonly lapTime: number;
  readonly length: number;
  readonly laps: number;
  /** The parts of the lap time in the three sectors; the sum is 1. */
  readonly sectors: readonly [number, number, number];
  /** From 0 (easy to overtake) to 1 (hardly possible). */
  readonly overtakingDifficulty: number;
  /** The time that a pit stop costs, in ms. */
  readonly pitLoss: number;
}

type Figures = readonly [seconds: number, metres: number, laps: number, overtakingDifficulty: number];

const figures: Readonly<Record<Exclude<Track, -1>, Figures>> = {
  [Track.Melbourne]: [80.5, 5_278, 58, 0.55],
  [Track.PaulRicard]: [94, 5_842, 53, 0.4],
  [Track.Shanghai]: [96, 5_451, 56, 0.3],
  [Track.Sakhir]: [94, 5_412, 57, 0.25],
  [Track.Catalunya]: [79, 4_657, 66, 0.6],
  [Track.Monaco]: [74.5, 3_337, 78, 0.97],
  [Track.Montreal]: [75, 4_361, 70, 0.35],
  [Track.Silverstone]: [90, 5_891, 52, 0.4],
  [Track.Hockenheim]: [76, 4_574, 67, 0.4],
  [Track.Hungaroring]: [80, 4_381, 70, 0.75],
  [Track.Spa]: [108, 7_004, 44, 0.25],
  [Track.Monza]: [83.5, 5_793, 53, 0.3],
  [Track.Singapore]: [97, 4_940, 62, 0.8],
  [Track.Suzuka]: [93, 5_807, 53, 0.55],
  [Track.AbuDhabi]: [88, 5_281, 58, 0.5],
  [Track.Texas]: [98.5, 5_513, 56, 0.35],
  [Track.Brazil]: [73, 4_309, 71, 0.3],
  [Track.Austria]: [68, 4_318, 71, 0.3],
  [Track.Sochi]: [98, 5_848, 53, 0.5],
  [Track.Mexico]: [80, 4_304, 71, 0.5],
  [Track.Baku]: [105.5, 6_003, 51, 0.3],
  [Track.SakhirShort]: [56, 3_543, 87, 0.35],
  [Track.SilverstoneShort]: [57, 3_619, 84, 0.45],
  [Track.TexasShort]: [62, 3_702, 82, 0.45],
  [Track.SuzukaShort]: [50, 2_243, 96, 0.6],
  [Track.Hanoi]: [98, 5_613, 55, 0.45],
  [Track.Zandvoort]: [74, 4_259, 72, 0.7],
  [Track.Imola]: [78.5, 4_909, 63, 0.7],
  [Track.Portimao]: [81, 4_653, 66, 0.45],
  [Track.Jeddah]: [91.5, 6_174, 50, 0.4],
  [Track.Miami]: [91, 5_412, 57, 0.45],
  [Track.LasVegas]: [96, 6_201, 50, 0.3],
  [Track.Losail]: [86, 5_419, 57, 0.5],
  [Track.SilverstoneReverse]: [91, 5_891, 52, 0.4],
  [Track.AustriaReverse]: [69, 4_318, 71, 0.3],
  [Track.ZandvoortReverse]: [75, 4_259, 72, 0.7],
  [Track.Madrid]: [92, 5_416, 57, 0.5],
};

/** The circuit of a track; average values for an unknown one. */
export function findCircuit(track: Track): Circuit {
  const [seconds, length, laps, overtakingDifficulty] =
    track === Track.Unknown ? ([88, 5_000, 60, 0.5] as const) : figures[track];
  const first = 0.27 + ((track + 7) % 9) * 0.012;
  const second = 0.34 + ((track + 3) % 7) * 0.014;
  return {
    lapTime: seconds * 1_000,
    length,
    laps,
    sectors: [first, second, 1 - first - second],
    overtakingDifficulty,
    pitLoss: 19_500 + ((track + 5) % 8) * 700,
  };
}
