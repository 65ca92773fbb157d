import type { LiveFlag } from './track-flag.ts';

const flagNames: Readonly<Record<LiveFlag, string>> = {
  green: 'Green flag',
  yellow: 'Yellow flag',
  doubleYellow: 'Double yellow flag',
  red: 'Red flag',
  safetyCar: 'Safety car',
  safetyCarEnding: 'Safety car in this lap',
  virtualSafetyCar: 'Virtual safety car',
  virtualSafetyCarEnding: 'VSC ending',
  formationLap: 'Formation lap',
  chequered: 'Chequered flag',
};

/** The name of a flag. */
export function flagName(flag: LiveFlag): string {
  return flagNames[flag];
}
