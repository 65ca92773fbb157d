import { Completeness } from '../../entities/completeness.ts';
import { RaceControlEntry } from '../../entities/race-control.ts';
import { describeObject } from './component.ts';

/** What is noted about the recording of a session. */
export const recordingComponents = {
  Completeness: describeObject(Completeness, 'How much of a session its recorder has received.', {
    laps: 'The laps that all drivers have completed.',
    lapsRecorded: 'Those of them that have a time.',
    packets: 'The packets with positions that the game has sent; null where that is not known.',
    packetsLost: 'Those of them that were not received.',
    pitStops: 'How often all cars stopped, by the count of the game; those that are listed may be fewer.',
  }),
  RaceControlEntry: describeObject(
    RaceControlEntry,
    'A change of the flag, a car that came to the pits, or a car that is out.',
    {
      kind: 'What it is.',
      time: 'In ms since the start of the session.',
      lapNum: 'The lap of the leader; of a stop, its own.',
      flag: 'The flag, or what stands above it.',
      sectors: 'The sectors in which it is yellow, from 1.',
      driverIdx: 'The carIndex of the car.',
      stop: 'The number of the stop in pitStops, from 0.',
    },
  ),
};
