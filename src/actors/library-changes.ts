import { openChannel } from '../browser/channel.ts';

/** Messages that the offline library changed, to this tab and to all others. */
export const libraryChanges = openChannel<null>('pitboard-offline-library', true);
