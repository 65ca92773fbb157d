import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';

/** Options of PGlite: it asks for its files to be on the disk. Its commits do not ask. */
export const syncedFiles = ['-c', 'fsync=on'];

/** A file that Emscripten has opened on the disk of this machine. */
interface OpenFile {
  readonly path: string;
  readonly nfd: number;
}

/**
 * Writes the files of an embedded database to the disk where it asks for that, before a checkpoint removes the log that
 * could restore them: PGlite itself would leave that to the system, and a power cut in the half minute after a
 * checkpoint would leave older pages than the log begins with. A crash can then lose the last moments of commits, and
 * no more.
 */
export function syncFiles(client: PGlite, cluster: string, sync: (file: number) => void = fsyncSync): void {
  const log = join(cluster, 'pg_wal');
  const syncLog = () => {
    for (const name of readdirSync(log).filter((each) => /^[\dA-F]{24}$/.test(each))) {
      const file = openSync(join(log, name), 'r');
      sync(file);
      closeSync(file);
    }
  };
  Object.assign(client.Module.NODEFS.stream_ops, {
    fsync: ({ path, nfd }: OpenFile) => {
      // It names the record of the checkpoint, which is in the log.
      if (path.endsWith('/global/pg_control')) syncLog();
      sync(nfd);
      return 0;
    },
  });
}
