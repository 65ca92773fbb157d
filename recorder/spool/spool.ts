// One piece: every file of the folder and what its name says.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { SessionUpload } from '#contract/api/bodies';
import { Uuid } from '#contract/values/values';
import type { Frame } from '../captures/decode-frames.ts';
import { writeDurably } from './durable-file.ts';
import { describe, Journal } from './journal.ts';

/** A session that waits to be uploaded. */
export interface PendingUpload {
  /** Its recording: the game's id of the session, with a number where the game gave that id to more than one. */
  readonly recording: string;
  /** Differs between two versions of a session; the Idempotency-Key of its upload. */
  readonly key: string;
  readonly upload: SessionUpload;
}

const names = {
  journal: 'packets',
  live: 'live',
  notStored: 'not-stored',
  upload: /^upload-([\da-f]{32})\.json$/,
  kept: /^kept-([\da-f]{32})\.json$/,
  unreadable: /^unreadable-[\da-f]{32}\.json$/,
  /** The remainder of an interrupted write. */
  part: /\.part$/,
} as const;
/** Files of a session whose packets were made into an upload. */
const outcomes = [
  ...[names.upload, names.kept, /^uploaded-[\da-f]{32}$/],
  ...[/^refused-[\da-f]{32}\.json$/, /^not-stored$/],
] as const;
/** Files that stay until somebody has seen to them. */
const keptFiles = [names.upload, names.kept, /^refused-[\da-f]{32}\.json$/, /^not-stored$/] as const;

interface SpoolOptions {
  /**
   * True if the recordings in the folder can be played again: none stays there for good, and all are uploaded again.
   */
  readonly isOfReplays?: boolean;
}

const isOneOf = (file: string, patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(file));

/** How long uploaded sessions stay in the folder, in ms. */
const uploadedLifetime = 3 * 86_400_000;

/**
 * The folder of sessions that are not uploaded yet, with a folder for each recording: named by the game's id of the session, or
 * `<gameSession>-2` and so on where the game began again under the same id.
 *
 *     <recording>/packets               its packets, appended as they come
 *     <recording>/live                  the id of its live session
 *     <recording>/upload-<key>.json     the session, once it is over; until the server has stored it
 *     <recording>/uploaded-<key>        the server has stored it
 *     <recording>/kept-<key>.json       the server has kept another version of it
 *     <recording>/refused-<key>.json    the server will not store it
 *     <recording>/unreadable-<key>.json an upload that could not be read; its packets make it again
 *     <recording>/not-stored            why its packets made no session; they stay
 */
export class Spool {
  readonly #folder: string;
  readonly #isOfReplays: boolean;

  /** Opens the folder, and makes it when it is not there. @throws Error when it cannot be used. */
  constructor(folder: string, { isOfReplays = false }: SpoolOptions = {}) {
    this.#folder = folder;
    this.#isOfReplays = isOfReplays;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** The name of a new recording of a session of the game. */
  nameRecording(gameSession: string): string {
    let name = gameSession;
    for (let number = 2; existsSync(this.#pathOf(name)); number += 1) name = `${gameSession}-${number}`;
    return name;
  }

  /** The journal of a recording. */
  openJournal(recording: string): Journal {
    return new Journal(this.#pathOf(recording, names.journal));
  }

  /** The id of the live session of a session: the same one after a restart. */
  liveIdOf(recording: string): string {
    const path = this.#pathOf(recording, names.live);
    const stored = existsSync(path) ? readFileSync(path, 'utf8') : null;
    return v.is(Uuid, stored) ? stored : this.renewLiveIdOf(recording);
  }

  /** Another id for the live session of a session. */
  renewLiveIdOf(recording: string): string {
    const id = randomUUID();
    this.#tryTo(() => {
      mkdirSync(this.#pathOf(recording), { recursive: true, mode: 0o700 });
      writeDurably(this.#pathOf(recording, names.live), id);
    });
    return id;
  }

  /** The recordings that were not over when the recorder was stopped, with their packets; the first one first. */
  listInterrupted(): { readonly recording: string; readonly frames: readonly Frame[] }[] {
    return this.#listRecordings()
      .filter((recording) => this.#isInterrupted(recording))
      .map((recording) => ({ recording, frames: this.#framesOf(recording) }))
      .filter(({ frames }) => frames.length > 0)
      .sort((one, other) => (one.frames[0]?.time ?? 0) - (other.frames[0]?.time ?? 0));
  }

  #framesOf(recording: string): readonly Frame[] {
    try {
      return Journal.read(this.#pathOf(recording, names.journal));
    } catch {
      // One file that cannot be read does not keep the others from being sent.
      return [];
    }
  }

  #isInterrupted(recording: string): boolean {
    const written = this.#writtenAt(recording, names.journal);
    if (written === null) return false;
    return !this.#filesOf(recording).some(
      (file) => isOneOf(file, outcomes) && (this.#writtenAt(recording, file) ?? Number.NEGATIVE_INFINITY) >= written,
    );
  }

  /** The sessions that wait to be uploaded. */
  listPending(): PendingUpload[] {
    return this.#listUploads().flatMap(({ recording, key }): PendingUpload[] => {
      const upload = this.#readUpload(recording, key);
      return upload === null ? [] : [{ recording, key, upload }];
    });
  }

  /** Renames uploads that cannot be read: their packets make them again. Returns the paths. */
  setAsideUnreadable(): string[] {
    return this.#listUploads().flatMap(({ recording, key }) => {
      if (this.#readUpload(recording, key) !== null) return [];
      const path = this.#pathOf(recording, `unreadable-${key}.json`);
      this.#tryTo(() => renameSync(this.#uploadOf({ recording, key }), path));
      return [path];
    });
  }

  #listUploads(): { readonly recording: string; readonly key: string }[] {
    return this.#listRecordings().flatMap((recording) =>
      this.#filesOf(recording).flatMap((file) => {
        const key = names.upload.exec(file)?.[1];
        return key === undefined ? [] : [{ recording, key }];
      }),
    );
  }

