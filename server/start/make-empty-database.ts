import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase } from '../storage/empty-database.ts';
import { openEmbedded } from '../storage/open-storage.ts';

// The build runs this once, in a process of its own.
const folder = mkdtempSync(join(tmpdir(), 'pitboard-empty-'));
try {
  const storage = await openEmbedded(folder);
  try {
    const dump = await storage.dump?.();
    if (dump !== undefined) {
      copyFileSync(dump.path, emptyDatabase);
      // The user that runs a release is not the one that built it.
      chmodSync(emptyDatabase, 0o644);
    }
  } finally {
    await storage.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
