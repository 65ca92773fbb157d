import type { LiveFlag } from '../entities/track-flag.ts';
import { colours } from './colours.ts';

/** The colours of flags on a map; others leave it as it is. */
export const flagColours: Partial<Readonly<Record<LiveFlag, string>>> = {
  yellow: colours.yellow,
  doubleYellow: colours.yellow,
  red: colours.red,
  safetyCar: colours.amber,
  safetyCarEnding: colours.amber,
  virtualSafetyCar: colours.amber,
  virtualSafetyCarEnding: colours.amber,
  formationLap: colours.amber,
};
