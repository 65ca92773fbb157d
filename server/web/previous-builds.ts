import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { renderFolder } from './page-renderer.ts';

const minAge = 14 * 24 * 60 * 60_000;
/** After this a copy is that of a server that was ended meanwhile. */
const maxCopyAge = 60 * 60_000;

/** Copies of builds in the data directory. */
export interface StoredBuilds {
  /** The build that was current at the start; null without one. */
  readonly current: string | null;
  /** Folders with the hashed files of all builds, newest first. */
  readonly assets: readonly string[];
}

/**
 * Copies the current build to the data directory: a new build does not change the files of a running server, and a tab that
 * was opened before a deploy still finds its own files. Keeps the last `minBuilds` builds, and all of the last 14 days. Several
 * servers may do so in one directory at once.
 */
export function storeBuild(
  dist: string,
  dataDir: string,
  { minBuilds, now }: { minBuilds: number; now: number },
): StoredBuilds {
  if (!['index.html', 'assets'].every((name) => existsSync(join(dist, name)))) return { current: null, assets: [] };
  const root = join(dataDir, 'builds');
  const current = join(root, fingerprintOf(dist));
  if (!existsSync(current)) {
    mkdirSync(root, { recursive: true });
    copyTo(dist, current, now);
  }
  utimesSync(current, new Date(now), new Date(now));
  const builds = readdirSync(root)
    .filter((build) => !build.startsWith('.'))
    .map((build) => ({ folder: join(root, build), time: statSync(join(root, build)).mtimeMs }))
    .sort((one, other) => other.time - one.time);
  for (const { folder, time } of builds.slice(minBuilds))
    if (time < now - minAge) rmSync(folder, { recursive: true, force: true });
  // No page links to the downloads of older builds, and nothing is rendered with them; a program with Node in it is large.
  for (const { folder } of builds.slice(1))
    for (const name of ['downloads', renderFolder]) rmSync(join(folder, name), { recursive: true, force: true });
  const assets = builds.filter(({ folder }) => existsSync(folder)).map(({ folder }) => assetsOf(folder));
  return { current, assets };
}

/** Copies to a folder of its own first: after a crash the build is complete or missing, never partial. */
function copyTo(dist: string, current: string, now: number): void {
  const root = dirname(current);
  for (const name of readdirSync(root)) {
    const left = join(root, name);
    const age = now - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (name.startsWith('.') && age > maxCopyAge) rmSync(left, { recursive: true, force: true });
  }
  const copy = join(root, `.${randomUUID()}`);
  try {
    cpSync(dist, copy, { recursive: true });
    renameSync(copy, current);
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    // Another server has stored the same build meanwhile.
    if (!existsSync(current)) throw error;
  }
}

/** Whether the current build has the recorder as a program of Windows. */
export function hasWindowsRecorder({ current }: StoredBuilds): boolean {
  return current !== null && existsSync(join(current, 'downloads/pitboard-recorder.exe'));
}

/** The same for the same files with the same content. */
function fingerprintOf(dist: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(`${path.slice(dist.length)}\n`).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

/** Builds that were stored by servers of before November 2026 are their hashed files alone. */
function assetsOf(build: string): string {
  const folder = join(build, 'assets');
  return existsSync(folder) ? folder : build;
}

/** The folder of the build that has this file, or null. */
export function findBuildWith(folders: readonly string[], name: string): string | null {
  // Without a path separator the name cannot point outside of the folders.
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) return null;
  return folders.find((folder) => existsSync(join(folder, name))) ?? null;
}
