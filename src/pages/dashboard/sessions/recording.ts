import type { Recording } from '#contract/race/recording';
import { formatCount } from '../../../format/count.ts';
import { formatDay } from '../../../format/date.ts';
import { trackName, typeName } from '../../../format/names.ts';

/** How much was recorded: `27 laps, 20 drivers`. */
export function recordingExtent({ laps, drivers }: Pick<Recording, 'laps' | 'drivers'>): string {
  return `${formatCount(laps, 'lap')}, ${formatCount(drivers, 'driver')}`;
}

/** The content of a file: `Monza Race, 6 Sep 2026: 27 laps, 20 drivers`. */
export function describeRecording(recording: Recording): string {
  const { trackId, sessionType, sessionStartTime } = recording;
  return `${trackName(trackId)} ${typeName(sessionType)}, ${formatDay(sessionStartTime)}: ${recordingExtent(recording)}`;
}
