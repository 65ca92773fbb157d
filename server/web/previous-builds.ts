import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const minAge = 14 * 24 * 60 * 60_000;

/**
 * Copies the hashed files of the current build to the data directory, so that a tab opened before a deploy still finds
 * its own files. Keeps the last `minBuilds` builds, and all builds of the last 14 days. Returns the folders of all kept
 * builds, newest first.
 */
export function storeBuild(
  dist: string,
  dataDir: string,
  { minBuilds, now }: { minBuilds: number; now: number },
): string[] {
  const assets = join(dist, 'assets');
  if (!existsSync(assets)) return [];
  const root = join(dataDir, 'builds');
  const fingerprint = createHash('sha256').update(readdirSync(assets).sort().join('\n')).digest('hex').slice(0, 16);
  const current = join(root, fingerprint);
  if (!existsSync(current)) {
    // Copy to a temporary folder first: after a crash the build is complete or missing, never partial.
    const temporary = join(root, `.${fingerprint}`);
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    cpSync(assets, temporary, { recursive: true });
    renameSync(temporary, current);
  }
  utimesSync(current, new Date(now), new Date(now));
  const builds = readdirSync(root)
    .filter((build) => !build.startsWith('.'))
    .map((build) => ({ folder: join(root, build), time: statSync(join(root, build)).mtimeMs }))
    .sort((one, other) => other.time - one.time);
  for (const { folder, time } of builds.slice(minBuilds))
    if (time < now - minAge) rmSync(folder, { recursive: true, force: true });
  return builds.map(({ folder }) => folder).filter((folder) => existsSync(folder));
}

/** The folder of the build that has this file, or null. */
export function findBuildWith(folders: readonly string[], name: string): string | null {
  // Without a path separator the name cannot point outside of the folders.
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) return null;
  return folders.find((folder) => existsSync(join(folder, name))) ?? null;
}
