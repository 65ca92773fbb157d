import { RaceControlEntry } from '../../entities/race-control.ts';
import { liveFlags } from '../../entities/track-flag.ts';
import { describeObject } from './component.ts';

/** The words for an entry of race control. */
export const raceControlEntry = describeObject(
  RaceControlEntry,
  'A change of the flag, a car that came to the pits, or a car that is out.',
  {
    kind: 'What it is.',
    time: 'In ms since the start of the session.',
    lapNum: 'The lap of the leader; of a stop, its own.',
    flag: `The flag: ${liveFlags.map((flag, number) => `${number} ${flag}`).join(', ')}.`,
    sectors: 'The sectors in which it is yellow, from 1.',
    driverIdx: 'The carIndex of the car.',
    stop: 'The number of the stop in pitStops, from 0.',
  },
);
