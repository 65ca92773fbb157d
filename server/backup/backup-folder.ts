import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../settings/operator-error.ts';
import { CannotStore, minFree } from '../storage/writable-data.ts';
import { unfinished } from './whole-file.ts';

/** BACKUP_DIR cannot be used. */
class FolderRefused extends OperatorError {}

interface BackupFile {
  readonly path: string;
  /** In ms since 1970. */
  readonly madeAt: number;
}

const ownName = /^pitboard-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;

/** The path of a backup that is made now. */
export function backupPathIn(folder: string, now: Date): string {
  const [day, time = ''] = now.toISOString().split('T');
  return join(folder, `pitboard-${day}T${time.slice(0, 8).replaceAll(':', '')}Z.tar`);
}

/** The backups in a folder that were made by themselves, newest first. Other files are not looked at. */
export function listBackups(folder: string): BackupFile[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, hours, minutes, seconds] = ownName.exec(name) ?? [];
      const madeAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
      return Number.isNaN(madeAt) ? [] : [{ path: join(folder, name), madeAt }];
    })
    .sort((one, other) => other.madeAt - one.madeAt);
}

/** Creates the folder of the backups, or checks that it can be written. @throws FolderRefused. */
export function prepareBackups(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new FolderRefused(`BACKUP_DIR: ${folder} cannot be written by this user`, { cause: error });
  }
}

/** Removes all but the newest backups. */
export function removeOlder(folder: string, keep: number): void {
  for (const { path } of listBackups(folder).slice(keep)) rmSync(path, { force: true });
}

/** Removes the unfinished files of a server that was killed. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.endsWith(unfinished) && ownName.test(name.slice(0, -unfinished.length))) rmSync(join(folder, name));
}

/** @throws CannotStore when a folder has no room for a dump. */
export function requireRoomFor(folder: string, dump: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = statSync(dump).size + minFree;
  if (bavail * bsize < needed)
    throw new CannotStore(`a backup needs ${Math.ceil(needed / 1024 ** 2)} MiB of free disk in ${folder}`);
}
