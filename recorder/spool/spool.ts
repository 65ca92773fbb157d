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
  /** The game's id of the session. */
  readonly uid: string;
  /** Differs between two versions of a session; the Idempotency-Key of its upload. */
  readonly key: string;
  readonly upload: SessionUpload;
}

const names = {
  journal: 'packets',
  live: 'live',
  notStored: 'not-stored',
  upload: /^upload-([\da-f]{32})\.json$/,
  unreadable: /^unreadable-[\da-f]{32}\.json$/,
  /** What is left of a write that was cut off. */
  part: /\.part$/,
} as const;
/** Files of a session whose packets were made into an upload. */
const outcomes = [names.upload, /^uploaded-[\da-f]{32}$/, /^refused-[\da-f]{32}\.json$/, /^not-stored$/] as const;
/** Files that stay until somebody has seen to them. */
const keptFiles = [names.upload, /^refused-[\da-f]{32}\.json$/, /^not-stored$/] as const;

const isOneOf = (file: string, patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(file));

/** How long uploaded sessions stay in the folder, in ms. */
const uploadedLifetime = 3 * 86_400_000;

/**
 * The folder of sessions that are not uploaded yet, with a folder for each session of the game:
 *
 *     <uid>/packets               its packets, appended as they come
 *     <uid>/live                  the id of its live session
 *     <uid>/upload-<key>.json     the session, once it is over; until the server has stored it
 *     <uid>/uploaded-<key>        the server has stored it
 *     <uid>/refused-<key>.json    the server will not store it
 *     <uid>/unreadable-<key>.json an upload that could not be read; its packets make it again
 *     <uid>/not-stored            why its packets made no session; they stay
 */
export class Spool {
  readonly #folder: string;

  /** Opens the folder, and makes it when it is not there. @throws Error when it cannot be used. */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** The journal of a session. */
  openJournal(uid: string): Journal {
    return new Journal(this.#pathOf(uid, names.journal));
  }

  /** The id of the live session of a session: the same one after a restart. */
  liveIdOf(uid: string): string {
    const path = this.#pathOf(uid, names.live);
    const stored = existsSync(path) ? readFileSync(path, 'utf8') : null;
    return v.is(Uuid, stored) ? stored : this.renewLiveIdOf(uid);
  }

  /** Another id for the live session of a session. */
  renewLiveIdOf(uid: string): string {
    const id = randomUUID();
    this.#tryTo(() => {
      mkdirSync(this.#pathOf(uid), { recursive: true, mode: 0o700 });
      writeDurably(this.#pathOf(uid, names.live), id);
    });
    return id;
  }

  /** The packets of each session that was recorded before the recorder was stopped, and is in no upload yet; the first one first. */
  listInterrupted(): (readonly Frame[])[] {
    return this.#listSessions()
      .filter((uid) => this.#isInterrupted(uid))
      .map((uid) => this.#framesOf(uid))
      .filter((frames) => frames.length > 0)
      .sort(([one], [other]) => (one?.time ?? 0) - (other?.time ?? 0));
  }

  #framesOf(uid: string): readonly Frame[] {
    try {
      return Journal.read(this.#pathOf(uid, names.journal));
    } catch {
      // One file that cannot be read does not keep the others from being sent.
      return [];
    }
  }

  #isInterrupted(uid: string): boolean {
    const written = this.#writtenAt(uid, names.journal);
    if (written === null) return false;
    return !this.#filesOf(uid).some(
      (file) => isOneOf(file, outcomes) && (this.#writtenAt(uid, file) ?? Number.NEGATIVE_INFINITY) >= written,
    );
  }

  /** The sessions that wait to be uploaded. */
  listPending(): PendingUpload[] {
    return this.#listUploads().flatMap(({ uid, key }): PendingUpload[] => {
      const upload = this.#readUpload(uid, key);
      return upload === null ? [] : [{ uid, key, upload }];
    });
  }

