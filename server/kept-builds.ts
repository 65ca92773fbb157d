import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const fortnight = 14 * 24 * 60 * 60_000;

/**
 * Keeps the hashed files of builds, so that a tab that was opened before a deploy still finds its own: those of the last
 * `least` builds, and all of the last 14 days (design §6). Answers where to look, the newest first.
 */
export function keepBuilds(dist: string, dataDir: string, { least, now }: { least: number; now: number }): string[] {
  const assets = join(dist, 'assets');
  if (!existsSync(assets)) return [];
  const kept = join(dataDir, 'builds');
  const name = createHash('sha256').update(readdirSync(assets).sort().join('\n')).digest('hex').slice(0, 16);
  const own = join(kept, name);
  if (!existsSync(own)) {
    // Whole or not at all, whenever the power goes.
    const draft = join(kept, `.${name}`);
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(kept, { recursive: true });
    cpSync(assets, draft, { recursive: true });
    renameSync(draft, own);
  }
  utimesSync(own, new Date(now), new Date(now));
  const builds = readdirSync(kept)
    .filter((build) => !build.startsWith('.'))
    .map((build) => ({ folder: join(kept, build), time: statSync(join(kept, build)).mtimeMs }))
    .sort((one, other) => other.time - one.time);
  for (const { folder, time } of builds.slice(least))
    if (time < now - fortnight) rmSync(folder, { recursive: true, force: true });
  return builds.map(({ folder }) => folder).filter((folder) => existsSync(folder));
}

/** A file of an older build, or null. */
export function findKept(folders: readonly string[], name: string): string | null {
  // A name without a path: nothing outside of the folders can be meant.
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) return null;
  const folder = folders.find((candidate) => existsSync(join(candidate, name)));
  return folder ?? null;
}