  /** Null for a file that cannot be read, or that holds no session. */
  #readUpload(recording: string, key: string): SessionUpload | null {
    try {
      const text = readFileSync(this.#uploadOf({ recording, key }), 'utf8');
      const result = v.safeParse(v.pipe(v.string(), v.parseJson(), SessionUpload), text);
      return result.success ? result.output : null;
    } catch {
      return null;
    }
  }

  /** Writes an upload. Returns why that is not possible, or null. */
  writePending(pending: PendingUpload): string | null {
    const path = this.#uploadOf(pending);
    try {
      mkdirSync(this.#pathOf(pending.recording), { recursive: true, mode: 0o700 });
      writeDurably(path, JSON.stringify(pending.upload));
      return null;
    } catch (error) {
      return describe(error);
    }
  }

  /** Whether this version of a session was uploaded before. */
  isUploaded({ recording, key }: Pick<PendingUpload, 'recording' | 'key'>): boolean {
    return !this.#isOfReplays && existsSync(this.#pathOf(recording, `uploaded-${key}`));
  }

  /** The server has stored an upload, under an id. */
  markUploaded(pending: PendingUpload, sessionId: string): void {
    this.#tryTo(() => writeDurably(this.#pathOf(pending.recording, `uploaded-${pending.key}`), sessionId));
    this.#tryTo(() => rmSync(this.#uploadOf(pending), { force: true }));
  }

  /** The server has kept another version than an upload, which stays as a file. Returns the path of its packets. */
  markKept(pending: PendingUpload): string {
    this.#tryTo(() => renameSync(this.#uploadOf(pending), this.#pathOf(pending.recording, `kept-${pending.key}.json`)));
    return this.#pathOf(pending.recording, names.journal);
  }

  /** The server will not store an upload; it stays as a file. Returns its path. */
  markRefused(pending: PendingUpload): string {
    const path = this.#pathOf(pending.recording, `refused-${pending.key}.json`);
    this.#tryTo(() => renameSync(this.#uploadOf(pending), path));
    return path;
  }

  /** The packets of a session make none that can be stored: they stay. Returns their path. */
  markNotStored(recording: string, reason: string): string {
    this.#tryTo(() => writeDurably(this.#pathOf(recording, names.notStored), reason));
    return this.#pathOf(recording, names.journal);
  }

  /** Removes a recording of which there is nothing to store, and that no upload belongs to. */
  removeEmpty(recording: string): void {
    const isLeftOver = (file: string) => file === names.journal || file === names.live || names.part.test(file);
    if (this.#filesOf(recording).every(isLeftOver))
      this.#tryTo(() => rmSync(this.#pathOf(recording), { recursive: true, force: true }));
  }

  /** Removes expired uploads, and what is left of writes that were cut off. `now` in ms since 1970. */
  removeOld(now: number): void {
    for (const recording of this.#listRecordings()) {
      for (const file of this.#filesOf(recording))
        if (names.part.test(file)) this.#tryTo(() => rmSync(this.#pathOf(recording, file), { force: true }));
      const files = this.#filesOf(recording);
      const isUploaded = files.some((file) => file.startsWith('uploaded-'));
      const isKept = (file: string) =>
        !this.#isOfReplays && (isOneOf(file, keptFiles) || (!isUploaded && names.unreadable.test(file)));
      const isWaiting = this.#isInterrupted(recording) || files.some(isKept);
      const newest = Math.max(0, ...files.map((file) => this.#writtenAt(recording, file) ?? 0));
      if (!isWaiting && now - newest > uploadedLifetime)
        this.#tryTo(() => rmSync(this.#pathOf(recording), { recursive: true, force: true }));
    }
  }

  #listRecordings(): string[] {
    return readdirSync(this.#folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^\d{1,20}(-\d{1,6})?$/.test(entry.name))
      .map(({ name }) => name);
  }

  #filesOf(recording: string): string[] {
    return existsSync(this.#pathOf(recording)) ? readdirSync(this.#pathOf(recording)) : [];
  }

  /** When a file was written, in ms since 1970; null for one that is not there. */
  #writtenAt(recording: string, file: string): number | null {
    return statSync(this.#pathOf(recording, file), { throwIfNoEntry: false })?.mtimeMs ?? null;
  }

  #uploadOf({ recording, key }: Pick<PendingUpload, 'recording' | 'key'>): string {
    return this.#pathOf(recording, `upload-${key}.json`);
  }

  #pathOf(recording: string, file = ''): string {
    return join(this.#folder, recording, file);
  }

  /** Failed writes and removals are repeated at the next start. */
  #tryTo(work: () => void): void {
    try {
      work();
    } catch {
      // A full disk, or a folder that was removed.
    }
  }
}

/** The key of a version of a session, for its upload. `liveId` is left out: it makes no other version. */
export function uploadKeyOf({ liveId: _, ...session }: SessionUpload): string {
  return createHash('sha256').update(JSON.stringify(session)).digest('hex').slice(0, 32);
}
