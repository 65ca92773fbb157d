import { parseArgs } from 'node:util';
import { nameOf, Track } from '#contract/enumerations';
import { confirmOutline, removeOutline } from '../domain/outlines.ts';
import { exitWithError, OperatorError } from '../settings/operator-error.ts';
import { readEnv } from '../settings/read-env.ts';
import { openEmbedded, openPostgres, type Storage } from '../storage/open-storage.ts';
import { listUserOutlines } from '../storage/outlines.ts';

/** The operator's command for the maps of tracks: lists the recorded outlines, confirms one for all users, or removes it. */

const usage = `usage: npm run outlines                          lists the outlines that users have recorded
       npm run outlines -- confirm TRACK USER_ID  shows one in the races of everybody
       npm run outlines -- remove TRACK           removes the one that everybody sees`;

async function runCommand(storage: Storage, [command, trackNumber, userId]: readonly string[]): Promise<void> {
  if (command === undefined) {
    for (const { trackId, userId: id, userName, length, learnedAt } of await storage.transaction(listUserOutlines))
      console.log([trackId, nameOf(Track, trackId), id, userName, `${length} m`, learnedAt].join('  '));
    return;
  }
  const trackId = Object.values(Track).find((number) => String(number) === trackNumber);
  if (trackId === undefined) throw new OperatorError(usage);
  if (command === 'remove' && userId === undefined) return removeOutline(storage, trackId);
  if (command !== 'confirm' || userId === undefined) throw new OperatorError(usage);
  if (!(await confirmOutline(storage, trackId, userId)))
    throw new OperatorError(`${userId} has recorded no outline of track ${trackId}`);
}

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const { databaseUrl, dataDir } = readEnv([]);
  const storage = databaseUrl === null ? await openEmbedded(dataDir) : await openPostgres(databaseUrl, console);
  await runCommand(storage, positionals).finally(() => storage.close());
} catch (error) {
  exitWithError(error);
}
