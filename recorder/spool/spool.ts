import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { SessionUpload } from '#contract/api/bodies';
import { Uuid } from '#contract/values';
import type { Frame } from '../captures/frames.ts';
import { describe, Journal } from './journal.ts';

/** A session that waits to be uploaded. */
export interface PendingUpload {
  /** The game's id of the session. */
  readonly uid: string;
  /** Differs between two versions of a session; the Idempotency-Key of its upload. */
  readonly key: string;
  readonly upload: SessionUpload;
}

const names = { journal: 'packets', live: 'live', upload: /^upload-([\da-f]{32})\.json$/ } as const;
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
      writeFileSync(this.#pathOf(uid, names.live), id, { mode: 0o600 });
    });
    return id;
  }

  /** The packets of each session that was recorded before the recorder was stopped, and is in no upload yet; the first one first. */
  listInterrupted(): (readonly Frame[])[] {
    return this.#listSessions()
      .filter((uid) => this.#isInterrupted(uid))
      .map((uid) => Journal.read(this.#pathOf(uid, names.journal)))
      .filter((frames) => frames.length > 0)
      .sort(([one], [other]) => (one?.time ?? 0) - (other?.time ?? 0));
  }

  #isInterrupted(uid: string): boolean {
    const journal = this.#pathOf(uid, names.journal);
    if (!existsSync(journal)) return false;
    const written = statSync(journal).mtimeMs;
    return !this.#filesOf(uid).some(
      (file) => /^(upload|uploaded|refused)-/.test(file) && statSync(this.#pathOf(uid, file)).mtimeMs >= written,
    );
  }

  /** The sessions that wait to be uploaded. One whose file cannot be read is left out: its packets are still there. */
  listPending(): PendingUpload[] {
    return this.#listSessions().flatMap((uid) =>
      this.#filesOf(uid).flatMap((file): PendingUpload[] => {
        const key = names.upload.exec(file)?.[1];
        if (key === undefined) return [];
        const text = readFileSync(this.#pathOf(uid, file), 'utf8');
        const result = v.safeParse(v.pipe(v.string(), v.parseJson(), SessionUpload), text);
        return result.success ? [{ uid, key, upload: result.output }] : [];
      }),
    );
  }

  /** Writes an upload. Returns why that is not possible, or null. */
  writePending(pending: PendingUpload): string | null {
    const path = this.#uploadOf(pending);
    try {
      mkdirSync(this.#pathOf(pending.uid), { recursive: true, mode: 0o700 });
      writeFileSync(`${path}.part`, JSON.stringify(pending.upload), { mode: 0o600 });
      renameSync(`${path}.part`, path);
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
    this.#tryTo(() => writeFileSync(this.#pathOf(pending.uid, `uploaded-${pending.key}`), sessionId));
    this.#tryTo(() => rmSync(this.#uploadOf(pending), { force: true }));
  }

  /** The server will not store an upload; it stays as a file. Returns its path. */
  markRefused(pending: PendingUpload): string {
    const path = this.#pathOf(pending.uid, `refused-${pending.key}.json`);
    this.#tryTo(() => renameSync(this.#uploadOf(pending), path));
    return path;
  }

  /** Removes a session of which there is nothing to store, and that no upload belongs to. */
  removeEmpty(uid: string): void {
    if (this.#filesOf(uid).every((file) => file === names.journal || file === names.live))
      this.#tryTo(() => rmSync(this.#pathOf(uid), { recursive: true, force: true }));
  }

  /** Removes expired uploads. `now` in ms since 1970. */
  removeOld(now: number): void {
    for (const uid of this.#listSessions()) {
      const files = this.#filesOf(uid);
      const isWaiting = this.#isInterrupted(uid) || files.some((file) => /^(upload|refused)-/.test(file));
      const newest = Math.max(0, ...files.map((file) => statSync(this.#pathOf(uid, file)).mtimeMs));
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

  #uploadOf({ uid, key }: PendingUpload): string {
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
