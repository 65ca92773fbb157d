import type { LiveFlag } from '#contract/entities/track-flag';

/** The line of a flag: its colour at the left edge, fading out over the whole width. */
export const flagBands: Readonly<Record<LiveFlag, string>> = {
  green: 'border-green band-green/15',
  yellow: 'border-yellow band-yellow/25',
  doubleYellow: 'border-yellow band-yellow/35',
  red: 'border-red band-redfill/60',
  safetyCar: 'border-amber band-amber/35',
  safetyCarEnding: 'border-amber band-amber/35',
  virtualSafetyCar: 'border-amber band-amber/35',
  virtualSafetyCarEnding: 'border-amber band-amber/35',
  formationLap: 'border-amber band-amber/35',
  chequered: 'border-text band-text/15',
};