  /** Renames uploads that cannot be read: their packets make them again. Returns the paths. */
  setAsideUnreadable(): string[] {
    return this.#listUploads().flatMap(({ uid, key }) => {
      if (this.#readUpload(uid, key) !== null) return [];
      const path = this.#pathOf(uid, `unreadable-${key}.json`);
      this.#tryTo(() => renameSync(this.#uploadOf({ uid, key }), path));
      return [path];
    });
  }

  #listUploads(): { readonly uid: string; readonly key: string }[] {
    return this.#listSessions().flatMap((uid) =>
      this.#filesOf(uid).flatMap((file) => {
        const key = names.upload.exec(file)?.[1];
        return key === undefined ? [] : [{ uid, key }];
      }),
    );
  }

  /** Null for a file that cannot be read, or that holds no session. */
  #readUpload(uid: string, key: string): SessionUpload | null {
    try {
      const text = readFileSync(this.#uploadOf({ uid, key }), 'utf8');
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
      mkdirSync(this.#pathOf(pending.uid), { recursive: true, mode: 0o700 });
      writeDurably(path, JSON.stringify(pending.upload));
      return null;
    } catch (error) {
      return describe(error);
    }
  }

  /** Whether this version of a session was uploaded before. */
  isUploaded({ uid, key }: Pick<PendingUpload, 'uid' | 'key'>): boolean {
    return existsSync(this.#pathOf(uid, `uploaded-${key}`));
  }

  /** The server has stored an upload, under an id. */
  markUploaded(pending: PendingUpload, sessionId: string): void {
    this.#tryTo(() => writeDurably(this.#pathOf(pending.uid, `uploaded-${pending.key}`), sessionId));
    this.#tryTo(() => rmSync(this.#uploadOf(pending), { force: true }));
  }

  /** The server will not store an upload; it stays as a file. Returns its path. */
  markRefused(pending: PendingUpload): string {
    const path = this.#pathOf(pending.uid, `refused-${pending.key}.json`);
    this.#tryTo(() => renameSync(this.#uploadOf(pending), path));
    return path;
  }

  /** The packets of a session make none that can be stored: they stay. Returns their path. */
  markNotStored(uid: string, reason: string): string {
    this.#tryTo(() => writeDurably(this.#pathOf(uid, names.notStored), reason));
    return this.#pathOf(uid, names.journal);
  }

  /** Removes a session of which there is nothing to store, and that no upload belongs to. */
  removeEmpty(uid: string): void {
    const isLeftOver = (file: string) => file === names.journal || file === names.live || names.part.test(file);
    if (this.#filesOf(uid).every(isLeftOver))
      this.#tryTo(() => rmSync(this.#pathOf(uid), { recursive: true, force: true }));
  }

  /** Removes expired uploads, and what is left of writes that were cut off. `now` in ms since 1970. */
  removeOld(now: number): void {
    for (const uid of this.#listSessions()) {
      for (const file of this.#filesOf(uid))
        if (names.part.test(file)) this.#tryTo(() => rmSync(this.#pathOf(uid, file), { force: true }));
      const files = this.#filesOf(uid);
      const isUploaded = files.some((file) => file.startsWith('uploaded-'));
      const isKept = (file: string) => isOneOf(file, keptFiles) || (!isUploaded && names.unreadable.test(file));
      const isWaiting = this.#isInterrupted(uid) || files.some(isKept);
      const newest = Math.max(0, ...files.map((file) => this.#writtenAt(uid, file) ?? 0));
      if (!isWaiting && now - newest > uploadedLifetime)
        this.#tryTo(() => rmSync(this.#pathOf(uid), { recursive: true, force: true }));
    }
  }

  #listSessions(): string[] {
    return readdirSync(this.#folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^\d{1,20}$/.test(entry.name))
      .map(({ name }) => name);
  }

  #filesOf(uid: string): string[] {
    return existsSync(this.#pathOf(uid)) ? readdirSync(this.#pathOf(uid)) : [];
  }

  /** When a file was written, in ms since 1970; null for one that is not there. */
  #writtenAt(uid: string, file: string): number | null {
    return statSync(this.#pathOf(uid, file), { throwIfNoEntry: false })?.mtimeMs ?? null;
  }

  #uploadOf({ uid, key }: Pick<PendingUpload, 'uid' | 'key'>): string {
    return this.#pathOf(uid, `upload-${key}.json`);
  }

  #pathOf(uid: string, file = ''): string {
    return join(this.#folder, uid, file);
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

/** The key of a version of a session. The live session that it belongs to makes no other version of it. */
export function uploadKeyOf({ liveId: _, ...session }: SessionUpload): string {
  return createHash('sha256').update(JSON.stringify(session)).digest('hex').slice(0, 32);
}
